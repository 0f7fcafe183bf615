package dev.guerdon.lab.session;

import static dev.guerdon.lab.session.Sessions.fixed;
import static dev.guerdon.lab.session.Sessions.on;
import static dev.guerdon.lab.session.Sessions.plan;
import static dev.guerdon.lab.session.Sessions.proposer;
import static dev.guerdon.lab.session.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.Episodes;
import dev.guerdon.lab.compare.FactorialRace;
import dev.guerdon.lab.compare.RacePower;
import dev.guerdon.lab.session.ImprovementCandidate.Stage;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImprovementLoopTest {

    private static final ImprovementListener NOBODY = new ImprovementListener() {};
    private static final AcceptanceRule MEAN =
            new AcceptanceRule(AcceptanceRule.Test.MEAN, 0.05, 0, false, -1, List.of(), 1, Double.NaN, "", true);
    private static final ImprovePlan.Budget NONE = ImprovePlan.Budget.NONE;

    @TempDir
    Path folder;

    private static boolean is(Map<String, String> values, String name) {
        return "on".equals(values.get("set." + name));
    }

    private static int number(String task) {
        return Integer.parseInt(task.substring(1));
    }

    private static ImprovementCandidate titled(ImprovementLoop.Outcome outcome, String title) {
        return outcome.contenders().stream()
                .filter(one -> one.patch().title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void changesThatHelpAreKeptAndConfirmedOnTasksThatNothingSaw() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.2 + (is(values, "a") ? 0.7 : 0));
        ImprovementLoop.Outcome outcome = session(
                        plan(AcceptanceRule.usual(), NONE), bench, folder, fixed(on("b"), on("a")))
                .run(NOBODY, contender -> {});
        assertThat(outcome.kept().stream().map(one -> one.patch().title())).containsExactly("switch a on");
        assertThat(outcome.champion().values()).containsEntry("set.a", "on").containsEntry("set.b", "off");
        ImprovementCandidate.Tested tested = outcome.champion().tested().orElseThrow();
        assertThat(tested.gain()).isCloseTo(0.7, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(tested.tasks()).isEqualTo(16);
        Held held = outcome.held().orElseThrow();
        assertThat(held.apart()).isTrue();
        assertThat(held.mean()).isCloseTo(0.9, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(outcome.ended()).contains("No proposer has anything new");
        assertThat(outcome.complete()).isTrue();
    }

    @Test
    void remedyThatHelpsTrainingAloneIsNotKept() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> 0.5 + (is(values, "a") ? (number(task) < 16 ? 0.4 : -0.3) : 0));
        ImprovementLoop.Outcome outcome =
                session(plan(MEAN, NONE), bench, folder, fixed(on("a"))).run(NOBODY, contender -> {});
        assertThat(outcome.kept()).isEmpty();
        ImprovementCandidate rejected = titled(outcome, "switch a on");
        assertThat(rejected.stage()).isEqualTo(Stage.TESTED);
        assertThat(rejected.verdict()).isEqualTo(Verdict.ROLLED_BACK);
        assertThat(outcome.held()).isEmpty();
    }

    @Test
    void championThatHurtsTheHoldOutIsCalledSo() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> 0.5 + (is(values, "a") ? (number(task) < 32 ? 0.4 : -0.3) : 0));
        ImprovementLoop.Outcome outcome =
                session(plan(MEAN, NONE), bench, folder, fixed(on("a"))).run(NOBODY, contender -> {});
        assertThat(outcome.kept()).hasSize(1);
        Held held = outcome.held().orElseThrow();
        assertThat(held.worse()).isTrue();
        assertThat(held.selected()).isCloseTo(0.9, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(held.mean()).isCloseTo(0.2, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(held.sentence()).contains("not better there", "take the first");
    }

    @Test
    void proposersNeverSeeATaskBeyondTraining() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.2 + (is(values, "a") ? 0.5 : 0));
        bench.cause = "lost";
        List<Proposer.Scene> scenes = new ArrayList<>();
        session(plan(MEAN, NONE), bench, folder, proposer("spy", scene -> {
                    scenes.add(scene);
                    return Proposer.Proposed.of(List.of(on("a"), on("b"), on("c")));
                }))
                .run(NOBODY, contender -> {});
        assertThat(scenes).hasSizeGreaterThan(2);
        List<String> hidden = Sessions.names(16, 40);
        for (Proposer.Scene scene : scenes) {
            Set<String> seen = new HashSet<>();
            scene.diagnosis().episodes().forEach(one -> seen.add(one.episode().task()));
            scene.pool().forEach(rival -> seen.addAll(rival.rewards().keySet()));
            assertThat(seen).isNotEmpty().doesNotContainAnyElementsOf(hidden);
            String said = scene.history().toString();
            assertThat(hidden).noneMatch(task -> said.contains(task + " ") || said.contains("gold of " + task));
        }
        assertThat(bench.diagnosed).doesNotContainAnyElementsOf(hidden);
    }

    @Test
    void historyTellsOfATestOnlyWhetherItWasKept() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> 0.5 + (is(values, "a") ? (number(task) < 16 ? 0.4 : -0.123) : 0));
        List<String> told = new ArrayList<>();
        session(plan(MEAN, NONE), bench, folder, proposer("spy", scene -> {
                    scene.history().forEach(one -> told.add(one.outcome()));
                    return Proposer.Proposed.of(List.of(on("a"), on("b")));
                }))
                .run(NOBODY, contender -> {});
        assertThat(told).isNotEmpty().noneMatch(text -> text.contains("123"));
    }

    @Test
    void sameStateIsNeverRunTwice() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.2 + (is(values, "a") ? 0.5 : 0));
        session(
                        plan(MEAN, NONE),
                        bench,
                        folder,
                        fixed(on("a"), on("a"), on("b")),
                        proposer("echo", scene -> Proposer.Proposed.of(List.of(on("a")))))
                .run(NOBODY, contender -> {});
        assertThat(bench.ran).doesNotHaveDuplicates();
    }

    @Test
    void patchOutsideOfItsRangeIsRefusedWithoutAnEpisode() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.5);
        Patch wide = Patch.of("far too much", "", "", "set.limit", "65");
        Patch unknown = Patch.of("another thing", "", "", "set.e", "on");
        Patch half = Patch.of("no whole number", "", "", "set.limit", "4.5");
        Patch text = Patch.of("long text", "", "", "prompt.10-task.md", "x".repeat(201));
        ImprovementLoop.Outcome outcome = session(plan(MEAN, NONE), bench, folder, fixed(wide, unknown, half, text))
                .run(NOBODY, contender -> {});
        assertThat(bench.ran).hasSize(32);
        assertThat(titled(outcome, "far too much").reason()).contains("from 1 to 64", "'65'");
        assertThat(titled(outcome, "another thing").reason()).contains("does not let 'set.e' change");
        assertThat(titled(outcome, "no whole number").reason()).contains("whole number");
        assertThat(titled(outcome, "long text").reason()).contains("at most 200 characters");
    }

    @Test
    void proposerOfNonsenseDoesNotKeepTheSessionBusyForEver() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.5);
        ImprovementLoop.Outcome outcome = session(
                        plan(MEAN, NONE),
                        bench,
                        folder,
                        proposer(
                                "nonsense",
                                scene -> Proposer.Proposed.of(List.of(Patch.of(
                                        "n" + scene.history().size(),
                                        "",
                                        "",
                                        "set.none" + scene.history().size(),
                                        "1")))))
                .run(NOBODY, contender -> {});
        assertThat(outcome.contenders()).hasSizeLessThan(30);
    }

    @Test
    void budgetThatEndsInMidBatchLeavesTheChangeUndecidedAndStillConfirms() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> 0.1 + (is(values, "a") ? 0.4 : 0) + (is(values, "b") ? 0.4 : 0));
        // The start needs 32, the first change 32, the confirmation 16: the second change ends within its training
        // tasks.
        ImprovePlan.Budget budget = new ImprovePlan.Budget(32 + 32 + 16 + 9, 0, 0, Duration.ZERO, 10, 0);
        ImprovementLoop.Outcome outcome = session(plan(MEAN, budget), bench, folder, fixed(on("a"), on("b")))
                .run(NOBODY, contender -> {});
        assertThat(outcome.ended()).isEqualTo("The budget of episodes is spent.");
        assertThat(titled(outcome, "switch b on").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(outcome.kept()).hasSize(1);
        assertThat(outcome.held()).isPresent();
        assertThat(bench.ran).hasSizeLessThanOrEqualTo(89);
        assertThat(outcome.spent().episodes()).isEqualTo(bench.ran.size());
    }

    @Test
    void budgetOfTokensAndMoneyEndsTheSession() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.5);
        bench.usage = new Usage(1, 90, 10, 0.01);
        ImprovePlan.Budget tokens = new ImprovePlan.Budget(0, 5_000, 0, Duration.ZERO, 10, 0);
        assertThat(session(plan(MEAN, tokens), bench, folder.resolve("t"), fixed(on("a"), on("b")))
                        .run(NOBODY, contender -> {})
                        .ended())
                .isEqualTo("The budget of tokens is spent.");
        ImprovePlan.Budget money = new ImprovePlan.Budget(0, 0, 0.5, Duration.ZERO, 10, 0);
        assertThat(session(plan(MEAN, money), bench, folder.resolve("m"), fixed(on("a"), on("b")))
                        .run(NOBODY, contender -> {})
                        .ended())
                .isEqualTo("The budget of money is spent.");
    }

    @Test
    void budgetThatCannotEvenRunTheStartIsRefused() {
        assertThatThrownBy(() -> session(
                        plan(MEAN, new ImprovePlan.Budget(20, 0, 0, Duration.ZERO, 10, 0)),
                        SimulatedBench.of((values, task) -> 0.5),
                        folder,
                        fixed(on("a"))))
                .isInstanceOf(LabException.class)
                .hasMessageContainingAll("20 episodes is too small", "49");
    }

    @Test
    void missingRewardsAreMissingAndNotNothing() throws Exception {
        // What fails is missing on both sides; the candidate that loses its environment everywhere is not "0".
        SimulatedBench bench = new SimulatedBench(
                (values, task, repeat, seed) -> is(values, "a") ? OptionalDouble.empty() : OptionalDouble.of(0.5));
        ImprovementLoop.Outcome outcome =
                session(plan(MEAN, NONE), bench, folder, fixed(on("a"))).run(NOBODY, contender -> {});
        ImprovementCandidate lost = titled(outcome, "switch a on");
        assertThat(lost.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(lost.reason()).contains("has a score");
        assertThat(lost.gain()).isNaN();
        SimulatedBench nothing = new SimulatedBench((values, task, repeat, seed) -> OptionalDouble.empty());
        assertThatThrownBy(() -> session(plan(MEAN, NONE), nothing, folder.resolve("n"), fixed(on("a")))
                        .run(NOBODY, contender -> {}))
                .hasMessageContaining("none of the 16 episodes of the start has a score");
    }

    @Test
    void candidateWithSomeMissingRewardsThatCouldTurnTheTestIsUndecided() throws Exception {
        SimulatedBench bench = new SimulatedBench(
                (values, task, repeat, seed) -> is(values, "a") && number(task) >= 16 && number(task) < 26
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(is(values, "a") ? 0.6 : 0.5));
        ImprovementLoop.Outcome outcome =
                session(plan(MEAN, NONE), bench, folder, fixed(on("a"))).run(NOBODY, contender -> {});
        assertThat(titled(outcome, "switch a on").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(outcome.kept()).isEmpty();
    }

    @Test
    void raceOfNumbersHalvesAndItsWinnerIsTested() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> Math.min(1, Double.parseDouble(values.get("set.limit")) / 32));
        List<Patch> arms = List.of(limit("2"), limit("8"), limit("16"), limit("32"));
        ImprovementLoop.Outcome outcome = session(
                        plan(MEAN, NONE), bench, folder, proposer("tune", scene -> Proposer.Proposed.race(arms)))
                .run(NOBODY, contender -> {});
        assertThat(outcome.champion().values()).containsEntry("set.limit", "32");
        assertThat(titled(outcome, "limit 2").train()).hasSize(3);
        assertThat(titled(outcome, "limit 16").train()).hasSize(6);
        assertThat(titled(outcome, "limit 32").train()).hasSize(16);
    }

    private static Patch limit(String value) {
        return Patch.of("limit " + value, "", "", "set.limit", value);
    }

    private static final AcceptanceRule RACE = AcceptanceRule.of(AcceptanceRule.Test.RACE);

    private ImprovementLoop.Outcome raced(SimulatedBench bench, ImprovePlan.Budget budget, Proposer... proposers)
            throws Exception {
        return session(plan(RACE, budget), bench, folder, proposers).run(NOBODY, contender -> {});
    }

    @Test
    void changesRaceTogetherAndWhatHelpsStandsOnWhatWasKeptBefore() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) ->
                0.1 + (is(values, "a") ? 0.3 : 0) + (is(values, "b") ? 0.4 : 0) - (is(values, "c") ? 0.1 : 0));
        ImprovementLoop.Outcome outcome = raced(bench, NONE, fixed(on("a"), on("b"), on("c")));
        assertThat(outcome.kept().stream().map(one -> one.patch().title()))
                .containsExactlyInAnyOrder("switch a on", "switch b on");
        assertThat(outcome.champion().values())
                .containsEntry("set.a", "on")
                .containsEntry("set.b", "on")
                .containsEntry("set.c", "off");
        assertThat(titled(outcome, "switch c on").verdict()).isEqualTo(Verdict.ROLLED_BACK);
        assertThat(outcome.champion().tested().orElseThrow().compared()).contains("pairs");
        assertThat(outcome.held().orElseThrow().apart()).isTrue();
        assertThat(outcome.ended()).contains("No proposer has anything new");
    }

    @Test
    void listedChangesNeedNoTrainingAndNoEpisodeIsRunTwice() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.2 + (is(values, "b") ? 0.5 : 0));
        Proposer listed = Sessions.listed("plan", scene -> Proposer.Proposed.of(List.of(on("a"), on("b"))));
        ImprovementLoop.Outcome outcome = raced(bench, NONE, listed);
        assertThat(outcome.kept()).hasSize(1);
        assertThat(bench.ran)
                .doesNotHaveDuplicates()
                .noneMatch(one -> Sessions.names(0, 16).contains(one.split("/", -1)[1]));
        assertThat(outcome.spent().episodes()).isEqualTo(bench.ran.size());
    }

    @Test
    void valuesOfOneTargetAreLevelsAndOnlyTheBestStands() throws Exception {
        SimulatedBench bench =
                SimulatedBench.of((values, task) -> Math.min(1, Double.parseDouble(values.get("set.limit")) / 32));
        ImprovementLoop.Outcome outcome = raced(
                bench,
                NONE,
                proposer("tune", scene -> Proposer.Proposed.race(List.of(limit("2"), limit("16"), limit("32")))));
        assertThat(outcome.champion().values()).containsEntry("set.limit", "32");
        assertThat(titled(outcome, "limit 2").verdict()).isEqualTo(Verdict.ROLLED_BACK);
    }

    @Test
    void changeMadeOfOthersDoesNotJoinBesideThem() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.5);
        ImprovementLoop.Outcome outcome = raced(bench, NONE, fixed(on("a"), on("a").and(on("b"), "both"), on("b")));
        assertThat(outcome.contenders())
                .hasSize(3)
                .noneMatch(one -> one.patch().title().equals("both"));
    }

    @Test
    void changeThatIsPartOfOneThatWasKeptIsNotRacedOn() throws Exception {
        SimulatedBench bench = SimulatedBench.of(
                (values, task) -> is(values, "a") && is(values, "b") ? 0.9 : is(values, "a") ? 0.11 : 0.1);
        ImprovementLoop.Outcome outcome = raced(
                bench,
                NONE,
                proposer(
                        "all",
                        scene -> Proposer.Proposed.race(List.of(on("a"), on("a").and(on("b"), "both"), on("c")))));
        assertThat(outcome.kept()).extracting(one -> one.patch().title()).containsExactly("both");
        assertThat(outcome.contenders())
                .filteredOn(one -> one.patch().title().equals("switch a on"))
                .singleElement()
                .satisfies(one -> assertThat(one.reason()).contains("part of what was kept"));
        assertThat(bench.ran).hasSizeLessThan(300);
    }

    @Test
    void raceThatRunsOutOfItsBudgetLeavesTheRestUndecidedAndConfirms() throws Exception {
        SimulatedBench bench = new SimulatedBench((values, task, repeat, seed) -> OptionalDouble.of(
                new SplittableRandom((values + task + seed).hashCode()).nextDouble() < (is(values, "a") ? 0.9 : 0.1)
                        ? 1
                        : 0));
        bench.usage = new Usage(1, 90, 10, 0.01);
        ImprovePlan.Budget tokens = new ImprovePlan.Budget(0, 14_000, 0, Duration.ZERO, 4, 0);
        ImprovementLoop.Outcome outcome = raced(bench, tokens, fixed(on("a"), on("b"), on("c"), on("d")));
        assertThat(outcome.ended()).isEqualTo("The budget of tokens is spent.");
        assertThat(outcome.champion().patch().title()).isEqualTo("switch a on");
        assertThat(outcome.contenders()).anyMatch(one -> one.verdict() == Verdict.UNDECIDED);
        assertThat(outcome.held()).isPresent();
    }

    @Test
    void pairWithoutAScoreIsPlayedOnceMoreAndThenLeftOut() throws Exception {
        SimulatedBench bench = new SimulatedBench((values, task, repeat, seed) ->
                task.equals("t16") ? OptionalDouble.empty() : OptionalDouble.of(is(values, "a") ? 0.9 : 0.1));
        ImprovementLoop.Outcome outcome = raced(bench, NONE, fixed(on("a")));
        ImprovementCandidate kept = titled(outcome, "switch a on");
        assertThat(kept.verdict()).isEqualTo(Verdict.KEPT);
        long lost = bench.ran.stream().filter(one -> one.contains("/t16/")).count();
        assertThat(lost).as("both arms, twice").isEqualTo(4);
        assertThat(kept.reason())
                .contains("1 pair without a score left out", "even if all of these had gone against it");
    }

    @Test
    void raceWithoutAnyScoreEndsAfterItsFirstPairs() {
        SimulatedBench nothing = new SimulatedBench((values, task, repeat, seed) -> OptionalDouble.empty());
        Proposer listed = Sessions.listed("plan", scene -> Proposer.Proposed.of(List.of(on("a"))));
        assertThatThrownBy(() -> raced(nothing, NONE, listed))
                .hasMessageContainingAll("none of the first 20 episodes", "the environment was lost");
        assertThat(nothing.ran).as("each pair is played once more").hasSize(40);
    }

    @Test
    void costlyProposerIsAskedForTheSecondHalfOnlyAfterTheFirstIsDecided() throws Exception {
        SimulatedBench bench = SimulatedBench.of((values, task) -> 0.5);
        List<Integer> episodes = new ArrayList<>();
        Proposer costly = new Proposer() {
            @Override
            public String name() {
                return "costly";
            }

            @Override
            public boolean costly() {
                return true;
            }

            @Override
            public Proposed propose(Scene scene) {
                episodes.add(bench.ran.size());
                return Proposed.of(List.of(on(List.of("a", "b", "c", "d").get(episodes.size() - 1))));
            }
        };
        ImprovePlan.Budget four = new ImprovePlan.Budget(0, 0, 0, Duration.ZERO, 4, 0);
        List<String> notices = new ArrayList<>();
        ImprovementLoop.Outcome outcome = session(plan(RACE, four), bench, folder, costly)
                .run(
                        new ImprovementListener() {
                            @Override
                            public void notice(String sentence) {
                                notices.add(sentence);
                            }
                        },
                        contender -> {});
        assertThat(episodes).hasSize(4);
        assertThat(episodes.subList(0, 2)).as("after training").containsOnly(16);
        assertThat(episodes.get(2)).isGreaterThan(episodes.get(1));
        assertThat(outcome.ended()).contains("All 4 changes");
        assertThat(notices).contains("Waiting for the proposer 'costly' to answer.");
    }

    @Test
    void raceIsToldWhatItCanFindAndRefusedWhereThatIsNothing() {
        List<Episode> good = Sessions.names(0, 20).stream()
                .map(task -> Episodes.scored(task, 0, 1))
                .toList();
        FactorialRace.Plan usual = new FactorialRace.Plan(0.05, 8, 300, 10, 1);
        assertThat(RacePower.of(usual, RACE, List.of(), 1).smallest().orElseThrow())
                .isBetween(0.1, 0.25);
        assertThat(RacePower.of(usual, RACE, List.of(), 1).hopeless()).isEmpty();
        assertThat(RacePower.of(usual, RACE, good, 1).hopeless().orElseThrow()).contains("no gain at all");
        FactorialRace.Plan small = new FactorialRace.Plan(0.05, 8, 10, 10, 1);
        assertThat(RacePower.of(small, RACE, List.of(), 1).hopeless()).isPresent();
    }

    @Test
    @Tag("slow")
    void uselessChangesAreSeldomKeptUnderNoise() throws Exception {
        int kept = 0;
        int sessions = 30;
        for (int i = 0; i < sessions; i++) {
            long session = i;
            SimulatedBench bench = new SimulatedBench((values, task, repeat, seed) -> OptionalDouble.of(
                    // Random gives nearly the same first number for seeds that are near each other; this one mixes
                    // them.
                    new SplittableRandom((values + task + seed + session).hashCode()).nextInt(2)));
            ImprovementLoop.Outcome outcome = session(
                            plan(AcceptanceRule.usual(), NONE, i),
                            bench,
                            folder.resolve("s" + i),
                            fixed(on("a"), on("b"), on("c"), on("d"), limit("8"), limit("16")))
                    .run(NOBODY, contender -> {});
            kept += outcome.kept().isEmpty() ? 0 : 1;
        }
        assertThat(kept).isLessThanOrEqualTo(3);
    }
}
