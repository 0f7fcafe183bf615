package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.base.KeptFile;
import dev.guerdon.lab.report.Document;
import dev.guerdon.lab.report.Document.Block;
import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.Fact;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.report.HtmlReport;
import dev.guerdon.lab.report.MarkdownReport;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Decision.Verdict;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.text.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report of a session: the outcome and how sure it is, the lineage, each change that was kept, what did not work, what it cost. */
@Internal
public final class OutcomeReport {

    private static final int MOST_DIFF = 200;

    private final ImprovePlan plan;
    private final Split split;
    private final Session.Outcome outcome;

    private OutcomeReport(ImprovePlan plan, Split split, Session.Outcome outcome) {
        this.plan = plan;
        this.split = split;
        this.outcome = outcome;
    }

    /** Writes {@code report.html} and {@code report.md}. */
    public static void write(ImprovePlan plan, Split split, Session.Outcome outcome, Path folder) {
        Document document = new OutcomeReport(plan, split, outcome).document();
        try {
            KeptFile.write(folder.resolve("report.html"), new HtmlReport(document).write());
            KeptFile.write(folder.resolve("report.md"), new MarkdownReport(document).write());
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + folder + ": " + e.getMessage(), e);
        }
    }

    private Document document() {
        return new Document(
                "Improvement of " + plan.base().name(),
                "Suite " + plan.base().suite() + ", " + outcome.contenders().size() + " candidates, "
                        + outcome.spent().words() + ".",
                List.of(
                        new Section("outcome", "Outcome", outcomes()),
                        new Section("lineage", "Lineage", lineage()),
                        new Section("kept", "What was kept", kept()),
                        new Section("not-kept", "What did not work", notKept()),
                        new Section("method", "How it was decided", method())));
    }

    private List<Block> outcomes() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict());
        Contender start = outcome.contenders().getFirst();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("kept", String.valueOf(outcome.kept().size()), "changes"));
        outcome.held()
                .ifPresentOrElse(
                        held -> {
                            facts.add(new Fact(
                                    held.apart() ? "on the hold-out" : "with fresh seeds",
                                    Figures.reward(held.mean()),
                                    held.interval()
                                            .map(range -> "95 % " + range)
                                            .orElse("")));
                            facts.add(new Fact("when chosen", Figures.reward(held.selected()), "overstates it"));
                            facts.add(new Fact(
                                    "the start", Figures.reward(held.figures().start()), "on the same tasks"));
                        },
                        () -> facts.add(new Fact("start", Figures.reward(start.trainMean()), "on training tasks")));
        facts.add(new Fact("spent", Figures.count(outcome.spent().episodes()), "episodes"));
        blocks.add(new Document.Facts(facts));
        blocks.add(new Document.Prose(
                outcome.ended() + " Spent: " + outcome.spent().words() + "."));
        return blocks;
    }

    private Document.Verdict verdict() {
        if (!outcome.complete()) {
            return new Document.Verdict(Document.Tone.OPEN, "Not at its end", "The session was stopped and can go on.");
        }
        if (outcome.kept().isEmpty()) {
            return new Document.Verdict(
                    Document.Tone.OPEN, "Nothing was kept", "No change was surely better than the start.");
        }
        return outcome.held()
                .map(held -> new Document.Verdict(
                        held.confirmed()
                                ? Document.Tone.BETTER
                                : held.worse() ? Document.Tone.WORSE : Document.Tone.OPEN,
                        held.confirmed()
                                ? "Better: " + Figures.change(held.figures().gain())
                                : held.worse() ? "Not better on the hold-out" : "Kept, and not confirmed",
                        held.sentence()))
                .orElseGet(() -> new Document.Verdict(
                        Document.Tone.OPEN, "Kept without a confirmation", "The plan asks for none."));
    }

    private List<Block> lineage() {
        List<Document.Node> nodes = outcome.contenders().stream()
                .map(one -> new Document.Node(
                        one.id(),
                        one.patch().title() + ", " + Figures.reward(one.trainMean()) + ", "
                                + one.verdict().words(),
                        one.parents(),
                        one.trainMean(),
                        one.verdict() == Verdict.KEPT || one.verdict() == Verdict.START))
                .toList();
        return List.of(
                new Document.Lineage(
                        "Candidates by age and average reward on the training tasks they were run on", nodes),
                new Document.Prose("The champion is " + outcome.champion().id() + ". Best at something: "
                        + String.join(", ", outcome.front()) + "."));
    }

    private List<Block> kept() {
        List<Block> blocks = new ArrayList<>();
        for (Contender one : outcome.kept()) {
            blocks.add(
                    new Document.Heading(one.id(), one.id() + ": " + one.patch().title()));
            blocks.add(new Document.Prose(certainty(one) + " " + one.reason()
                    + (one.patch().reason().isBlank()
                            ? ""
                            : " Why it was proposed: " + one.patch().reason())));
            String before = one.tested().map(Contender.Tested::champion).orElse("c0");
            List<String> diff = Diffs.of(outcome.contender(before).values(), one.values());
            blocks.add(new Document.Diff(diff.subList(0, Math.min(MOST_DIFF, diff.size()))));
        }
        if (blocks.isEmpty()) {
            blocks.add(new Document.Prose("Nothing."));
        }
        return blocks;
    }

    /** A decision in words. */
    static String certainty(Contender one) {
        String by = one.proposer()
                + (one.patch().cause().isEmpty()
                        ? ""
                        : ", against " + Figures.words(one.patch().cause()));
        return one.tested()
                .map(tested -> Figures.change(tested.gain()) + " on " + Figures.times(tested.tasks(), "task")
                        + " that no proposer saw (95 % interval " + tested.interval() + "), tested at "
                        + Figures.level(tested.level()) + "; by " + by + ".")
                .orElse("By " + by + ".");
    }

    private List<Block> notKept() {
        List<List<String>> rows = outcome.contenders().stream()
                .filter(one -> one.verdict() != Verdict.KEPT && one.verdict() != Verdict.START)
                .map(one -> List.of(
                        one.id(),
                        one.patch().title(),
                        one.proposer(),
                        String.join(" + ", one.parents()),
                        reached(one),
                        Double.isNaN(one.gain()) ? "–" : Figures.change(one.gain()),
                        one.verdict().words(),
                        one.tested().isPresent() ? certainty(one) + " " + one.reason() : one.reason()))
                .toList();
        return List.of(
                rows.isEmpty()
                        ? new Document.Prose("Nothing else was tried.")
                        : new Document.DataTable(
                                "Gains are those over the parent on training tasks",
                                List.of(
                                        Column.name("candidate"),
                                        Column.text("change"),
                                        Column.name("by"),
                                        Column.name("parent"),
                                        Column.text("reached"),
                                        Column.number("gain"),
                                        Column.text("decision"),
                                        Column.prose("why")),
                                rows));
    }

    private static String reached(Contender one) {
        return switch (one.stage()) {
            case REFUSED -> "not run";
            case MINIBATCH -> "a few tasks";
            case TRAINED -> "all training tasks";
            case TESTED -> "the test";
        };
    }

    private List<Block> method() {
        AcceptanceRule rule = plan.rule();
        long tests = outcome.contenders().stream()
                .filter(one -> one.tested().isPresent())
                .count();
        String promise = rule.test() == AcceptanceRule.Test.MEAN
                ? "The higher average on the tasks of the tests wins. That is right for agents without noise; with noise it keeps useless changes."
                : "The chance that a session keeps at least one useless change is at most "
                        + Figures.level(rule.alpha()) + ", over "
                        + plan.budget().tests() + " tests, of which " + tests + " were made.";
        List<List<String>> rows = outcome.credits().entrySet().stream()
                .map(entry -> List.of(
                        entry.getKey(), String.valueOf(entry.getValue()[0]), String.valueOf(entry.getValue()[1])))
                .toList();
        return List.of(
                new Document.Prose(split.sentence() + " " + promise),
                new Document.Prose("A change is tried on "
                        + Math.min(plan.minibatch(), split.train().size())
                        + " training tasks first, then on all of them, and then tested beside the champion on tasks that no"
                        + " proposer sees. What was chosen looks better than it is, so the figure to take is that of the"
                        + " confirmation."),
                new Document.DataTable(
                        "Whose proposals helped on training tasks",
                        List.of(Column.name("proposer"), Column.number("helped"), Column.number("did not")),
                        rows));
    }
}
