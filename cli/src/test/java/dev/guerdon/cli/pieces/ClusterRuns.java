package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of runs on a cluster share. */
@Timeout(120)
abstract class ClusterRuns {

    static final RolloutListener DEAF = new RolloutListener() {};

    @TempDir
    Path folder;

    final Registry registry = Registry.discover();
    final List<String> notices = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void wantHooks() {
        HookedPlugin.want(true);
    }

    @AfterAll
    static void wantHooksNoMore() {
        HookedPlugin.want(false);
    }

    @AfterEach
    void unhook() {
        HookedKind.unhook();
    }

    RunStore store() {
        return new RunStore(folder.resolve("runs"));
    }

    ProcessesInThreads cluster(int processes, int slots, int tries) {
        return new ProcessesInThreads(folder.resolve("cluster"), processes, slots, tries);
    }

    RunJob job(RunOptions options, ProcessesInThreads cluster, int parallel) {
        return RunJob.create(
                registry, store(), options, EpisodeStages.onCluster(cluster, true, parallel, notices::add));
    }

    RunJob resumed(ProcessesInThreads cluster) {
        return RunJob.resume(
                registry,
                store(),
                RunStore.LATEST,
                RunJob.Continuation.AS_BEFORE,
                EpisodeStages.onCluster(cluster, true, 0, notices::add));
    }

    /** Calls somebody whenever an episode has been stored. */
    static RolloutListener afterEach(Consumer<Rollout> call) {
        return new RolloutListener() {
            @Override
            public void ended(Rollout rollout) {
                call.accept(rollout);
            }
        };
    }
}
