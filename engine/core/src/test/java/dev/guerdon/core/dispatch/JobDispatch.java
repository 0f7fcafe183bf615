package dev.guerdon.core.dispatch;

import dev.guerdon.api.Json;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Lines through a score job. */
final class JobDispatch implements DispatchContract.Dispatch {

    private static final int THREADS = 3;

    private final Plugins plugins;
    private final Scorer scorer;
    private final ScoreJob job;

    JobDispatch(Path source, Duration deadline, Isolation isolation) {
        this.plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)), isolation);
        this.scorer = Scorer.builder()
                .threads(THREADS)
                .deadline(deadline)
                .isolated(plugins.registry())
                .build();
        this.job = new ScoreJob(
                List.of(plugins.registry().reward(DispatchContract.REWARD)),
                scorer,
                null,
                Long.MAX_VALUE,
                new ScoreJob.Listener() {});
    }

    @Override
    public void score(Iterator<String> lines, Consumer<Json> answers) throws IOException {
        job.run(DispatchContract.stream(lines), DispatchContract.answers(answers), ScoreJob.Progress.none(1));
    }

    @Override
    public void cancel() {
        job.cancel();
    }

    @Override
    public void close() {
        scorer.close();
        plugins.close();
    }
}
