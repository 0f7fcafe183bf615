package dev.guerdon.cli.iterate;

import dev.guerdon.cli.run.RunOutput;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Style;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.lab.Improvement;
import dev.guerdon.lab.spi.Decision.Verdict;
import java.util.List;

/** What a session of {@code guerdon improve} came to, as a table for people. */
final class ImproveText {

    private ImproveText() {}

    static String of(Improvement.Result result, Screen screen) {
        List<List<String>> rows = result.changes().stream()
                .map(change -> List.of(
                        change.id(),
                        RunOutput.cell(change.title(), 40),
                        change.proposer().isEmpty() ? "-" : change.proposer(),
                        Double.isNaN(change.reward()) ? "-" : RunOutput.reward(change.reward()),
                        change.verdict().words()))
                .toList();
        return new Table(List.of("candidate", "change", "by", "training", "decision"), rows)
                        .paint((row, column) -> column == 4 ? style(row.get(column)) : Style.NONE)
                        .text(screen)
                + "\n" + result.ended() + " Spent: " + result.spent() + ".\n"
                + (result.confirmation().isEmpty() ? unconfirmed(result) : result.confirmation() + "\n")
                + "\nchampion: " + result.champion() + "\nreport: "
                + result.folder().resolve("report.html") + "\n";
    }

    private static String unconfirmed(Improvement.Result result) {
        boolean kept = result.changes().stream().anyMatch(change -> change.verdict() == Verdict.KEPT);
        if (!result.complete()) {
            return "";
        }
        return kept ? "The plan asks for no confirmation.\n" : "Nothing was kept, so there is nothing to confirm.\n";
    }

    private static Style style(String verdict) {
        return verdict.equals(Verdict.KEPT.words())
                ? Style.GOOD
                : verdict.equals(Verdict.FAILED.words()) ? Style.BAD : Style.NONE;
    }
}
