package dev.guerdon.lab;

import static dev.guerdon.lab.MemoryRun.turn;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A made-up series of runs in which changes help, harm, and are rolled back. */
final class ReportSamples {

    static final String HOSTILE =
            "</td><script>alert('x')</script><img src=https://evil.example/a.png onerror=alert(1)> & | `[x](y)`";

    private static final String PAGE = "menu ".repeat(300) + "The population is 81,234.";

    private ReportSamples() {}

    static List<Run> series() {
        List<Run> runs = new ArrayList<>();
        runs.add(start(0, "initial state", Map.of("page_chars", "1000"))
                .ended(
                        FinishReason.MAX_TURNS,
                        "population",
                        "How many people?",
                        "81234",
                        turn(0, "scroll()", Map.of(TurnInfo.PAGE_TEXT, PAGE, TurnInfo.PAGE_CUT, 1000)))
                .ended(FinishReason.MAX_TURNS, "price", "How much?", "1234.5", turn(0, "goto('a')", Map.of()))
                .ended(FinishReason.ERROR, "rain", "Rainy days in Seattle in 2023?", "150"));
        runs.add(start(1, "larger AXTree", Map.of("page_chars", "20000"))
                .answered("population", "How many people?", "81234", "There are 81,234 people in the town.")
                .answered("price", "How much?", "1234.5", "The price is $1,234.50 per month")
                .answered("rain", "Rainy days in Seattle in 2023?", "150", "I could not find it."));
        runs.add(start(2, "bare answers", Map.of("page_chars", "20000", "bare", "true"))
                .answered("population", "How many people?", "81234", "81234")
                .answered("price", "How much?", "1234.5", "1234.5")
                .answered("rain", "Rainy days in Seattle in 2023?", "150", "20"));
        runs.add(
                start(3, "time zone of the office", Map.of("page_chars", "20000", "bare", "true", "tz", "UTC"))
                        .answered("population", "How many people?", "81234", "81234")
                        .answered("price", "How much?", "1234.5", "300")
                        .answered(
                                "rain",
                                "Rainy days in Seattle in 2023?",
                                "150",
                                "20",
                                turn(
                                        4,
                                        "fetch",
                                        Map.of(
                                                TurnInfo.URL,
                                                "https://weather.example/?timezone=Asia/Tokyo&start_date=2023-01-01&end_date=2023-12-31"))));
        runs.add(start(4, "one call per year", Map.of("page_chars", "20000", "bare", "true", "per_year", "true"))
                .answered("population", "How many people?", "81234", "81234")
                .answered("price", "How much?", "1234.5", "1234.5")
                .answered("rain", "Rainy days in Seattle in 2023?", "150", "148"));
        return runs;
    }

    static List<Decision> decisions() {
        return List.of(
                new Decision("initial state", "run_0", "", Verdict.START, "Everything begins with it.", List.of()),
                new Decision("larger AXTree", "run_1", "run_0", Verdict.KEPT, "The average rose.", List.of()),
                new Decision("bare answers", "run_2", "run_1", Verdict.KEPT, "The average rose.", List.of()),
                new Decision(
                        "time zone of the office",
                        "run_3",
                        "run_2",
                        Verdict.ROLLED_BACK,
                        "The average fell.",
                        List.of("price")),
                new Decision("one call per year", "run_4", "run_2", Verdict.KEPT, "The average rose.", List.of()));
    }

    /** A run full of text that tries to be more than text. */
    static MemoryRun hostile() {
        return new MemoryRun("run_9")
                .note(HOSTILE)
                .answered(HOSTILE, HOSTILE, "42", HOSTILE, turn(0, HOSTILE, Map.of(TurnInfo.TOOL_ERROR, HOSTILE)))
                .unscored("u", HOSTILE);
    }

    private static MemoryRun start(int i, String note, Map<String, String> settings) {
        return new MemoryRun("run_" + i).note(note).settings(settings).started(MemoryRun.START.plusSeconds(600L * i));
    }
}
