package dev.guerdon.lab.session;

import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Sessions for tests: settings {@code a}, {@code b}, ... that are on or off, a number and a section. */
final class Sessions {

    private Sessions() {}

    static final Patch.Space SPACE = space();

    private static Patch.Space space() {
        Map<String, Patch.Target> targets = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (String name : List.of("a", "b", "c", "d")) {
            targets.put("set." + name, new Patch.Target(Patch.Kind.SETTING, name, Domain.FLAG, 100));
            values.put("set." + name, "off");
        }
        targets.put("set.limit", new Patch.Target(Patch.Kind.SETTING, "limit", Domain.whole(1, 64, "tokens"), 100));
        values.put("set.limit", "4");
        targets.put("prompt.10-task.md", new Patch.Target(Patch.Kind.SECTION, "10-task.md", Domain.TEXT, 200));
        values.put("prompt.10-task.md", "Do the task.");
        return new Patch.Space(targets, values);
    }

    static ImprovePlan plan(AcceptanceRule rule, ImprovePlan.Budget budget) {
        return plan(rule, budget, 1);
    }

    static ImprovePlan plan(AcceptanceRule rule, ImprovePlan.Budget budget, long seed) {
        IterationPlan base = new IterationPlan(
                "test",
                "none",
                new Candidate("start", Map.of(), "", "", ""),
                List.of(),
                "",
                1,
                seed,
                0,
                new IterationPlan.Execution(1, 0),
                rule,
                IterationPlan.Code.HERE,
                "text");
        return new ImprovePlan(
                base, ImprovePlan.Changeable.NOTHING, List.of(), List.of(), 0.5, 6, budget, ImprovePlan.Racing.USUAL);
    }

    /** Forty tasks: 16 to learn from, 16 to test, 8 apart. */
    static TaskSplit split() {
        return new TaskSplit(names(0, 16), names(16, 32), names(32, 40));
    }

    static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "t" + i).toList();
    }

    static ImprovementLoop session(ImprovePlan plan, CandidateRunner bench, Path folder, Proposer... proposers) {
        return new ImprovementLoop(
                plan, split(), SPACE, bench, List.of(proposers), (patch, at) -> Optional.empty(), folder, true);
    }

    static Patch on(String name) {
        return Patch.of("switch " + name + " on", "lost", "It may help.", "set." + name, "on");
    }

    /** Proposes the same patches each time. */
    static Proposer fixed(Patch... patches) {
        return proposer("fixed", scene -> Proposer.Proposed.of(List.of(patches)));
    }

    /** A proposer that reads no episodes. */
    static Proposer listed(String name, Function<Proposer.Scene, Proposer.Proposed> answer) {
        return new Proposer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Proposed propose(Scene scene) {
                return answer.apply(scene);
            }

            @Override
            public boolean readsEpisodes() {
                return false;
            }
        };
    }

    static Proposer proposer(String name, Function<Proposer.Scene, Proposer.Proposed> answer) {
        return new Proposer() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Proposed propose(Scene scene) {
                return answer.apply(scene);
            }
        };
    }
}
