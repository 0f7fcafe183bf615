import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the launcher starts in its tests: says how it was started. */
class App {
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("revision 1");
        out.println("arguments " + String.join("|", arguments));
        out.println("folder " + System.getProperty("user.dir"));
        out.println("java " + System.getProperty("java.home"));
        out.println("heap " + (Runtime.getRuntime().maxMemory() >> 20));
        out.println("terminal " + System.getProperty("guerdon.terminal"));
        out.println("columns " + System.getProperty("guerdon.columns"));
        out.println("command " + System.getProperty("guerdon.command"));
        out.println("colour " + System.getProperty("colour"));
    }
}
