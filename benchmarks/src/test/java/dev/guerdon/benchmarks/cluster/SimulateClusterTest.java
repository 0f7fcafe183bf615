package dev.guerdon.benchmarks.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateClusterTest {

    private static final String[] SMALL = {
        "--records", "1e6", "--machines", "4", "--cores", "2", "--piece", "32MB", "--seeds", "3"
    };

    private static String run(String... arguments) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SimulateCluster.run(new PrintStream(bytes, true, StandardCharsets.UTF_8), arguments);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tellsTimeCostFailuresAndWhatLimitsTheJob() throws IOException {
        assertThat(run(SMALL))
                .contains("94 pieces on 4 machines of 2 slots, 3 seeds")
                .containsPattern("time +[0-9]")
                .containsPattern("cost +[0-9]")
                .containsPattern("shuffle +none")
                .containsPattern("what limits it +(the|starting|stragglers)");
    }

    @Test
    void theSameArgumentsGiveTheSameAnswer() throws IOException {
        assertThat(run(SMALL)).isEqualTo(run(SMALL));
    }

    @Test
    void simulatesRolloutsWithAModelThatAnswersOnlySoOften() throws IOException {
        String[] few = {"rollouts", "--episodes", "1000", "--machines", "10", "--seeds", "2"};
        assertThat(run(few)).contains("250 pieces on 10 machines of 16 slots");
        assertThat(run("rollouts", "--episodes", "1000", "--machines", "10", "--seeds", "2", "--model-rate", "10"))
                .containsPattern("what limits it +the model");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--recods 5|unknown option '--recods'",
                "--records many|expected a number for --records",
                "--records -5|expected a number for --records",
                "--records|--records needs a value",
                "--reward free|expected --reward constant, lognormal, heavy or judge, found 'free'",
                "--speculation maybe|expected --speculation on or off, found 'maybe'",
                "--machines 0|at least one machine",
                "--seeds 0|expected --seeds of at least 1",
                "--slow-factor 0.5|a factor of at least 1",
                "frobnicate|expected score, rollouts, page, check or help, found 'frobnicate'"
            })
    void refusesWhatItDoesNotUnderstand(String arguments, String message) {
        assertThatThrownBy(() -> run(arguments.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--records", "--model-rate", "--speculation", "./dev simulate-cluster"})
    void helpNamesEveryKindOfOption(String expected) throws IOException {
        assertThat(run("help")).contains(expected);
    }

    @Test
    void unitsMeanWhatTheySay() {
        Settings settings = Settings.scoring(
                "--piece", "64MB", "--cut-after", "1.5h", "--slow-machines", "25%", "--deadline", "never");
        assertThat(settings.number("piece")).isEqualTo(64e6);
        assertThat(settings.number("cut-after")).isEqualTo(5400);
        assertThat(settings.number("slow-machines")).isEqualTo(0.25);
        assertThat(settings.number("deadline")).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void piecesAreAsLargeAsGuerdonMakesThem() {
        assertThat(Scoring.pieceSize(100e6, 2)).isEqualTo(100e6 / 64);
        assertThat(Scoring.pieceSize(1e6, 2)).isEqualTo(1 << 20);
        assertThat(Scoring.pieceSize(100e9, 2)).isEqualTo(32 << 20);
        assertThat(Scoring.pieceSize(3e12, 1600)).isEqualTo(3e12 / 50_000);
    }

    @Test
    void moreMachinesTakeNoLongerAndASlowerRewardNoLess() throws IOException {
        Calibration calibration = Calibration.read();
        double before = Double.POSITIVE_INFINITY;
        for (String machines : new String[] {"1", "2", "5", "20"}) {
            double seconds = seconds(calibration, "--machines", machines);
            assertThat(seconds).isLessThanOrEqualTo(before);
            before = seconds;
        }
        assertThat(seconds(calibration, "--reward-seconds", "1ms")).isGreaterThan(seconds(calibration));
        assertThat(seconds(calibration, "--store-bandwidth", "100MB")).isGreaterThan(seconds(calibration));
        assertThat(seconds(calibration, "--commit", "5s")).isGreaterThan(seconds(calibration));
    }

    private static double seconds(Calibration calibration, String... options) {
        List<String> all = new ArrayList<>(List.of("--records", "1e7", "--reward", "constant", "--piece", "32MB"));
        all.addAll(List.of(options));
        return new Summary(new Scoring(calibration, Settings.scoring(all.toArray(new String[0]))).job(""), 1)
                .median(Outcome::seconds);
    }
}
