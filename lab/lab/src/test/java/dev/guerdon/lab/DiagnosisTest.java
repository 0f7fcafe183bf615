package dev.guerdon.lab;

import static dev.guerdon.lab.MemoryRun.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosisTest {

    private static Diagnosed only(MemoryRun run) {
        Diagnosis diagnosis = RunDiagnoser.of(MemoryRun.REGISTRY, run);
        assertThat(diagnosis.episodes()).hasSize(1);
        return diagnosis.episodes().getFirst();
    }

    private static Optional<Finding> found(Diagnosed diagnosed, String kind) {
        return IntStream.rangeClosed(0, diagnosed.others().size())
                .mapToObj(i -> i == 0 ? diagnosed.main() : diagnosed.others().get(i - 1))
                .filter(finding -> finding.kind().equals(kind))
                .findFirst();
    }

    private static MemoryRun run() {
        return new MemoryRun("run_1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The average price is $1,234.50 per month. | 1234.5",
                "I looked at three pages; the answer is **42**. | 42",
                "Final answer: '14.2' | 14.2",
                "1.2 million | 1200000",
                "{\"answer\": \"Shanghai Villa\"} | Shanghai Villa",
                "12 km | 12",
            })
    void rightValueInTheWrongFormIsWrongFormatWithTheScoreOfTheBareValue(String answer, String gold) {
        Diagnosed diagnosed = only(run().answered("t", "How much?", gold, answer));
        assertThat(diagnosed.main().kind()).isEqualTo("wrong_format");
        Finding.Counterfactual would = diagnosed.main().counterfactual().orElseThrow();
        assertThat(would.bound()).isFalse();
        assertThat(would.score()).isGreaterThan(0.99);
        assertThat(diagnosed.lost()).isCloseTo(1 - diagnosed.episode().reward(), within(1e-9));
    }

    @Test
    void wrongValueIsNotWrongFormat() {
        Diagnosed diagnosed = only(run().answered("t", "How much?", "850000", "The price is $3."));
        assertThat(diagnosed.main().kind()).isEqualTo("wrong_answer");
        assertThat(diagnosed.main().evidence().getFirst().text()).contains("The price is $3.", "850000");
    }

    @Test
    void answerBehindTheCutOfAPageIsATruncatedObservation() {
        String page = "x ".repeat(500) + "Population: 81,234 people";
        Turn turn = turn(3, "read", Map.of(TurnInfo.PAGE_TEXT, page, TurnInfo.PAGE_CUT, 800));
        Diagnosed diagnosed = only(run().answered("t", "How many people?", "81234", "5", turn));
        assertThat(diagnosed.main().kind()).isEqualTo("truncated_observation");
        assertThat(diagnosed.main().evidence().getFirst().step()).hasValue(3);
        assertThat(diagnosed.main().evidence().getFirst().text()).contains("81,234");
        assertThat(diagnosed.main().counterfactual().orElseThrow().score()).isEqualTo(1);
        assertThat(diagnosed.main().counterfactual().orElseThrow().bound()).isTrue();
    }

    @Test
    void answerBeforeTheCutWasSeenAndIsNoTruncation() {
        String page = "Population: 81,234 people " + "x ".repeat(500);
        Turn turn = turn(0, "read", Map.of(TurnInfo.PAGE_TEXT, page, TurnInfo.PAGE_CUT, 800));
        Diagnosed diagnosed = only(run().answered("t", "How many people?", "81234", "5", turn));
        assertThat(found(diagnosed, "truncated_observation")).isEmpty();
        assertThat(diagnosed.main().kind()).isEqualTo("wrong_answer");
        assertThat(diagnosed.main().evidence())
                .anyMatch(evidence -> evidence.text().contains("stood in"));
    }

    @Test
    void pageThatWasShownWholeIsNoTruncation() {
        Turn turn = turn(0, "read", Map.of(TurnInfo.PAGE_TEXT, "short"));
        assertThat(found(only(run().answered("t", "?", "81234", "5", turn)), "truncated_observation"))
                .isEmpty();
    }

    @Test
    void payloadCutBeforeTheAnswerIsATruncatedPayload() {
        String payload = "{\"values\":[" + "1,".repeat(400) + "7.25]}";
        Turn turn = turn(1, "fetch", Map.of(TurnInfo.PAYLOAD, payload, TurnInfo.PAYLOAD_CUT, 300));
        Diagnosed diagnosed = only(run().answered("t", "?", "7.25", "1", turn));
        assertThat(diagnosed.main().kind()).isEqualTo("truncated_payload");
        assertThat(diagnosed.main().confidence()).isGreaterThan(0.9);
    }

    @Test
    void cutPayloadThatLacksTheAnswerIsASuspicionOnly() {
        Turn turn = turn(1, "fetch", Map.of(TurnInfo.PAYLOAD, "1,".repeat(400), TurnInfo.PAYLOAD_CUT, 300));
        Diagnosed diagnosed = only(run().answered("t", "?", "7.25", "3", turn));
        assertThat(diagnosed.main().kind()).isEqualTo("truncated_payload");
        assertThat(diagnosed.main().confidence()).isLessThan(0.6);
        assertThat(diagnosed.main().summary()).contains("63 %");
    }

    @Test
    void limitOfTurnsWithoutAnAnswerIsTheStepBudget() {
        Diagnosed diagnosed = only(
                run().ended(FinishReason.MAX_TURNS, "t", "?", "7", turn(0, "a", Map.of()), turn(1, "b", Map.of())));
        assertThat(diagnosed.main().kind()).isEqualTo("step_budget");
        assertThat(diagnosed.main().summary()).contains("2 steps");
        assertThat(found(diagnosed, "no_answer")).isPresent();
    }

    @Test
    void sameActionsOverAndOverAreALoop() {
        Turn[] turns = IntStream.range(0, 10)
                .mapToObj(i -> turn(i, i % 2 == 0 ? "click('12')" : "go_back()", Map.of(TurnInfo.URL, "u" + i % 2)))
                .toArray(Turn[]::new);
        Diagnosed diagnosed = only(run().ended(FinishReason.MAX_TURNS, "t", "?", "7", turns));
        assertThat(diagnosed.main().kind()).isEqualTo("navigation_loop");
        assertThat(diagnosed.main().summary()).contains("2 actions repeated 5 times", "100 %");
    }

    @Test
    void differentPagesAreNoLoop() {
        Turn[] turns = IntStream.range(0, 10)
                .mapToObj(i -> turn(i, "scroll(0, 500)", Map.of(TurnInfo.URL, "u" + i)))
                .toArray(Turn[]::new);
        Diagnosed diagnosed = only(run().ended(FinishReason.MAX_TURNS, "t", "?", "7", turns));
        assertThat(found(diagnosed, "navigation_loop")).isEmpty();
    }

    @Test
    void refusedAddressIsABlockedSite() {
        Diagnosed diagnosed = only(run().ended(
                        FinishReason.NO_TOOL_CALLS,
                        "t",
                        "?",
                        "7",
                        turn(0, "goto", Map.of(TurnInfo.BLOCKED, "https://zillow.example"))));
        assertThat(diagnosed.main().kind()).isEqualTo("blocked_site");
        assertThat(diagnosed.main().evidence().getFirst().text()).contains("zillow.example");
    }

    @Test
    void failingSiteIsTakenFromTheErrorAndNotFromAPageThatSpeaksOfErrors() {
        Turn failing = turn(0, "goto", Map.of(TurnInfo.TOOL_ERROR, "navigation failed: HTTP 503"));
        assertThat(only(run().ended(FinishReason.NO_TOOL_CALLS, "t", "?", "7", failing))
                        .main()
                        .kind())
                .isEqualTo("blocked_site");
        Turn talking = turn(0, "goto", Map.of(TurnInfo.PAGE_TEXT, "How to mend HTTP 503: service unavailable"));
        assertThat(found(only(run().answered("t", "?", "7", "3", talking)), "blocked_site"))
                .isEmpty();
    }

    @Test
    void failingToolIsAToolError() {
        Diagnosed diagnosed = only(run().ended(
                        FinishReason.NO_TOOL_CALLS,
                        "t",
                        "?",
                        "7",
                        turn(0, "click('9')", Map.of(TurnInfo.TOOL_ERROR, "no element with bid 9"))));
        assertThat(diagnosed.main().kind()).isEqualTo("tool_error");
        assertThat(found(diagnosed, "parse_error")).isEmpty();
    }

    @Test
    void unreadableReplyIsAParseError() {
        Diagnosed diagnosed = only(run().ended(
                        FinishReason.NO_TOOL_CALLS,
                        "t",
                        "?",
                        "7",
                        turn(0, "", Map.of(TurnInfo.PARSE_ERROR, "expected one action, found none"))));
        assertThat(diagnosed.main().kind()).isEqualTo("parse_error");
        assertThat(found(diagnosed, "tool_error")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "How far is it in km?, 10, 16.1, miles",
        "How hot was it in Fahrenheit?, 25, 77, degrees Celsius",
        "How deep is it in feet?, 3, 9.8, metres",
        "How heavy is it in pounds?, 68.2, 150.4, kilograms",
        "How far is it?, 10, 16.1 km, miles"
    })
    void answerInAnotherUnitIsConvertedAndScored(String question, String answer, String gold, String unit) {
        Diagnosed diagnosed = only(run().answered("t", question, gold, answer));
        assertThat(diagnosed.main().kind()).isEqualTo("wrong_unit");
        assertThat(diagnosed.main().summary()).contains(unit);
        assertThat(diagnosed.main().counterfactual().orElseThrow().score()).isGreaterThan(0.98);
        assertThat(diagnosed.main().counterfactual().orElseThrow().bound()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "How many rooms has it?, 10, 16.1",
        "How hot was it?, 25, 77",
        "How long is it in minutes?, 68.2, 150.4",
        "How deep is it in feet?, 3 feet, 9.8"
    })
    void unitThatNobodyNamesOrThatTheAnswerHasIsNoWrongUnit(String question, String answer, String gold) {
        assertThat(found(only(run().answered("t", question, gold, answer)), "wrong_unit"))
                .isEmpty();
    }

    @Test
    void numberWithoutAKnownRelationIsNoWrongUnit() {
        assertThat(found(only(run().answered("t", "?", "77", "31")), "wrong_unit"))
                .isEmpty();
    }

    @Test
    void brokenEnvironmentIsNotTheAgentsFault() {
        Diagnosed diagnosed = only(run().ended(
                        FinishReason.ERROR, "t", "?", "7", turn(0, "click", Map.of(TurnInfo.ENVIRONMENT_FAULT, true))));
        assertThat(diagnosed.main().kind()).isEqualTo("environment_fault");
        assertThat(diagnosed.main().evidence())
                .anyMatch(evidence -> evidence.text().contains("it broke"));
        assertThat(found(only(run().answered("t", "?", "7", "3")), "environment_fault"))
                .isEmpty();
    }

    @Test
    void episodeWithoutAScoreSaysWhy() {
        Diagnosed diagnosed = only(run().unscored("t", "division by zero"));
        assertThat(diagnosed.main().kind()).isEqualTo("unscored");
        assertThat(diagnosed.main().evidence().getFirst().text()).contains("division by zero");
    }

    @Test
    void silentEndIsNoAnswer() {
        Diagnosed diagnosed = only(run().ended(FinishReason.NO_TOOL_CALLS, "t", "?", "7"));
        assertThat(diagnosed.main().kind()).isEqualTo("no_answer");
        assertThat(diagnosed.main().counterfactual().orElseThrow().score()).isEqualTo(1);
    }

    @Test
    void taskWithoutAGoldAnswerDidNotReachItsGoal() {
        Diagnosed diagnosed = only(run().rewarded("t", 0.25));
        assertThat(diagnosed.main().kind()).isEqualTo("goal_not_reached");
        assertThat(diagnosed.main().summary()).contains("0.250");
        assertThat(found(only(run().answered("t", "?", "7", "3")), "goal_not_reached"))
                .isEmpty();
    }

    @Test
    void episodeThatLostNothingIsNotDiagnosed() {
        assertThat(RunDiagnoser.of(MemoryRun.REGISTRY, run().answered("t", "?", "7", "7"))
                        .episodes())
                .isEmpty();
    }

    @Test
    void totalsAddUpToWhatWasLost() {
        MemoryRun run = run().answered("a", "?", "1234", "It is $1,234.")
                .answered("b", "?", "99", "The number you want is 99, I think!")
                .answered("c", "?", "99", "1")
                .answered("d", "?", "5", "5");
        Diagnosis diagnosis = RunDiagnoser.of(MemoryRun.REGISTRY, run);
        double lost = 3
                - run.episodes().stream().limit(3).mapToDouble(Episode::reward).sum();
        assertThat(diagnosis.lost()).isCloseTo(lost, within(1e-9));
        assertThat(diagnosis.totals().stream()
                        .mapToDouble(Diagnosis.Total::lost)
                        .sum())
                .isCloseTo(lost, within(1e-9));
        assertThat(diagnosis.totals().getFirst().kind()).isEqualTo("wrong_format");
        assertThat(diagnosis.totals().getFirst().episodes()).isEqualTo(2);
        assertThat(diagnosis.totals().getFirst().remedy()).isNotEmpty();
    }

    @Test
    void limitLeavesTheLeastLossesOutAndSaysHowManyThereWere() {
        MemoryRun run = run().rewarded("a", 0.9).rewarded("b", 0.1).rewarded("c", 0.5);
        Diagnosis diagnosis =
                RunDiagnoser.of(MemoryRun.REGISTRY, run, run.episodes(), RunDiagnoser.rules(MemoryRun.REGISTRY), 2);
        assertThat(diagnosis.episodes().stream().map(one -> one.episode().task()))
                .containsExactly("b", "c");
        assertThat(diagnosis.losing()).isEqualTo(3);
    }

    @Test
    void rewardThatIsNotThereLeavesCounterfactualsOut() {
        MemoryRun run = run().answered("a", "?", "1234", "It is $1,234.");
        Registry withoutRewards = new Registry();
        new LabPlugin().install(withoutRewards);
        Diagnosed diagnosed = RunDiagnoser.of(withoutRewards, run).episodes().getFirst();
        assertThat(diagnosed.main().kind()).isEqualTo("wrong_format");
        assertThat(diagnosed.main().counterfactual()).isEmpty();
        MemoryRun wrong = run().answered("a", "?", "1234", "It is $1,235.");
        assertThat(RunDiagnoser.of(withoutRewards, wrong)
                        .episodes()
                        .getFirst()
                        .main()
                        .kind())
                .isEqualTo("wrong_answer");
    }

    @Test
    void noClassBringsBackMoreThanItLost() {
        // The reward gives a list in lines less than the same list as JSON.
        MemoryRun run = run().answered("a", "Which two?", "Ada King\nBo Lund", "Ada King and Bo Lund")
                .answered("b", "Which two?", "Ada King\nBo Lund", "Ada King and Cy Moss")
                .answered("c", "?", "1234", "It is $1,234.");
        assertThat(RunDiagnoser.of(MemoryRun.REGISTRY, run).totals())
                .isNotEmpty()
                .allSatisfy(total -> assertThat(total.recoverable()).isLessThanOrEqualTo(total.lost() + 1e-12));
    }

    @Test
    void ruleOfAUserIsHeardLikeAnyOther() {
        DiagnosisRule rule = new DiagnosisRule() {
            @Override
            public String kind() {
                return "too_polite";
            }

            @Override
            public String remedy() {
                return "Be brief.";
            }

            @Override
            public Optional<Finding> examine(DiagnosisCase episode) {
                return episode.answer().contains("please")
                        ? Optional.of(Finding.of(this, 1, "It said please."))
                        : Optional.empty();
            }
        };
        MemoryRun run = run().answered("a", "?", "1234", "please").answered("b", "?", "1234", "no");
        Diagnosis diagnosis = RunDiagnoser.of(MemoryRun.REGISTRY, run, run.episodes(), List.of(rule), 10);
        assertThat(diagnosis.totals().stream().map(Diagnosis.Total::kind))
                .containsExactlyInAnyOrder("too_polite", "unknown");
    }

    @Test
    void hostileAnswersAreBounded() {
        MemoryRun run = run().answered("a", "?", "1234", "is ".repeat(50_000))
                .answered("b", "?", "1234", "(".repeat(9_000) + "*".repeat(9_000))
                .answered("c", "?", "1234", "```".repeat(3_000) + "[".repeat(5_000) + "1, ".repeat(900));
        assertThat(RunDiagnoser.of(MemoryRun.REGISTRY, run).episodes()).hasSize(3);
    }
}
