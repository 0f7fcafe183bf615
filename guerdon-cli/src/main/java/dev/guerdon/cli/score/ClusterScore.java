package dev.guerdon.cli.score;

import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.cluster.ClusterDriver;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.ProgressLine;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cluster.ClusterScoring;
import dev.guerdon.cluster.spi.Cluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The driver's side of {@code guerdon score --on MASTER}.
 *
 * @param format how the input is stored; null to go by the names
 * @param options of the format
 * @param pieceSize bytes of a piece; 0 for a size that suits
 * @param pieceTime after this time a piece is cut
 */
record ClusterScore(
        ClusterOptions cluster,
        ScoreOnCluster.Settings settings,
        @Nullable String format,
        Map<String, String> options,
        long pieceSize,
        Duration pieceTime) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Scores; the exit code of the command. */
    @SuppressWarnings("try") // the line is closed twice: the table comes behind it
    int run(CommandSpec spec, MetricsReport report, boolean quiet) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (Cluster machines = ClusterDriver.open(cluster, "guerdon score", 0, err);
                ProgressLine line = new ProgressLine(err, Screens.of(spec).err(), quiet, -1)) {
            ClusterScoring scoring = new ClusterScoring(
                    machines,
                    new ClusterScoring.Job(
                            settings.in(),
                            format,
                            options,
                            settings.out(),
                            settings.registry(),
                            settings.rewards(),
                            settings.fallback(),
                            settings.deadline(),
                            pieceSize,
                            pieceTime),
                    new ClusterScoring.Listener() {
                        @Override
                        public void progress(ClusterScoring.Progress now) {
                            line.show(figures(now), pieces(now));
                        }

                        @Override
                        public void notice(String sentence) {
                            if (!quiet) {
                                line.print("guerdon: " + sentence);
                            }
                        }
                    });
            return interruptibly(scoring, () -> {
                ClusterScoring.End end = scoring.run();
                line.close();
                return tell(end, settings, scoring.isCancelled(), report, quiet ? null : err, err);
            });
        }
    }

    private static ProgressLine.Figures figures(ClusterScoring.Progress now) {
        return new ProgressLine.Figures(now.bytes(), now.allBytes(), now.lines(), now.unscored(), now.mean());
    }

    private static String pieces(ClusterScoring.Progress now) {
        return now.counting()
                ? "counting lines, "
                : String.format(Locale.ROOT, "piece %,d of %,d, ", now.pieces(), now.allPieces());
    }

    private static int tell(
            ClusterScoring.End end,
            ScoreOnCluster.Settings settings,
            boolean cancelled,
            MetricsReport report,
            @Nullable PrintWriter talk,
            PrintWriter err) {
        if (!end.finished()) {
            String done =
                    end.lines() + " lines are done in " + settings.out() + "; the same command goes on from there";
            if (cancelled) {
                err.println("guerdon: interrupted; " + done);
                err.flush();
                return ExitCode.INTERRUPTED;
            }
            throw new EndedEarly(
                    String.join("\n  ", end.failures()) + "\n  " + done,
                    new IOException("some pieces could not be done"));
        }
        if (end.earlier() && talk != null) {
            talk.println(settings.out() + " was finished before; nothing was scored again");
        }
        report.show(end.metrics());
        if (talk != null) {
            talk.println(String.format(
                    Locale.ROOT,
                    "%,d lines are done; the parts are in %s, in the order of their names",
                    end.lines(),
                    settings.out()));
            if (end.badLines() > 0) {
                talk.println(String.format(
                        Locale.ROOT,
                        "%,d of them %s not valid input; the reasons are in %s/_bad",
                        end.badLines(),
                        end.badLines() == 1 ? "is" : "are",
                        settings.out().endsWith("/")
                                ? settings.out().substring(0, settings.out().length() - 1)
                                : settings.out()));
            }
        }
        err.flush();
        return end.unscored() > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
    }

    @FunctionalInterface
    private interface Work {
        int run() throws IOException, InterruptedException;
    }

    /** Work that an interrupt from the keyboard ends early; what is done is kept. */
    private static int interruptibly(ClusterScoring scoring, Work work) throws IOException {
        CountDownLatch finished = new CountDownLatch(1);
        Shutdown.Step atTheEnd = Shutdown.at(Shutdown.Phase.STOP, "stop scoring", () -> {
            scoring.cancel();
            try {
                if (!finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    System.err.println("guerdon: stopped in the middle of the work");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        } finally {
            finished.countDown();
            atTheEnd.cancel();
        }
    }
}
