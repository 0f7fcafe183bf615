package dev.guerdon.lab.report;

import dev.guerdon.lab.report.EpisodeCitation.CitedStep;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Heading;
import dev.guerdon.lab.spi.ReportDocument.Link;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The episodes behind the causes, with the steps that tell them. Their names in links are numbers: all other text is a model's. */
final class CauseCases {

    private static final int MOST_LINKED_STEPS = 3;

    private CauseCases() {}

    static Section section(ReportData data) {
        List<Block> blocks = new ArrayList<>();
        if (data.cases().isEmpty()) {
            blocks.add(new Prose("No episode lost reward for a cause that is told above."));
        } else {
            blocks.add(new Prose("These episodes show the causes above. Long texts are cut."));
        }
        for (EpisodeCitation one : data.cases()) {
            add(blocks, anchor(data, one), one);
        }
        return new Section("cases", "Cases", blocks);
    }

    private static void add(List<Block> blocks, String anchor, EpisodeCitation one) {
        Episode episode = one.diagnosed().episode();
        Finding main = one.diagnosed().main();
        blocks.add(new Heading(
                anchor,
                "Run " + one.run() + ", task " + DisplayFormat.cut(episode.task(), 60)
                        + (episode.repeat() > 0 ? " #" + episode.repeat() : "")));
        String gold =
                episode.gold().isEmpty() ? "" : " The gold answer is " + DisplayFormat.quote(episode.gold()) + ".";
        String answer = !episode.answer().isBlank()
                ? "It answered " + DisplayFormat.quote(episode.answer()) + "."
                : one.recorded() ? "It gave no answer." : "What was said in it is not recorded.";
        String kind = DisplayFormat.words(main.kind());
        blocks.add(new Prose(kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1) + ": " + main.summary()
                + " " + answer + gold));
        if (!one.question().isBlank()) {
            blocks.add(new Prose("Asked: “" + one.question() + "”"));
        }
        if (!one.steps().isEmpty()) {
            blocks.add(new DataTable(
                    "Steps of run " + one.run() + ", of " + DisplayFormat.times(episode.steps(), "step") + " in all",
                    List.of(
                            Column.number("step"),
                            Column.prose("action or reply"),
                            Column.prose("what came of it"),
                            Column.prose("evidence")),
                    one.steps().stream()
                            .map(step -> List.of(
                                    Integer.toString(step.number()),
                                    step.action(),
                                    step.observation(),
                                    evidence(main, step)))
                            .toList(),
                    one.steps().stream()
                            .map(step -> anchor + "-step-" + step.number())
                            .toList()));
        }
    }

    private static String evidence(Finding main, CitedStep step) {
        List<String> texts = new ArrayList<>();
        for (Finding.Evidence evidence : main.evidence()) {
            if (evidence.step().orElse(-1) == step.number() - 1) {
                texts.add(DisplayFormat.cut(evidence.text(), 200));
            }
        }
        return String.join("; ", texts);
    }

    /** Links to an episode, and to the steps that its cause was seen in. */
    static List<Link> links(ReportData data, EpisodeCitation one) {
        String anchor = anchor(data, one);
        List<Link> links = new ArrayList<>();
        links.add(new Link(
                "run " + one.run() + ", task "
                        + DisplayFormat.cut(one.diagnosed().episode().task(), 60),
                anchor));
        TreeSet<Integer> steps = new TreeSet<>();
        one.diagnosed().main().evidence().forEach(evidence -> evidence.step().ifPresent(step -> steps.add(step + 1)));
        steps.stream()
                .filter(one::shows)
                .limit(MOST_LINKED_STEPS)
                .forEach(step -> links.add(new Link("step " + step, anchor + "-step-" + step)));
        return links;
    }

    private static String anchor(ReportData data, EpisodeCitation one) {
        return "case-" + (data.cases().indexOf(one) + 1);
    }
}
