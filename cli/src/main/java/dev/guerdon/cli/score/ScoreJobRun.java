package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreCheckpoint;
import dev.guerdon.core.ScoreCheckpoint.Resumption;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Run of a score job from its files: continues from a checkpoint, keeps the progress, and distinguishes faults from wrong usage. */
final class ScoreJobRun implements ScoreJob.Listener {

    private final JobFiles files;
    private final List<RewardEntry> rewards;
    private final @Nullable ScoreCheckpoint checkpoint;
    private final ProgressLine line;
    private final PrintWriter err;
    private final boolean quiet;
    private @Nullable OutputStream output;
    private long kept;
    private boolean told;

    /**
     * @param checkpoint null for a job that cannot be resumed
     */
    ScoreJobRun(
            JobFiles files,
            List<RewardEntry> rewards,
            @Nullable ScoreCheckpoint checkpoint,
            ProgressLine line,
            PrintWriter err,
            boolean quiet) {
        this.files = files;
        this.rewards = rewards;
        this.checkpoint = checkpoint;
        this.line = line;
        this.err = err;
        this.quiet = quiet;
    }

    @Override
    public void progress(ScoreJob.Progress progress) {
        line.show(progress);
    }

    /** Brings the output to the disk, and then says so in the checkpoint: never the other way round. */
    @Override
    public void checkpoint(ScoreJob.Progress progress) throws IOException {
        if (checkpoint == null || !(output instanceof OutputFile file)) {
            return;
        }
        file.sync();
        try {
            checkpoint.save(progress, file.hash());
            kept = progress.lines();
        } catch (GuerdonException e) {
            if (!told) {
                told = true;
                line.close();
                err.println("guerdon: " + e.getMessage() + "; scoring continues, and the last checkpoint covers " + kept
                        + " lines");
            }
        }
    }

    /**
     * Runs the job.
     *
     * @throws EndedEarly if a fault ended it
     */
    ScoreJob.Progress run(ScoreJob job) throws IOException {
        Optional<ScoreCheckpoint.State> state = checkpoint == null ? Optional.empty() : checkpoint.load();
        try (InputStream input = files.open()) {
            if (checkpoint == null || state.isEmpty()) {
                files.requireLine(input, job::isCancelled);
                ScoreJob.Progress start = checkpoint == null
                        ? ScoreJob.Progress.none(rewards.size())
                        : ScoreJob.Progress.hashed(rewards.size());
                return run(job, input, files.begin(checkpoint != null), start);
            }
            Path file = Path.of(files.output());
            Resumption from = Resumption.of(
                    state.get(), rewards.stream().map(RewardEntry::name).toList(), input, files.input(), file);
            kept = from.progress().lines();
            if (!quiet) {
                String notice = checkpoint.notice();
                err.println((notice.isEmpty() ? "" : "guerdon: " + notice + "\n") + "continuing after " + kept
                        + " lines that are done");
            }
            return run(
                    job, input, OutputFile.after(file, from.progress().outputBytes(), from.output()), from.progress());
        }
    }

    private ScoreJob.Progress run(ScoreJob job, InputStream input, OutputStream out, ScoreJob.Progress from) {
        output = out;
        try (out) {
            ScoreJob.Progress done = job.run(input, out, from);
            checkpoint(done);
            return done;
        } catch (IOException e) {
            // What is wrong with the input comes as another exception.
            throw new EndedEarly(whatHappened(e), e);
        } catch (GuerdonException e) {
            throw e;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            throw new EndedEarly(
                    "unexpected " + e + "; this is a bug in Guerdon or in a plugin. What was written to "
                            + files.output() + " is good"
                            + (checkpoint == null ? "" : ", and the same command continues after " + kept + " lines"),
                    e);
        }
    }

    private String whatHappened(IOException problem) {
        String reason = String.valueOf(problem.getMessage());
        boolean left = reason.contains("Broken pipe") || reason.contains("Connection reset");
        String happened = left
                ? files.output() + " was closed by its reader"
                : "writing to " + files.output() + " failed: " + reason;
        if (checkpoint != null) {
            return happened + "; every line in it is whole. The same command continues after the " + kept
                    + " lines that the checkpoint has";
        }
        if (left) {
            return happened + " before the end";
        }
        return happened + (files.isPlain() ? "; every line in it is whole" : "")
                + ". With --checkpoint FILE and --out FILE a job can be continued after this; without, it starts over";
    }
}
