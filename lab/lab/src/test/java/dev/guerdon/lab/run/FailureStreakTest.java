package dev.guerdon.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.run.RunController.FailureStreak;
import org.junit.jupiter.api.Test;

class FailureStreakTest {

    private final FailureStreak streak = new FailureStreak();

    private void fails(String task, String error) {
        streak.add(task, FinishReason.MODEL_FAILED, error);
    }

    @Test
    void threeTasksInARowWithOneCauseAreEnough() {
        fails("a", "not reached at port 4001");
        fails("b", "not reached at port 4002");
        assertThat(streak.fault()).isEmpty();
        fails("c", "not reached at port 4003");
        assertThat(streak.fault())
                .hasValue("the model failed on 3 tasks in a row with one cause: not reached at port 4003");
    }

    @Test
    void oneTaskThatIsRunAgainAndAgainIsNoReasonToStopTheOthers() {
        streak.add("fine", FinishReason.NO_TOOL_CALLS, "");
        for (int i = 0; i < 10; i++) {
            fails("too long", "the prompt has 200,000 tokens");
        }
        assertThat(streak.fault()).isEmpty();
        assertThat(streak.faultAtTheEnd()).isEmpty();
    }

    @Test
    void anotherCauseOrAnAnswerBeginsAnew() {
        fails("a", "not reached");
        fails("b", "not reached");
        fails("c", "refused");
        fails("d", "not reached");
        streak.add("e", FinishReason.MAX_TURNS, "");
        fails("f", "not reached");
        fails("g", "not reached");
        assertThat(streak.fault()).isEmpty();
        fails("h", "not reached");
        assertThat(streak.fault()).isPresent();
    }

    @Test
    void aRunWithNothingButFailuresIsStoppedHoweverShort() {
        fails("only", "not reached");
        assertThat(streak.fault()).isEmpty();
        assertThat(streak.faultAtTheEnd()).hasValue("the model failed with one cause: not reached");
    }
}
