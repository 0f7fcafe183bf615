package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.compare.FactorialRace.Arms;
import dev.guerdon.lab.compare.FactorialRace.Plan;
import dev.guerdon.lab.compare.FactorialRace.Standing;
import dev.guerdon.lab.compare.FactorialRace.Status;
import dev.guerdon.lab.spi.LabException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FactorialRaceTest {

    private static final Set<String> NOBODY = Set.of();

    private static FactorialRace race(Plan plan, int tasks, String... changes) {
        FactorialRace race = new FactorialRace(plan, schedule(tasks));
        for (String change : changes) {
            race.join(change, NOBODY);
        }
        return race;
    }

    private static PairSchedule schedule(int tasks) {
        return new PairSchedule(IntStream.range(0, tasks).mapToObj(i -> "t" + i).toList(), Map.of(), 1);
    }

    private static Standing of(FactorialRace race, String change) {
        return race.standings().stream()
                .filter(one -> one.change().equals(change))
                .findFirst()
                .orElseThrow();
    }

    /** Plays pairs in which the arm with the change earns a fixed difference more. */
    private static void play(FactorialRace race, int pairs, String change, double difference) {
        for (int i = 0; i < pairs && race.undecided().contains(change); i++) {
            Arms arms = race.draw(race.played());
            double side = arms.first().contains(change) ? 1 : arms.second().contains(change) ? -1 : 0;
            race.add(arms, 0.5 + side * difference / 2, 0.5 - side * difference / 2);
        }
    }

    /** All draws of all coins, for two changes that do nothing: the chance to keep one of them is counted, not drawn. */
    @Test
    void chanceToKeepAUselessChangeIsAtMostAlphaWhateverTheRewards() {
        // The first arm always wins, wins by graded amounts, or now and then nothing comes out: coins decide alone.
        double[][] worlds = {{1, 1, 1, 1, 1, 1}, {1, 0.5, 0.3, 1, 0.02, 0.9}, {1, 0, 1, 1, 0, 1}};
        for (double[] world : worlds) {
            for (double alpha : new double[] {0.05, 0.2, 0.5}) {
                int kept = 0;
                for (int coins = 0; coins < 1 << 12; coins++) {
                    FactorialRace race = race(new Plan(alpha, 2, 6, 2, 1), 6, "a", "b");
                    for (int pair = 0; pair < 6; pair++) {
                        Set<String> first = new TreeSet<>();
                        Set<String> second = new TreeSet<>();
                        (((coins >> (2 * pair)) & 1) == 1 ? first : second).add("a");
                        (((coins >> (2 * pair + 1)) & 1) == 1 ? first : second).add("b");
                        race.add(new Arms(first, second), world[pair], 0);
                    }
                    kept += race.standings().stream().anyMatch(one -> one.status() == Status.KEPT) ? 1 : 0;
                }
                assertThat(kept / 4096.0).as("alpha %s", alpha).isLessThanOrEqualTo(alpha);
                if (alpha == 0.5) {
                    assertThat(kept / 4096.0).as("alpha is used").isGreaterThan(0.1);
                }
            }
        }
    }

    @Test
    void changeThatAlwaysWinsIsKeptAtTheFirstLookThatAllowsIt() {
        // 0.05 / 8 * ln(1 + 1.718 * 10 / 300) = 0.00035 and 10 wins have 0.00098; at 20 pairs 20 wins are far beyond.
        FactorialRace race = race(new Plan(0.05, 8, 300, 10, 1), 100, "good", "other");
        play(race, 300, "good", 1);
        assertThat(race.played()).isEqualTo(20);
        Standing good = of(race, "good");
        assertThat(good.status()).isEqualTo(Status.KEPT);
        assertThat(good.wins()).isEqualTo(20);
        assertThat(good.sturdy()).isTrue();
        assertThat(good.level()).isEqualTo(0.05 / 8);
        assertThat(of(race, "other").level()).as("passed on").isEqualTo(0.05 / 7);
    }

    @Test
    void exactlyTwoPairsDecideOnlyAtAnAlphaThatTheyCanReach() {
        FactorialRace just = race(new Plan(0.25, 1, 2, 2, 1), 2, "a");
        play(just, 2, "a", 1);
        assertThat(of(just, "a").status()).isEqualTo(Status.KEPT);
        FactorialRace below = race(new Plan(0.2499, 1, 2, 2, 1), 2, "a");
        play(below, 2, "a", 1);
        assertThat(of(below, "a").status()).isEqualTo(Status.UNSURE);
    }

    @Test
    void losersAreDroppedFromThreeTenthsOnAndPassNothingOn() {
        FactorialRace race = race(new Plan(0.05, 4, 100, 10, 1), 50, "bad", "other");
        play(race, 20, "bad", -1);
        assertThat(of(race, "bad").status()).isEqualTo(Status.UNDECIDED);
        play(race, 10, "bad", -1);
        assertThat(of(race, "bad").status()).isEqualTo(Status.FUTILE);
        assertThat(of(race, "other").level()).isEqualTo(0.05 / 4);
    }

    @Test
    void changesThatNeverMatterAreUnsureAtTheEndAndTheRaceEnds() {
        FactorialRace race = race(new Plan(0.05, 2, 40, 10, 1), 10, "a", "b");
        for (int i = 0; i < 40; i++) {
            race.add(race.draw(i), 1, 1);
        }
        assertThat(race.standings()).allMatch(one -> one.status() == Status.UNSURE && one.wins() == 0);
        assertThat(race.undecided()).isEmpty();
    }

    @Test
    void armsAreComplementsAndTheSameWheneverTheyAreDrawn() {
        FactorialRace race = race(new Plan(0.05, 4, 100, 10, 1), 10, "a", "b", "c", "d");
        Set<Arms> seen = new java.util.HashSet<>();
        for (int pair = 0; pair < 200; pair++) {
            Arms arms = race.draw(pair);
            assertThat(arms).isEqualTo(race.draw(pair));
            Set<String> both = new TreeSet<>(arms.first());
            both.addAll(arms.second());
            assertThat(both).containsExactly("a", "b", "c", "d");
            assertThat(arms.first().size() + arms.second().size()).isEqualTo(4);
            seen.add(arms);
        }
        assertThat(seen).as("all 16 halves").hasSize(16);
    }

    @Test
    void levelsOfOneFactorMeetWhatStandsAndNeverEachOther() {
        FactorialRace race = race(new Plan(0.05, 4, 100, 10, 1), 10, "free");
        race.join("short", NOBODY);
        race.join("long", Set.of("short"));
        for (int pair = 0; pair < 100; pair++) {
            Arms arms = race.draw(pair);
            Set<String> both = new TreeSet<>(arms.first());
            both.addAll(arms.second());
            assertThat(both).hasSize(2).contains("free");
        }
        play(race, 100, "long", 1);
        assertThat(of(race, "long").status()).isEqualTo(Status.KEPT);
        assertThat(of(race, "short").differences())
                .as("what stands is another state now")
                .isEmpty();
    }

    @Test
    void lateChangesHaveAPlanOfTheirOwnAndNoMoreComeThanThePlanReserves() {
        FactorialRace race = race(new Plan(0.05, 2, 30, 10, 1), 10, "early");
        for (int i = 0; i < 20; i++) {
            race.add(race.draw(i), 1, 1);
        }
        race.join("late", NOBODY);
        assertThatThrownBy(() -> race.join("third", NOBODY))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("for 2 changes");
        for (int i = 20; i < 30; i++) {
            race.add(race.draw(i), 1, 1);
        }
        assertThat(of(race, "early").status()).isEqualTo(Status.UNSURE);
        assertThat(race.undecided()).containsExactly("late");
        assertThat(of(race, "late").pairs()).isEqualTo(10);
    }

    @Test
    void missingPairsCountForNeitherAndTheWorstCaseIsTold() {
        FactorialRace few = race(new Plan(0.05, 1, 100, 10, 1), 10, "a");
        FactorialRace many = race(new Plan(0.05, 1, 100, 10, 1), 10, "a");
        for (int i = 0; i < 10; i++) {
            Arms arms = few.draw(i);
            boolean has = arms.first().contains("a");
            few.add(arms, has ? 1 : 0, has ? 0 : 1);
            many.add(arms, i < 2 ? Double.NaN : has ? 1 : 0, has ? 0 : 1);
        }
        assertThat(of(few, "a").status()).isEqualTo(Status.KEPT);
        assertThat(of(few, "a").sturdy()).isTrue();
        Standing kept = of(many, "a");
        assertThat(kept.status()).isEqualTo(Status.KEPT);
        assertThat(kept.pairs()).isEqualTo(8);
        assertThat(kept.missing()).isEqualTo(2);
        assertThat(kept.sturdy()).as("8 wins and 2 losses do not reach it").isFalse();
    }

    @Test
    void pairsOfAClusterAreOneStep() {
        // Ten tasks of one document: twenty wins are two steps, which no boundary of 0.05 lets through.
        Map<String, String> one = new java.util.HashMap<>();
        IntStream.range(0, 10).forEach(i -> one.put("t" + i, "document"));
        FactorialRace race = new FactorialRace(
                new Plan(0.05, 1, 20, 10, 1), new PairSchedule(schedule(10).tasks(), one, 1));
        race.join("a", NOBODY);
        play(race, 20, "a", 1);
        assertThat(of(race, "a").status()).isEqualTo(Status.UNSURE);
        FactorialRace alone = race(new Plan(0.05, 1, 20, 10, 1), 10, "a");
        play(alone, 20, "a", 1);
        assertThat(of(alone, "a").status()).isEqualTo(Status.KEPT);
    }

    @Test
    void tasksOfAClusterComeTogetherAndEachRoundHasAllTasks() {
        Map<String, String> clusters = Map.of("t0", "x", "t3", "x", "t7", "x");
        PairSchedule schedule = new PairSchedule(schedule(10).tasks(), clusters, 5);
        for (int round = 0; round < 3; round++) {
            int from = 10 * round;
            List<String> order =
                    IntStream.range(from, from + 10).mapToObj(schedule::task).toList();
            assertThat(order).containsExactlyInAnyOrderElementsOf(schedule.tasks());
            int first = IntStream.range(0, 10)
                    .filter(i -> clusters.containsKey(order.get(i)))
                    .findFirst()
                    .orElseThrow();
            assertThat(order.subList(first, first + 3)).containsExactlyInAnyOrder("t0", "t3", "t7");
            assertThat(IntStream.range(from, from + 10).filter(schedule::endsCluster))
                    .hasSize(8);
        }
    }

    @Test
    void raceGoesOnFromTheListOfPairs() {
        record Played(Arms arms, double first, double second) {}
        List<Played> pairs = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(4);
        FactorialRace race = race(new Plan(0.05, 3, 100, 10, 1), 25, "a", "b", "c");
        while (race.played() < 70) {
            Arms arms = race.draw(race.played());
            pairs.add(new Played(arms, random.nextInt(5) / 4.0, arms.second().contains("b") ? 1 : random.nextDouble()));
            race.add(arms, pairs.getLast().first(), pairs.getLast().second());
        }
        FactorialRace again = race(new Plan(0.05, 3, 100, 10, 1), 25, "a", "b", "c");
        pairs.forEach(one -> again.add(one.arms(), one.first(), one.second()));
        assertThat(again.standings()).isEqualTo(race.standings());
        assertThat(again.draw(70)).isEqualTo(race.draw(70));
    }

    @Test
    void rewardBeyondTheRangeIsRefused() {
        FactorialRace race = race(new Plan(0.05, 1, 10, 10, 1), 10, "a");
        assertThatThrownBy(() -> race.add(race.draw(0), 3, 0)).hasMessageContaining("the 'range' of this reward");
    }
}
