package dev.guerdon.lab;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.RunWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that runs sums and says which episodes are finished, to be killed by a test. */
final class RunMain {

    private RunMain() {}

    /** Receives nothing. */
    record Deaf() implements RolloutListener {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        RunStore store = new RunStore(Path.of(arguments[0]));
        if (arguments[1].equals("wait")) {
            try (RunWriter writer = store.create(Episodes.info("a"))) {
                System.out.println("writing " + writer.info().name());
                System.in.read(); // until somebody kills this process
            }
            return;
        }
        Registry registry = Registry.discover(RunMain.class.getClassLoader());
        RunJob job = arguments[1].equals("again")
                ? RunJob.resume(registry, store, RunStore.LATEST)
                : RunJob.create(
                        registry,
                        store,
                        RunOptions.builder(Suites.load(registry, "in-java:" + arguments[2]))
                                .parallel(3)
                                .build());
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        job.run(new RolloutListener() {
                    @Override
                    public void ended(Rollout rollout) {
                        try {
                            byte[] line = ("done " + rollout.plan().id() + ";\n").getBytes(StandardCharsets.UTF_8);
                            out.write(line);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                })
                .close();
    }
}
