import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Reward;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A reward that attacks the process it runs in, as its samples say. */
class Rogue {

    private static final List<byte[]> HOARD = new ArrayList<>();

    @Reward("rogue")
    static Object rogue(int number, @Default("") String act) throws Exception {
        switch (act) {
            case "exit" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(0);
            case "crash" -> crash();
            case "memory" -> {
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            }
            case "hoard" -> {
                synchronized (HOARD) {
                    HOARD.add(new byte[8 << 20]);
                }
            }
            case "spin" -> {
                while (true) {
                    Thread.onSpinWait();
                }
            }
            case "backtrack" -> Pattern.compile("(a|aa)+\\1b").matcher("a".repeat(90)).matches();
            case "error" -> throw new Error("no");
            case "print" -> System.out.println("{\"id\":0,\"reward\":1.0,\"extras\":{}}");
            case "print_raw" -> new FileOutputStream(FileDescriptor.out).write("{\"id\":0,\"reward\":1.0}\n".getBytes());
            case "close_streams" -> {
                System.out.close();
                System.err.close();
            }
            case "read_input" -> System.in.read();
            case "interrupt_all" -> Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
            case "leave_thread" -> new Thread(() -> {
                while (true) {
                    try {
                        Thread.sleep(1000);
                    } catch (InterruptedException e) {
                        Thread.onSpinWait();
                    }
                }
            }).start();
            case "bad_hook" -> Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            }));
            case "kill_children" -> ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
            default -> {}
        }
        return Map.of("reward", number % 7 / 7.0, "number", number);
    }

    private static void crash() throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        type.getMethod("putAddress", long.class, long.class).invoke(field.get(null), 0L, 0L);
    }
}
