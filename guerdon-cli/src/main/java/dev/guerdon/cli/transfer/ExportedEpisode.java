package dev.guerdon.cli.transfer;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.lab.EpisodeJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.parquet.ParquetWriter.Field;
import dev.guerdon.parquet.ParquetWriter.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An episode as a line that {@code guerdon score} reads, and as a row of a table. */
record ExportedEpisode(RunInfo run, Episode episode, EpisodeDetail detail) {

    /** The columns of a table, in order. */
    static final List<Field> COLUMNS = List.of(
            new Field("id", Type.TEXT),
            new Field("run", Type.TEXT),
            new Field("suite", Type.TEXT),
            new Field("model", Type.TEXT),
            new Field("task", Type.TEXT),
            new Field("repeat", Type.LONG),
            new Field("domain", Type.TEXT),
            new Field("reward", Type.DOUBLE),
            new Field("unscored", Type.TEXT),
            new Field("ended", Type.TEXT),
            new Field("completed", Type.BOOLEAN),
            new Field("steps", Type.LONG),
            new Field("final_response", Type.TEXT),
            new Field("answer", Type.TEXT),
            new Field("error", Type.TEXT),
            new Field("extras", Type.JSON),
            new Field("calls", Type.LONG),
            new Field("input_tokens", Type.LONG),
            new Field("output_tokens", Type.LONG),
            new Field("usd", Type.DOUBLE),
            new Field("started", Type.TIME),
            new Field("seconds", Type.DOUBLE),
            new Field("question", Type.TEXT),
            new Field("fields", Type.JSON),
            new Field("trajectory", Type.JSON));

    /** A line with the fields of the task at its top, as rewards want them, and the figures in {@code metadata}. */
    Map<String, @Nullable Object> line() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", episode.key());
        out.put("final_response", episode.answer());
        out.put("trajectory", MessageWriter.messages(messages()));
        if (!question().isEmpty()) {
            out.put("question", question());
        }
        detail.task().fields().forEach(out::putIfAbsent);
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("run", run.name());
        about.put("suite", run.suite());
        about.put("agent", run.agent());
        about.put("model", run.model());
        about.put("reward_name", run.reward());
        about.putAll(EpisodeJson.of(episode));
        out.put("metadata", about);
        return out;
    }

    /** What the task asks, in words. */
    private String question() {
        return String.join("\n", detail.task().messages().stream().map(Message::text).toList());
    }

    private List<Message> messages() {
        return detail.trajectory().segments().stream().flatMap(List::stream).toList();
    }

    List<@Nullable Object> row() {
        boolean scored = episode.score() instanceof Score.Scored;
        return Arrays.asList(
                episode.key(),
                run.name(),
                run.suite(),
                run.model(),
                episode.task(),
                episode.repeat(),
                episode.domain(),
                scored ? episode.reward() : null,
                episode.score() instanceof Score.Unscored why
                        ? why.reason().name().toLowerCase(Locale.ROOT)
                        : null,
                episode.finish().word(),
                episode.completed(),
                episode.steps(),
                episode.answer(),
                episode.gold(),
                episode.error(),
                episode.score() instanceof Score.Scored got
                        ? JsonCodec.write(got.result().extras())
                        : null,
                episode.usage().calls(),
                episode.usage().inputTokens(),
                episode.usage().outputTokens(),
                episode.usage().costKnown() ? episode.usage().usd() : null,
                episode.started(),
                episode.duration().toNanos() / 1e9,
                question(),
                JsonCodec.write(detail.task().fields()),
                JsonCodec.write(MessageWriter.messages(messages())));
    }
}
