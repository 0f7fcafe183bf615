package dev.guerdon.cli.compare;

import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Style;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.lab.Rescoring;
import dev.guerdon.lab.spi.Comparison.Versus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rescoring as a table and sentences for people. */
final class RescoreText {

    private static final int LISTED = 50;
    private static final String UNSCORED = "unscored";

    private final Rescoring rescoring;
    private final boolean all;
    private final Screen screen;

    RescoreText(Rescoring rescoring, boolean all, Screen screen) {
        this.rescoring = rescoring;
        this.all = all;
        this.screen = screen;
    }

    String text() {
        Versus versus = rescoring.comparison().candidates().getFirst();
        StringBuilder out = new StringBuilder();
        out.append(rescoring.run())
                .append(", ")
                .append(rescoring.episodes())
                .append(" episodes: ")
                .append(rescoring.before())
                .append(" ")
                .append(rescoring.comparison().base().metrics().average())
                .append(", ")
                .append(rescoring.after())
                .append(" ")
                .append(versus.candidate().metrics().average())
                .append('\n');
        versus.summary().forEach(sentence -> out.append(sentence).append('\n'));
        Rescoring.Counts counts = rescoring.counts();
        out.append(counts.flips())
                .append(" flips, ")
                .append(counts.others())
                .append(" other changes")
                .append(counts.missing() == 0 ? "" : ", " + counts.missing() + " scored by only one of the rewards")
                .append('\n');
        rescoring
                .unscored()
                .forEach((reason, count) -> out.append(count)
                        .append(" episodes could not be scored, and are missing: ")
                        .append(reason)
                        .append('\n'));
        rescoring.changes().stream()
                .filter(change -> !change.message().isEmpty())
                .findFirst()
                .ifPresent(change -> out.append("  such as ")
                        .append(change.task())
                        .append(": ")
                        .append(change.message())
                        .append('\n'));
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
        for (Rescoring.Change change : rescoring.changes().subList(0, shown)) {
            rows.add(List.of(
                    change.flip() ? "flip" : change.missing() ? "missing" : "change",
                    ComparisonText.cell(change.repeat() == 0 ? change.task() : change.task() + "#" + change.repeat()),
                    reward(change.before().orElse(null)),
                    reward(change.after().orElse(null)),
                    ComparisonText.cell(change.answer()),
                    ComparisonText.cell(change.gold())));
        }
        Rescoring.Counts counts = rescoring.counts();
        int left = counts.flips() + counts.others() + counts.missing() - shown;
        return new Table(List.of("", "task", "before", "after", "answer", "gold"), rows)
                        .paint((row, column) -> row.get(column).equals(UNSCORED) ? Style.WARNING : Style.NONE)
                        .text(screen)
                + (left > 0 ? "... and " + left + " more" + (all ? "" : "; --all lists them") + "\n" : "");
    }

    private static String reward(@Nullable Double reward) {
        return reward == null ? UNSCORED : ComparisonText.number(reward);
    }
}
