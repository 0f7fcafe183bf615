package dev.guerdon.cli.transfer;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An episode that another tool made.
 *
 * @param task the task, with the fields that a reward may need
 * @param messages what was said
 * @param score what it earned, or why that is not known
 * @param answer the final response
 * @param finish why it ended
 * @param error what failed, empty where nothing did
 * @param steps how many steps it took; negative where only the messages tell
 * @param usage what the model calls used up
 * @param started when it began
 * @param duration how long it took
 * @param hidden how many texts are without a secret that they had
 */
record ForeignEpisode(
        Task task,
        List<Message> messages,
        Score score,
        String answer,
        FinishReason finish,
        String error,
        int steps,
        Usage usage,
        Instant started,
        Duration duration,
        int hidden) {

    private static String text(Json value) {
        return value.isString() ? value.asString() : JsonCodec.write(value);
    }

    /** Returns the text of the last thing that the agent said. */
    static String lastReply(List<Message> messages) {
        return messages.reversed().stream()
                .filter(message -> message.role().equals("assistant"))
                .map(Message::text)
                .findFirst()
                .orElse("");
    }

    Episode episode(int repeat, TaskDomains domains) {
        return new Episode(
                task.id(),
                repeat,
                0,
                domains.of(
                        task.id(),
                        task.field("domain").map(ForeignEpisode::text).orElse("")),
                task.field("answer")
                        .or(() -> task.field("gold"))
                        .map(ForeignEpisode::text)
                        .orElse(""),
                score,
                new Episode.Ending(
                        finish, finish == FinishReason.TERMINAL || finish == FinishReason.NO_TOOL_CALLS, answer, error),
                new Episode.Effort(steps < 0 ? turns().size() : steps, usage, started, duration));
    }

    /** Returns when it ended, or empty if nobody wrote down how long it took. */
    Optional<Instant> ended() {
        return duration.isZero() || started.getEpochSecond() <= 0
                ? Optional.empty()
                : Optional.of(started.plus(duration));
    }

    EpisodeDetail detail(int repeat) {
        Trajectory trajectory = new Trajectory(
                task.id() + "#" + repeat,
                task.id(),
                messages.isEmpty() ? List.of() : List.of(messages),
                score instanceof Score.Scored scored
                        ? OptionalDouble.of(scored.result().reward())
                        : OptionalDouble.empty(),
                hidden == 0 ? Map.of() : Map.of(EpisodeDetail.HIDDEN_TEXTS, (double) hidden),
                finish,
                started,
                duration);
        return new EpisodeDetail(task, trajectory, turns(), Optional.empty());
    }

    /** Returns a turn for each reply: what came before it, and what tools answered to it. */
    private List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        StringBuilder before = new StringBuilder();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (!message.role().equals("assistant")) {
                if (!message.role().equals("tool")) {
                    before.append(before.isEmpty() ? "" : "\n").append(message.text());
                }
                continue;
            }
            StringBuilder seen = new StringBuilder();
            for (int next = i + 1;
                    next < messages.size() && messages.get(next).role().equals("tool");
                    next++) {
                seen.append(seen.isEmpty() ? "" : "\n")
                        .append(messages.get(next).text());
            }
            String action = String.join(
                    "; ",
                    message.toolCalls().stream()
                            .map(call -> call.name() + "(" + JsonCodec.write(call.arguments()) + ")")
                            .toList());
            turns.add(Turn.builder()
                    .index(turns.size())
                    .prompt(before.toString())
                    .reply(message.text())
                    .action(action)
                    .observation(seen.toString())
                    .build());
            before.setLength(0);
        }
        return turns;
    }
}
