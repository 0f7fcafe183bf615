package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunDiagnoser;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WeatherRulesTest {

    private static final String WEATHER =
            "https://archive.example/v1?latitude=47.6&start_date=2020-01-01&end_date=2023-12-31";

    private static Optional<Finding> found(DiagnosisRule rule, String question, Turn... turns) {
        return rule.examine(DiagnosisCase.of(Task.of("t", question, Map.of()), "500", "470", List.of(turns)));
    }

    private static Turn turn(int index, Map<String, @Nullable Object> facts) {
        return Turn.builder().index(index).action("fetch").info(facts).build();
    }

    private static Turn called(int index, String address) {
        return turn(index, Map.of(TurnInfo.URL, address));
    }

    @Test
    void rulesAreFoundByTheLab() {
        assertThat(RunDiagnoser.rules(Registry.discover()))
                .hasAtLeastOneElementOfType(WrongTimezoneRule.class)
                .hasAtLeastOneElementOfType(DateWindowRule.class);
    }

    @Test
    void dataInTheZoneOfAnotherPlaceAreAWrongTimezone() {
        Turn turn = turn(2, Map.of(TurnInfo.PARAMS, Map.of("url", WEATHER + "&timezone=America%2FNew_York")));
        Finding finding = found(new WrongTimezoneRule(), "How many rainy days in Seattle from 2020 to 2023?", turn)
                .orElseThrow();
        assertThat(finding.kind()).isEqualTo("wrong_timezone");
        assertThat(finding.summary()).contains("Seattle", "America/Los_Angeles", "America/New_York");
        assertThat(finding.evidence().getFirst().step()).hasValue(2);
    }

    @Test
    void zoneOfThePlaceOrAZoneThatWasAskedForIsRight() {
        assertThat(found(
                        new WrongTimezoneRule(),
                        "Rain in Seattle 2020 to 2023?",
                        called(0, WEATHER + "&timezone=America/Los_Angeles")))
                .isEmpty();
        assertThat(found(new WrongTimezoneRule(), "Rain in Seattle, UTC?", called(0, WEATHER + "&timezone=UTC")))
                .isEmpty();
    }

    @Test
    void daysThatWereNotFetchedAreAWrongDateWindow() {
        Finding finding = found(new DateWindowRule(), "How many rainy days between 2020 and 2024?", called(1, WEATHER))
                .orElseThrow();
        assertThat(finding.kind()).isEqualTo("wrong_date_window");
        assertThat(finding.summary()).contains("80 %");
    }

    @Test
    void fetchesThatTogetherCoverTheQuestionAreRight() {
        assertThat(found(
                        new DateWindowRule(),
                        "Warm days in July 2020 and 2021?",
                        called(0, "https://a.example/?start_date=2020-07-01&end_date=2020-07-31"),
                        called(1, "https://a.example/?start_date=2021-07-01&end_date=2021-07-31")))
                .isEmpty();
    }
}
