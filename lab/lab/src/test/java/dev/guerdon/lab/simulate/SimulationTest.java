package dev.guerdon.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions err as often as they say; {@code ./dev simulate} makes the tables of docs/design/statistics.md from the same code. */
class SimulationTest {

    private static final String SESSIONS = "guerdon.simulate";
    private static final String BEGIN = "<!-- made by ./dev simulate -->";
    private static final String END = "<!-- end of what ./dev simulate made -->";
    private static final int FEW = 300;

    /** Three standard deviations of a share of alpha among so many sessions. */
    private static final double LUCK = 3 * Math.sqrt(Simulation.ALPHA * (1 - Simulation.ALPHA) / FEW);

    private static double falseKeeps(World world, AcceptanceRule rule, int tasks) {
        return new Sessions(world, rule, tasks, Simulation.CHANGES, 0)
                .simulate(FEW, tasks)
                .falseKeeps();
    }

    @ParameterizedTest
    @EnumSource(value = World.class, names = "TRADED", mode = EnumSource.Mode.EXCLUDE) // not symmetric: see the page
    @Tag("slow")
    void usualRuleKeepsUselessChangesInNoMoreThanAlphaOfAllSessions(World world) {
        for (int tasks : new int[] {10, 30}) {
            assertThat(falseKeeps(world, AcceptanceRule.usual(), tasks))
                    .as(world + " with " + tasks + " tasks")
                    .isLessThanOrEqualTo(Simulation.ALPHA + LUCK);
        }
    }

    /** Also with interactions, trades between tasks, graded rewards, and missing scores. */
    @Test
    @Tag("slow")
    void racesKeepUselessChangesInNoMoreThanAlphaOfAllSessions() {
        for (DrawnRaces race : DrawnRaces.all()) {
            assertThat(race.simulate(FEW).stream()
                                    .filter(one -> one.wrong() > 0)
                                    .count()
                            / (double) FEW)
                    .as(race.words())
                    .isLessThanOrEqualTo(Simulation.ALPHA + LUCK);
        }
    }

    /** A race that never kept anything would pass the test above. */
    @Test
    void racesFindBothChangesThatHelpByAFifth() {
        DrawnRaces race = DrawnRaces.all().get(2);
        assertThat(race.words()).isEqualTo("two of eight help by 0.2");
        assertThat(race.simulate(FEW).stream()
                        .mapToInt(DrawnRaces.Session::found)
                        .average()
                        .orElse(0))
                .isGreaterThan(1.9);
    }

    @Test
    void higherMeanKeepsUselessChangesInMostSessionsWhichIsWhyItIsNotTheUsualRule() {
        assertThat(falseKeeps(World.ZERO_ONE, AcceptanceRule.of(AcceptanceRule.Test.MEAN), 10))
                .isGreaterThan(0.6);
    }

    @ParameterizedTest
    @CsvSource({"30, 0.3, 0.55", "60, 0.3, 0.88"})
    void usualRuleFindsWhatIsThere(int tasks, double gain, double least) {
        assertThat(new Sessions(World.ZERO_ONE, AcceptanceRule.usual(), tasks, 1, gain)
                        .simulate(FEW, tasks)
                        .found())
                .isGreaterThan(least);
    }

    @Test
    void runThatAChampionWasChosenByOverstatesItAndAFreshOneDoesNot() {
        Sessions.Rates rates = new Sessions(
                        World.ZERO_ONE, AcceptanceRule.of(AcceptanceRule.Test.MEAN), 10, Simulation.CHANGES, 0)
                .simulate(FEW, 3);
        assertThat(rates.overstated()).isGreaterThan(0.1);
        assertThat(Math.abs(rates.again())).isLessThan(0.04);
    }

    /** Without the property it only looks whether the page has the tables that this code makes. */
    @Test
    void writesTheTables() throws IOException {
        int sessions = Integer.getInteger(SESSIONS, 0);
        Path page = Path.of(System.getProperty("guerdon.root"), "docs", "design", "statistics.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("the beginning of the tables in " + page).isNotNegative();
        assertThat(end).as("their end").isGreaterThan(begin);
        if (sessions == 0) {
            String there = text.substring(begin + BEGIN.length(), end);
            assertThat(there.strip().split(" ", 2)[0])
                    .satisfies(most -> assertThat(Integer.parseInt(most)).isGreaterThanOrEqualTo(2_000));
            assertThat(shape(there)).isEqualTo(shape(Simulation.tables(3)));
            return;
        }
        Files.writeString(
                page,
                text.substring(0, begin + BEGIN.length()) + "\n\n" + sessions
                        + " sessions or samples in each cell; n is the number of tasks.\n\n"
                        + Simulation.tables(sessions)
                        + "\n\n" + text.substring(end));
    }

    /** The lines of tables without their figures. */
    private static List<String> shape(String tables) {
        return tables.lines()
                .filter(line -> line.startsWith("|") || line.startsWith("**"))
                .map(line -> line.replaceAll("[-+]?(\\d+(\\.\\d+)?|NaN)", "x"))
                .toList();
    }
}
