package dev.guerdon.lab;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.ImprovementListener;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A session of {@code guerdon improve} in a process of its own, which tells of each episode; to be killed. */
final class ImproveMain {

    private ImproveMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        RunStore store = new RunStore(Path.of(arguments[0]));
        Path plan = Path.of(arguments[1]);
        Registry registry = Registry.discover(ImproveMain.class.getClassLoader());
        ImprovementSession session = arguments[2].equals("again")
                ? ImprovementSession.resume(registry, store, plan, ImprovementSession.Options.USUAL)
                : ImprovementSession.start(registry, store, plan, ImprovementSession.Options.USUAL);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        tell(out, "begun");
        session.run(new ImprovementListener() {
            @Override
            public void ended(Rollout rollout) {
                tell(out, "done " + rollout.plan().id());
            }
        });
        tell(out, "complete");
    }

    private static void tell(FileOutputStream out, String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
