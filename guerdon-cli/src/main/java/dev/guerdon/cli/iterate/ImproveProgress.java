package dev.guerdon.cli.iterate;

import dev.guerdon.base.Durations;
import dev.guerdon.lab.Improvement;
import dev.guerdon.lab.spi.Decision;
import java.io.PrintWriter;
import java.util.Locale;

/** What a user sees while a session of {@code guerdon improve} goes on: a line before each change, and one for its outcome. */
final class ImproveProgress implements Improvement.Listener, AutoCloseable {

    private final PrintWriter err;
    private final boolean quiet;

    ImproveProgress(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    @Override
    public void notice(String sentence) {
        print(sentence);
    }

    @Override
    public void begins(Improvement.Progress now) {
        print(String.format(
                Locale.ROOT,
                "%d. %s%n   champion %s (%.3f on training tasks), front of %d; spent %s%s",
                now.turn(),
                now.next(),
                now.champion(),
                now.reward(),
                now.front(),
                now.spent(),
                now.eta()
                        .map(eta -> "; at most " + Durations.format(eta) + " left")
                        .orElse("")));
    }

    @Override
    public void decided(Improvement.Change change) {
        print("   " + change.id() + " " + change.verdict().words() + ": " + change.reason());
        if (change.verdict() == Decision.Verdict.KEPT) {
            change.diff().forEach(line -> print("     " + line));
        }
    }

    private synchronized void print(String line) {
        if (!quiet) {
            err.println(line);
            err.flush();
        }
    }

    @Override
    public void close() {
        err.flush();
    }
}
