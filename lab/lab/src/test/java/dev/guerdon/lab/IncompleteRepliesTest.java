package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IncompleteRepliesTest {

    private static final List<DiagnosisRule> RULES = RunDiagnoser.rules(Registry.discover());

    private static Turn turn(int index, String reply, String finish) {
        Map<String, Object> info = finish.isEmpty() ? Map.of() : Map.of(TurnInfo.REPLY_FINISH, finish);
        return Turn.builder()
                .index(index)
                .prompt("?")
                .reply(reply)
                .info(Map.copyOf(info))
                .build();
    }

    /** The findings on an episode whose replies ended so, the surest first. */
    private static List<Finding> findings(String answer, String... finishes) {
        List<Turn> turns = IntStream.range(0, finishes.length)
                .mapToObj(i -> turn(i, "a long reply that goes on and on", finishes[i]))
                .toList();
        DiagnosisCase episode = DiagnosisCase.of(Task.of("t", "How many?", Map.of()), "42", answer, turns);
        return RULES.stream()
                .map(rule -> rule.examine(episode))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble(Finding::confidence).reversed())
                .toList();
    }

    @Test
    void lastReplyThatWasCutIsTheCauseAndNotAWrongAnswer() {
        for (String answer : List.of("The answer is 4", "4", "", "It costs $42 per")) {
            Finding main = findings(answer, "stop", "length").getFirst();
            assertThat(main.kind()).as(answer).isEqualTo("cut_reply");
            assertThat(main.summary()).isEqualTo("The reply was cut by the limit of tokens in the last step.");
            assertThat(main.evidence().getFirst().step()).hasValue(1);
            assertThat(main.evidence().getFirst().text()).contains("goes on and on");
        }
    }

    @Test
    void filterOfTheProviderHasACauseOfItsOwn() {
        assertThat(findings("I cannot", "content_filter").getFirst().kind()).isEqualTo("filtered_reply");
        assertThat(findings("I cannot", "content_filter"))
                .noneMatch(found -> found.kind().equals("cut_reply"));
    }

    @Test
    void cutRepliesOnTheWayAreASuspicion() {
        List<Finding> found = findings("4", "length", "stop", "stop", "stop");
        Finding cut = found.stream()
                .filter(one -> one.kind().equals("cut_reply"))
                .findFirst()
                .orElseThrow();
        assertThat(cut.confidence()).isLessThan(0.5);
        assertThat(cut.summary()).contains("in 1 of 4 steps");
    }

    @Test
    void aModelWhoseWholeRepliesCannotBeReadHasAnotherTroubleThanItsLastLength() {
        List<Turn> turns = IntStream.range(0, 4)
                .mapToObj(i -> turn(i, "no action here", i < 3 ? "stop" : "length"))
                .map(turn -> turn.withInfo(Map.of(
                        TurnInfo.REPLY_FINISH,
                        String.valueOf(turn.info().get(TurnInfo.REPLY_FINISH)),
                        TurnInfo.PARSE_ERROR,
                        "there is no line 'ACTION: name' in your reply")))
                .toList();
        DiagnosisCase episode = DiagnosisCase.of(Task.of("t", "How many?", Map.of()), "42", "no action here", turns);
        Finding main = RULES.stream()
                .map(rule -> rule.examine(episode))
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(Finding::confidence))
                .orElseThrow();
        assertThat(main.kind()).isEqualTo("parse_error");
        assertThat(main.summary()).contains("in 4 of 4 steps");
    }

    @Test
    void wholeRepliesAreNoCause() {
        for (String finish : List.of("stop", "")) {
            assertThat(findings("4", finish, finish).stream().map(Finding::kind))
                    .doesNotContain("cut_reply", "filtered_reply");
        }
        assertThat(RULES.stream().map(DiagnosisRule::kind)).containsAll(Arrays.asList("cut_reply", "filtered_reply"));
    }
}
