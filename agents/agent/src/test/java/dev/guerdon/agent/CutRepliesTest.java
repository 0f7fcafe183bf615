package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Message;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of a rollout when a part of a reply is missing. */
class CutRepliesTest {

    private static Rollout rollout(ModelReply... replies) {
        Iterator<ModelReply> next = List.of(replies).iterator();
        return Fixture.one(Fixture.tools(), new Model() {
            @Override
            public String spec() {
                return "test:cut";
            }

            @Override
            public ModelSession begin(ModelScope rollout) {
                return (messages, tools) -> next.next();
            }
        });
    }

    private static ModelReply reply(Message message, Finish finish) {
        return new ModelReply(message, new Usage(1, 10, 5, 0), finish);
    }

    @Test
    void answerThatWasCutDoesNotCompleteTheRollout() {
        for (Finish finish : List.of(Finish.CUT, Finish.FILTERED)) {
            Rollout cut = rollout(reply(Message.assistant("It is half of"), finish));
            assertThat(cut.trajectory().finishReason()).isEqualTo(FinishReason.CUT_REPLY);
            assertThat(cut.finalResponse()).isEqualTo("It is half of");
            assertThat(cut.turns().getFirst().info()).containsEntry(TurnInfo.REPLY_FINISH, finish.word());
        }
        Rollout whole = rollout(reply(Message.assistant("It is all of it"), Finish.STOP));
        assertThat(whole.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(whole.turns().getFirst().info()).containsEntry(TurnInfo.REPLY_FINISH, "stop");
        Rollout unsaid = rollout(reply(Message.assistant("It is"), Finish.UNKNOWN));
        assertThat(unsaid.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(unsaid.turns().getFirst().info()).doesNotContainKey(TurnInfo.REPLY_FINISH);
    }

    /** As of a model that spent all its tokens on thinking. */
    @Test
    void emptyReplyThatWasCutIsNoAnswerEither() {
        Rollout cut = rollout(reply(Message.assistant(""), Finish.CUT));
        assertThat(cut.trajectory().finishReason()).isEqualTo(FinishReason.CUT_REPLY);
        assertThat(cut.turns().getFirst().info()).containsEntry(TurnInfo.REPLY_FINISH, "length");
    }

    @Test
    void cutReplyBeforeTheLastIsNotedInItsTurnOnly() {
        Rollout rollout = rollout(
                reply(Fixture.call("echo", Map.of("text", "a")), Finish.CUT),
                reply(Message.assistant("done"), Finish.STOP));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.NO_TOOL_CALLS);
        assertThat(rollout.turns())
                .extracting(turn -> turn.info().get(TurnInfo.REPLY_FINISH))
                .containsExactly("length", "stop");
    }
}
