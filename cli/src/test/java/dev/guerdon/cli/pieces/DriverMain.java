package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunOptions;
import java.nio.file.Path;

/** A driver that plays episodes on a cluster and says which are stored, to be killed by a test. */
final class DriverMain {

    private DriverMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        int tasks = Integer.parseInt(arguments[1]);
        RunStore store = new RunStore(folder.resolve("runs"));
        HookedPlugin.want(true);
        Registry registry = Registry.discover();
        try (ProcessesInThreads cluster = new ProcessesInThreads(folder.resolve("cluster"), 2, 2, 4)) {
            RunJob.Stage stage = EpisodeStages.onCluster(cluster, true, 0, notice -> {});
            RunJob job = store.list().isEmpty()
                    ? RunJob.create(
                            registry,
                            store,
                            RunOptions.builder(HookedKind.suite(tasks)).build(),
                            stage)
                    : RunJob.resume(registry, store, RunStore.LATEST, RunJob.Continuation.AS_BEFORE, stage);
            job.run(new RolloutListener() {
                        @Override
                        public void ended(Rollout rollout) {
                            System.out.println("done " + rollout.plan().id() + ";");
                        }
                    })
                    .close();
        }
    }
}
