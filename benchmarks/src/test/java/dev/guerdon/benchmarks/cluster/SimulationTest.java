package dev.guerdon.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases whose outcome follows from arithmetic, and what must hold whatever is drawn. */
class SimulationTest {

    private static final Cost UNEVEN = new Cost.Lognormal(10, 1);

    private static Outcome run(Machines machines, Rules rules, Stage... stages) {
        return Simulation.run(machines, rules, List.of(stages), 1);
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "7,2,1", "100,10,4", "101,10,4", "3,10,4", "1000,3,7"})
    void equalPiecesTakeAsManyRoundsAsTheyFill(int pieces, int count, int slots) {
        Outcome outcome = run(Machines.ideal(count, slots), Rules.FREE, Stage.equal(pieces, 7));
        double rounds = Math.ceil((double) pieces / (count * slots));
        assertThat(outcome.seconds()).isCloseTo(7 * rounds, within(1e-6));
        assertThat(outcome.usefulSeconds()).isCloseTo(7.0 * pieces, within(1e-6));
        assertThat(outcome.outputs()).isEqualTo(pieces);
        assertThat(outcome.wastedSeconds()).isZero();
    }

    @Test
    void stagesFollowOneAnotherAndStartsComeFirst() {
        Machines machines = Machines.ideal(2, 2).starting(20, 0);
        Outcome outcome = run(machines, Rules.FREE.costing(5, 0, 0), Stage.equal(4, 1), Stage.equal(8, 10));
        assertThat(outcome.seconds()).isCloseTo(5 + 20 + 1 + 20, within(1e-6));
    }

    @Test
    void aFreshExecutorWarmsUpOnceForAllItsSlots() {
        Outcome outcome = run(Machines.ideal(1, 4).starting(0, 8), Rules.FREE, Stage.equal(8, 10));
        assertThat(outcome.seconds()).isCloseTo(2 + 10 + 10, within(1e-6));
    }

    @Test
    void aSlotOfHalfTheSpeedTakesTwiceAsLong() {
        assertThat(run(Machines.ideal(1, 1).atSpeed(0.5), Rules.FREE, Stage.equal(3, 10))
                        .seconds())
                .isCloseTo(60, within(1e-6));
    }

    @Test
    void waitingForAModelTakesAsLongOnASlowSlot() {
        // Three pieces, each of 2 s of work and of 4 requests of 2 s one after the other.
        Stage asking = Stage.of(3, new Cost.Asking(2, 4, 2, 0, 1));
        assertThat(run(Machines.ideal(1, 1).atSpeed(0.5), Rules.FREE, asking).seconds())
                .isCloseTo(3 * (2 / 0.5 + 8), within(1e-6));
    }

    @Test
    void oneSlowMachineTakesFewerPiecesAndTheRestDoTheOthers() {
        // In 30 s the fast one does three pieces and the slow one does one: four pieces, no earlier end.
        Outcome outcome = run(Machines.ideal(2, 1).slow(0.5, 3), Rules.FREE, Stage.equal(4, 10));
        assertThat(outcome.seconds()).isCloseTo(30, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 40})
    void theStoreIsTheLimitWhereAllTogetherReadMoreThanItGives(int count) {
        // 80 pieces of 100 bytes at 50 bytes a second for all, however many machines ask.
        Machines machines = Machines.ideal(count, 2).reading(1000, 50);
        Outcome outcome = run(machines, Rules.FREE, Stage.equal(80, 0.1).moving(90, 10));
        assertThat(outcome.seconds()).isCloseTo(80 * 100 / 50.0, within(2.0));
        assertThat(outcome.bytes()).isCloseTo(8000, within(1e-3));
    }

    @Test
    void theNetworkOfAMachineIsTheLimitWhereItsSlotsReadMoreThanItGives() {
        Machines machines = Machines.ideal(4, 8).reading(100, 1e9);
        Outcome outcome = run(machines, Rules.FREE, Stage.equal(64, 0.1).moving(100, 0));
        assertThat(outcome.seconds()).isCloseTo(64 * 100 / 400.0, within(0.2));
    }

    @Test
    void aSharedModelIsTheLimitWhereAllTogetherAskMoreThanItAnswers() {
        Outcome outcome =
                run(Machines.ideal(10, 4), Rules.FREE, Stage.equal(400, 1).asking(50, 100));
        assertThat(outcome.seconds()).isCloseTo(400 * 50 / 100.0, within(2.0));
    }

    @Test
    void aDriverThatCommitsSlowerThanPiecesEndIsTheLimit() {
        Outcome outcome = run(Machines.ideal(10, 10), Rules.FREE.costing(0, 0, 0.5), Stage.equal(1000, 10));
        assertThat(outcome.seconds()).isCloseTo(10 + 1000 * 0.5, within(1e-6));
        assertThat(outcome.driverBusy()).isGreaterThan(0.95);
    }

    @Test
    void aDriverThatLaunchesSlowerThanPiecesEndIsTheLimitAndSlotsStandIdle() {
        Machines machines = Machines.ideal(10, 10);
        Outcome outcome = run(machines, Rules.FREE.costing(0, 0.5, 0), Stage.equal(1000, 10));
        assertThat(outcome.seconds()).isCloseTo(10 + 1000 * 0.5, within(1e-6));
        assertThat(outcome.utilisation(machines)).isCloseTo(0.2, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aCopyNeverMakesTheJobLaterWhereNothingFails(long seed) {
        Machines machines = Machines.ideal(10, 4).slow(0.2, 5);
        List<Stage> stages = List.of(Stage.of(400, UNEVEN));
        Outcome without = Simulation.run(machines, Rules.FREE, stages, seed);
        Outcome with = Simulation.run(machines, Rules.FREE.speculating(true), stages, seed);
        assertThat(with.seconds()).isLessThanOrEqualTo(without.seconds() + 1e-9);
        assertThat(with.copies()).isPositive();
        assertThat(with.outputs()).isEqualTo(400);
    }

    @Test
    void copiesTakeThePieceOfASlowMachineToAFastOne() {
        // The slow machine needs 200 s for its piece. At 30 s, three times the median, a copy starts elsewhere and
        // takes 10 s.
        Machines machines = Machines.ideal(10, 1).slow(0.1, 20);
        Outcome outcome = run(machines, Rules.FREE.speculating(true), Stage.equal(10, 10));
        assertThat(outcome.seconds()).isCloseTo(40, within(1e-6));
        assertThat(outcome.copies()).isEqualTo(1);
        assertThat(outcome.wastedSeconds()).isCloseTo(40, within(1e-6));
        assertThat(run(machines, Rules.FREE, Stage.equal(10, 10)).seconds()).isCloseTo(200, within(1e-6));
    }

    @Test
    void aPieceThatRunsTooLongIsCutAndItsRestSpreadsOverIdleSlots() {
        // 100 s of work, cut each 10 s: 10 on one slot, then 2 × 10 on two, then 4 × 10 on four, the rest on eight.
        Rules rules = Rules.FREE.cuttingAfter(10);
        Outcome outcome = run(Machines.ideal(1, 8), rules, Stage.equal(1, 100).ofRecords(1000));
        assertThat(outcome.seconds()).isCloseTo(10 + 10 + 10 + 30 / 8.0, within(1e-6));
        assertThat(outcome.cuts()).isEqualTo(1 + 2 + 4);
        assertThat(outcome.outputs()).isEqualTo(1 + 2 + 4 + 8);
        assertThat(outcome.done()).isCloseTo(1, within(1e-9));
        assertThat(outcome.usefulSeconds()).isCloseTo(100, within(1e-6));
    }

    @Test
    void aSingleRecordCannotBeCut() {
        Outcome outcome = run(Machines.ideal(1, 8), Rules.FREE.cuttingAfter(10), Stage.equal(1, 100));
        assertThat(outcome.seconds()).isCloseTo(100, within(1e-6));
        assertThat(outcome.cuts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void failuresNeverMakeEqualPiecesFasterAndCostOnlyWhatRan(long seed) {
        Machines machines = Machines.ideal(20, 4).starting(30, 0);
        List<Stage> stages = List.of(Stage.equal(2000, 60));
        double ideal = Simulation.run(machines, Rules.FREE, stages, seed).seconds();
        Outcome outcome = Simulation.run(machines.failing(1), Rules.FREE, stages, seed);
        assertThat(outcome.failures()).isPositive();
        assertThat(outcome.seconds()).isGreaterThanOrEqualTo(ideal);
        assertThat(outcome.lost()).isBetween(1, outcome.failures() * 4);
        assertThat(outcome.wastedSeconds()).isBetween(0.0, outcome.lost() * 60.0);
        assertThat(outcome.usefulSeconds()).isCloseTo(2000 * 60, within(1e-3));
        assertThat(outcome.stopped()).isFalse();
    }

    @Test
    void failuresComeAsOftenAsTheyAreSaidTo() {
        Machines machines = Machines.ideal(50, 1).failing(0.5);
        int failures = 0;
        double hours = 0;
        for (int seed = 0; seed < 20; seed++) {
            Outcome outcome = Simulation.run(machines, Rules.FREE, List.of(Stage.equal(2000, 60)), seed);
            failures += outcome.failures();
            hours += outcome.seconds() / 3600 * 50;
        }
        assertThat(failures / hours).isCloseTo(0.5, within(0.08));
    }

    @Test
    void aPieceThatNoMachineOutlivesStopsTheJob() {
        Machines machines = Machines.ideal(2, 1).failing(60);
        Outcome outcome = run(machines, Rules.FREE, Stage.equal(2, 36_000));
        assertThat(outcome.stopped()).isTrue();
        assertThat(outcome.lost()).isGreaterThanOrEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void nothingIsLostOrDoneTwiceWhateverHappens(long seed) {
        Machines machines = Machines.ideal(12, 4)
                .starting(15, 20)
                .reading(400, 3000)
                .failing(2)
                .slow(0.25, 4);
        Rules rules = Rules.FREE.costing(3, 0.01, 0.02).cuttingAfter(40).speculating(true);
        List<Stage> stages = List.of(
                Stage.equal(300, 1).moving(100, 0),
                Stage.of(300, UNEVEN).ofRecords(1000).moving(1000, 50));
        Outcome outcome = Simulation.run(machines, rules, stages, seed);
        assertThat(outcome.done()).isCloseTo(600, within(1e-6));
        assertThat(outcome.outputs()).isEqualTo(600 + 2 * outcome.cuts());
        assertThat(outcome.cuts()).isPositive();
        assertThat(outcome.bytes()).isGreaterThanOrEqualTo(300 * 100 + 300 * 1050 - 1e-3);
        // No more than the store gives, but for the half percent by which shares may be late.
        assertThat(outcome.bytes() / outcome.seconds()).isLessThanOrEqualTo(3000 * 1.01);
        assertThat(outcome.usefulSeconds() + outcome.wastedSeconds())
                .isLessThanOrEqualTo(outcome.seconds() * machines.allSlots() + 1e-6);
        assertThat(Simulation.run(machines, rules, stages, seed)).isEqualTo(outcome);
    }

    @Test
    void anotherSeedDrawsOtherPieces() {
        Stage stage = Stage.of(100, UNEVEN);
        assertThat(Simulation.run(Machines.ideal(2, 2), Rules.FREE, List.of(stage), 2))
                .isNotEqualTo(run(Machines.ideal(2, 2), Rules.FREE, stage));
    }
}
