package dev.guerdon.lab;

import dev.guerdon.agent.TurnJson;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.base.TaskJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An episode as a plain JSON object, for whoever shows or exports one. */
@Experimental
public final class EpisodeJson {

    private EpisodeJson() {}

    /** What is known of the episode as a whole. */
    public static Map<String, @Nullable Object> of(Episode episode) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("task", episode.task());
        out.put("repeat", episode.repeat());
        out.put("seed", episode.seed());
        out.put("domain", episode.domain());
        switch (episode.score()) {
            case Score.Scored scored -> {
                out.put("reward", scored.result().reward());
                out.put("extras", scored.result().extras());
            }
            case Score.Unscored unscored -> {
                out.put("reward", null);
                out.put("unscored", unscored);
            }
        }
        out.put("finish", episode.finish().word());
        out.put("ending", episode.finish().kind().word());
        out.put(
                "limit",
                episode.finish().limit().isEmpty() ? null : episode.finish().limit());
        out.put("completed", episode.completed());
        out.put("steps", episode.steps());
        out.put("answer", episode.answer());
        out.put("gold", episode.gold());
        out.put("error", episode.error());
        out.put("usage", TurnJson.of(episode.usage()));
        out.put("retries", episode.retries());
        out.put("waited_seconds", episode.waited().toNanos() / 1e9);
        out.put("started", episode.started().toString());
        out.put("seconds", episode.duration().toNanos() / 1e9);
        return out;
    }

    /** The same with what happened in it: the task, the turns, what was said, where the files are. */
    public static Map<String, @Nullable Object> of(Episode episode, EpisodeDetail detail) {
        Map<String, @Nullable Object> out = of(episode);
        out.put("task_detail", TaskJson.of(detail.task()));
        out.put("turns", detail.turns().stream().map(TurnJson::of).toList());
        out.put(
                "trajectory",
                detail.trajectory().segments().stream()
                        .map(MessageWriter::messages)
                        .toList());
        out.put("metrics", detail.trajectory().metrics());
        out.put("artifacts", detail.artifacts().map(Object::toString));
        return out;
    }
}
