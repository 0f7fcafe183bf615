package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code guerdon improve}. */
@Command(
        name = "improve",
        description = {
            "Diagnose, propose changes, test them, keep or discard, until nothing helps or the budget is spent.",
            "A session keeps a useless change with a chance of at most alpha (0.05), over all tests. Proposers see"
                    + " training tasks only; changes are tested on others, and the champion is confirmed on tasks that"
                    + " nothing has seen."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon improve plan.yaml",
            "  guerdon improve plan.yaml --resume",
            "  guerdon improve plan.yaml --commit"
        })
final class ImproveCommand extends PlanCommand {

    @Option(
            names = "--commit",
            description = "Make one git commit for each change that is kept, with its figures in the message.")
    private boolean commit;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write the champion to this folder; with --commit the usual one is NAME-champion beside the plan.")
    private @Nullable Path out;

    @Override
    int run(Registry registry, RunStore store) throws InterruptedException {
        ImprovementSession.Options options = new ImprovementSession.Options(anyway, commit, out);
        return improve(registry, store, options);
    }

    /** Result of a session of {@code guerdon improve}, as a table for people. */
    static final class ImproveText {

        private ImproveText() {}

        static String of(ImprovementSession.Result result, TerminalScreen screen) {
            List<List<String>> rows = result.changes().stream()
                    .map(change -> List.of(
                            change.id(),
                            RunOutput.cell(change.title(), 40),
                            change.proposer().isEmpty() ? "-" : change.proposer(),
                            Double.isNaN(change.reward()) ? "-" : RunOutput.reward(change.reward()),
                            change.verdict().words()))
                    .toList();
            return new TextTable("candidate, change, by, training, decision", rows)
                            .paint((row, column) -> column == 4 ? style(row.get(column)) : Style.NONE)
                            .text(screen)
                    + "\n" + result.ended() + " Spent: " + result.spent() + ".\n"
                    + (result.confirmation().isEmpty() ? unconfirmed(result) : result.confirmation() + "\n")
                    + "\nchampion: " + result.champion() + "\nreport: "
                    + result.folder().resolve("report.html") + "\n";
        }

        private static String unconfirmed(ImprovementSession.Result result) {
            boolean kept = result.changes().stream().anyMatch(change -> change.verdict() == Verdict.KEPT);
            if (!result.complete()) {
                return "";
            }
            return kept
                    ? "The plan asks for no confirmation.\n"
                    : "Nothing was kept, so there is nothing to confirm.\n";
        }

        private static Style style(String verdict) {
            return verdict.equals(Verdict.KEPT.words())
                    ? Style.GOOD
                    : verdict.equals(Verdict.FAILED.words()) ? Style.BAD : Style.NONE;
        }
    }

    /** Progress of a session of {@code guerdon improve} for the user: a line before each change, and one for its outcome. */
    record ImproveProgress(PrintWriter err, boolean quiet) implements ImprovementListener {

        @Override
        public void notice(String sentence) {
            print(sentence);
        }

        @Override
        public void begins(ImprovementListener.Progress now) {
            print(now.turn() + ". " + now.next() + System.lineSeparator() + "   champion " + now.champion()
                    + (Double.isNaN(now.reward())
                            ? ""
                            : String.format(
                                    Locale.ROOT, " (%.3f on training tasks), front of %d", now.reward(), now.front()))
                    + "; spent " + now.spent()
                    + now.eta()
                            .map(eta -> "; at most " + DurationText.format(eta) + " left")
                            .orElse(""));
        }

        @Override
        public void decided(ImprovementListener.Change change) {
            print("   " + change.id() + " " + change.verdict().words() + ": " + change.reason());
            if (change.verdict() == Decision.Verdict.KEPT) {
                change.diff().forEach(line -> print("     " + line));
            }
        }

        private synchronized void print(String line) {
            if (!quiet) {
                err.println(line);
            }
        }
    }
}
