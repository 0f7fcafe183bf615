package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Diff;
import dev.guerdon.lab.spi.ReportDocument.Fact;
import dev.guerdon.lab.spi.ReportDocument.Facts;
import dev.guerdon.lab.spi.ReportDocument.Heading;
import dev.guerdon.lab.spi.ReportDocument.Lineage;
import dev.guerdon.lab.spi.ReportDocument.Node;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.spi.ReportDocument.Tone;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;

/** The report of a session: the outcome and how sure it is, the lineage, each change that was kept, what did not work, what it cost. */
@Internal
public final class OutcomeReport {

    private static final int MOST_DIFF = 200;

    private final ImprovePlan plan;
    private final TaskSplit split;
    private final ImprovementLoop.Outcome outcome;

    private OutcomeReport(ImprovePlan plan, TaskSplit split, ImprovementLoop.Outcome outcome) {
        this.plan = plan;
        this.split = split;
        this.outcome = outcome;
    }

    public static ReportDocument of(ImprovePlan plan, TaskSplit split, ImprovementLoop.Outcome outcome) {
        return new OutcomeReport(plan, split, outcome).document();
    }

    private ReportDocument document() {
        return new ReportDocument(
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
        ImprovementCandidate start = outcome.contenders().getFirst();
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("kept", String.valueOf(outcome.kept().size()), "changes"));
        outcome.held()
                .ifPresentOrElse(
                        held -> {
                            facts.add(new Fact(
                                    held.apart() ? "on the hold-out" : "with fresh seeds",
                                    DisplayFormat.reward(held.mean()),
                                    held.interval()
                                            .map(range -> "95 % " + range)
                                            .orElse("")));
                            if (!Double.isNaN(held.selected())) {
                                facts.add(new Fact(
                                        "when chosen",
                                        DisplayFormat.reward(held.selected()),
                                        held.selected() > held.mean() ? "on the tests" : "on the tests, no more"));
                            }
                            facts.add(new Fact(
                                    "the start",
                                    DisplayFormat.reward(held.figures().start()),
                                    "on the same tasks"));
                        },
                        () -> {
                            if (!start.train().isEmpty()) {
                                facts.add(new Fact(
                                        "start", DisplayFormat.reward(start.trainMean()), "on training tasks"));
                            }
                        });
        facts.add(new Fact("spent", DisplayFormat.count(outcome.spent().episodes()), "episodes"));
        blocks.add(new Facts(facts));
        blocks.add(new Prose(outcome.ended() + " Spent: " + outcome.spent().words() + "."));
        return blocks;
    }

    private ReportDocument.Verdict verdict() {
        if (!outcome.complete()) {
            return new ReportDocument.Verdict(Tone.OPEN, "Not at its end", "The session was stopped and can go on.");
        }
        if (outcome.kept().isEmpty()) {
            return new ReportDocument.Verdict(
                    Tone.OPEN, "Nothing was kept", "No change was surely better than the start.");
        }
        return outcome.held()
                .map(held -> new ReportDocument.Verdict(
                        held.confirmed() ? Tone.BETTER : held.worse() ? Tone.WORSE : Tone.OPEN,
                        held.confirmed()
                                ? "Better: "
                                        + DisplayFormat.change(held.figures().gain())
                                : held.worse() ? "Not better on the hold-out" : "Kept, and not confirmed",
                        held.sentence()))
                .orElseGet(() -> new ReportDocument.Verdict(
                        Tone.OPEN, "Kept without a confirmation", "The plan asks for none."));
    }

    private List<Block> lineage() {
        List<Node> nodes = outcome.contenders().stream()
                .map(one -> new Node(
                        one.id(),
                        one.patch().title() + ", "
                                + (one.train().isEmpty() ? "" : DisplayFormat.reward(one.trainMean()) + ", ")
                                + one.verdict().words(),
                        one.parents(),
                        one.trainMean(),
                        one.verdict() == Verdict.KEPT || one.verdict() == Verdict.START))
                .toList();
        return List.of(
                new Lineage("Candidates by age and average reward on the training tasks they were run on", nodes),
                new Prose("The champion is " + outcome.champion().id() + ". Best at something: "
                        + String.join(", ", outcome.front()) + "."));
    }

    private List<Block> kept() {
        List<Block> blocks = new ArrayList<>();
        for (ImprovementCandidate one : outcome.kept()) {
            blocks.add(new Heading(one.id(), one.id() + ": " + one.patch().title()));
            blocks.add(new Prose(certainty(one) + " " + one.reason()
                    + (one.patch().reason().isBlank()
                            ? ""
                            : " Why it was proposed: " + one.patch().reason())));
            String before =
                    one.tested().map(ImprovementCandidate.Tested::champion).orElse("c0");
            List<String> diff = ChampionFiles.diff(outcome.contender(before).values(), one.values());
            blocks.add(new Diff(diff.subList(0, Math.min(MOST_DIFF, diff.size()))));
        }
        if (blocks.isEmpty()) {
            blocks.add(new Prose("Nothing."));
        }
        return blocks;
    }

    /** Returns a decision in words. */
    static String certainty(ImprovementCandidate one) {
        String by = one.proposer()
                + (one.patch().cause().isEmpty()
                        ? ""
                        : ", against " + DisplayFormat.words(one.patch().cause()));
        return one.tested()
                .map(tested -> DisplayFormat.change(tested.gain()) + " on " + tested.compared()
                        + " that no proposer saw (95 % interval " + tested.interval() + "), tested at "
                        + DisplayFormat.level(tested.level()) + "; by " + by + ".")
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
                        Double.isNaN(one.gain()) ? "–" : DisplayFormat.change(one.gain()),
                        one.verdict().words(),
                        one.tested().isPresent() ? certainty(one) + " " + one.reason() : one.reason()))
                .toList();
        return List.of(
                rows.isEmpty()
                        ? new Prose("Nothing else was tried.")
                        : new DataTable(
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

    private static String reached(ImprovementCandidate one) {
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
                        + DisplayFormat.level(rule.alpha()) + ", over "
                        + plan.budget().tests() + (plan.races() ? " changes" : " tests") + ", of which " + tests
                        + " were made.";
        List<List<String>> rows = outcome.credits().entrySet().stream()
                .map(entry -> List.of(
                        entry.getKey(), String.valueOf(entry.getValue()[0]), String.valueOf(entry.getValue()[1])))
                .toList();
        return List.of(
                new Prose(split.sentence() + " " + promise),
                new Prose(
                        plan.races()
                                ? "A pair of episodes plays one task twice, once with a random half of the undecided changes and once"
                                        + " with the others, so that each pair tells of every change. A change is kept once it leads by"
                                        + " more than chance explains, looked at every "
                                        + ImprovePlan.Racing.EVERY
                                        + " pairs. The figure to take is that of the confirmation."
                                : "A change is tried on "
                                        + Math.min(
                                                plan.minibatch(), split.train().size())
                                        + " training tasks first, then on all of them, and then tested beside the champion on tasks that no"
                                        + " proposer sees. What was chosen looks better than it is, so the figure to take is that of the"
                                        + " confirmation."),
                new DataTable(
                        "Whose proposals helped on training tasks",
                        List.of(Column.name("proposer"), Column.number("helped"), Column.number("did not")),
                        rows));
    }
}
