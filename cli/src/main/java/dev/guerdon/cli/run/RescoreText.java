package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.lab.RescoredRun;
import dev.guerdon.lab.spi.Comparison.Versus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rescoring as a table and sentences for people. */
record RescoreText(RescoredRun rescoring, boolean all, TerminalScreen screen) {

    private static final int LISTED = 50;
    private static final String UNSCORED = "unscored";

    String text() {
        Versus versus = rescoring.comparison().candidates().getFirst();
        RescoredRun.Counts counts = rescoring.counts();
        StringBuilder out = new StringBuilder(rescoring.run() + ", " + rescoring.episodes() + " episodes: "
                + rescoring.before() + " "
                + rescoring.comparison().base().metrics().average() + ", " + rescoring.after() + " "
                + versus.candidate().metrics().average() + "\n");
        versus.summary().forEach(sentence -> out.append(sentence).append('\n'));
        out.append(counts.flips() + " flips, " + counts.others() + " other changes"
                + (counts.missing() == 0 ? "" : ", " + counts.missing() + " scored by only one of the rewards") + "\n");
        rescoring
                .unscored()
                .forEach((reason, count) ->
                        out.append(count + " episodes could not be scored, and are missing: " + reason + "\n"));
        rescoring.changes().stream()
                .filter(change -> !change.message().isEmpty())
                .findFirst()
                .ifPresent(change -> out.append("  such as " + change.task() + ": " + change.message() + "\n"));
        if (!rescoring.changes().isEmpty()) {
            out.append('\n').append(changes());
        }
        return out.toString();
    }

    private String changes() {
        List<List<String>> rows = new ArrayList<>();
        // Every flip is listed, whatever their number; other changes only as far as they can be read.
        int shown = all
                ? rescoring.changes().size()
                : Math.max(
                        rescoring.flips().size(),
                        Math.min(LISTED, rescoring.changes().size()));
        for (RescoredRun.Change change : rescoring.changes().subList(0, shown)) {
            rows.add(List.of(
                    change.flip() ? "flip" : change.missing() ? "missing" : "change",
                    ComparisonText.cell(change.repeat() == 0 ? change.task() : change.task() + "#" + change.repeat()),
                    reward(change.before().orElse(null)),
                    reward(change.after().orElse(null)),
                    ComparisonText.cell(change.answer()),
                    ComparisonText.cell(change.gold())));
        }
        RescoredRun.Counts counts = rescoring.counts();
        int left = counts.flips() + counts.others() + counts.missing() - shown;
        return new TextTable(", task, before, after, answer, gold", rows)
                        .paint((row, column) -> row.get(column).equals(UNSCORED) ? Style.WARNING : Style.NONE)
                        .text(screen)
                + (left > 0 ? "... and " + left + " more" + (all ? "" : "; --all lists them") + "\n" : "");
    }

    private static String reward(@Nullable Double reward) {
        return reward == null ? UNSCORED : ComparisonText.number(reward);
    }
}
