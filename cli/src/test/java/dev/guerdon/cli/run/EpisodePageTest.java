package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EpisodePageTest {

    private static String page(String finish, FinishReason reason) {
        return page(finish, reason, Trajectory.empty());
    }

    private static String page(String finish, FinishReason reason, Trajectory trajectory) {
        Turn turn = Turn.builder()
                .prompt("How many?")
                .reply("It is forty-")
                .info(Map.of(TurnInfo.REPLY_FINISH, finish))
                .build();
        Episode episode = new Episode(
                "t",
                0,
                1,
                "",
                "42",
                new Score.Scored(RewardResult.of(0)),
                new Episode.Ending(reason, false, "It is forty-", ""),
                new Episode.Effort(1, Usage.NONE, Instant.EPOCH, Duration.ZERO));
        EpisodeDetail detail =
                new EpisodeDetail(Task.of("t", "How many?", Map.of()), trajectory, List.of(turn), Optional.empty());
        return new EpisodePage(episode, detail, false).text();
    }

    @Test
    void replyOfWhichAPartIsMissingIsMarked() {
        assertThat(page("length", FinishReason.CUT_REPLY))
                .contains("(the reply was cut by the limit of tokens: finish reason length)")
                .contains("ended:  cut_reply after 1 steps, cut by the limit of reply");
        assertThat(page("content_filter", FinishReason.CUT_REPLY))
                .contains("(the reply was held back by a filter of the provider: finish reason content_filter)");
        assertThat(page("stop", FinishReason.NO_TOOL_CALLS)).doesNotContain("the reply was");
    }

    @Test
    void whatTheEnvironmentShowedFirstStandsBehindTheTask() {
        Trajectory trajectory = Trajectory.of(List.of(
                Message.system("be brief"),
                Message.user("How many?"),
                Message.user("GOAL\nclick"),
                Message.assistant("done"),
                Message.user("later")));
        assertThat(page("stop", FinishReason.NO_TOOL_CALLS, trajectory))
                .contains("user: How many?\nuser: GOAL\nclick\n")
                .doesNotContain("later");
    }
}
