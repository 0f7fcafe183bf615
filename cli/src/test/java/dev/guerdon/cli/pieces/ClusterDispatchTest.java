package dev.guerdon.cli.pieces;

import dev.guerdon.api.Json;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.dispatch.DispatchContract;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** Pieces of files, which the processes of a cluster score: a job for some lines, and then one for the next. */
@Tag("slow")
class ClusterDispatchTest extends DispatchContract {

    private static final int LINES_OF_A_JOB = 500;

    @Override
    protected Dispatch open(Path source, Duration deadline) {
        return new Jobs(folder, source, deadline);
    }

    @Override
    protected long mostAhead() {
        return 64 << 20;
    }

    private static final class Jobs implements Dispatch {
        private final Path folder;
        private final Duration deadline;
        private final Plugins plugins;
        private final Cluster cluster;
        private volatile boolean cancelled;
        private volatile @Nullable ClusterScoring job;

        Jobs(Path folder, Path source, Duration deadline) {
            this.folder = folder;
            this.deadline = deadline;
            this.plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)), Isolation.FOREIGN);
            this.cluster = new ThreadCluster(folder, new LocalStore(), 2);
        }

        @Override
        public void score(Iterator<String> lines, Consumer<Json> answers) throws IOException {
            for (int number = 0; lines.hasNext() && !cancelled; number++) {
                Path in = folder.resolve("in-" + number + ".jsonl");
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < LINES_OF_A_JOB && lines.hasNext(); i++) {
                    text.append(lines.next()).append('\n');
                }
                Files.writeString(in, text);
                Path out = folder.resolve("out-" + number);
                Scoring scoring = Scoring.of(folder, in, out)
                        .rewards(plugins.registry(), REWARD)
                        .pieceSize(text.length() / 5 + 1);
                scoring.deadline = deadline;
                ClusterScoring scored = scoring.job(cluster);
                job = scored;
                if (cancelled || !run(scored)) {
                    return;
                }
                Scoring.parts(out).lines().forEach(line -> answers.accept(JsonCodec.read(line, "an answer")));
            }
        }

        private static boolean run(ClusterScoring job) throws IOException {
            try {
                return job.run().finished();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("the job was interrupted");
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            ClusterScoring running = job;
            if (running != null) {
                running.cancel();
            }
        }

        @Override
        public void close() {
            cluster.close();
            plugins.close();
        }
    }
}
