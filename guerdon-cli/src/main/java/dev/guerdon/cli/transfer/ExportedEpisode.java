package dev.guerdon.cli.transfer;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.MessageWriter;
import dev.guerdon.lab.EpisodeJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.parquet.ParquetWriter;
import dev.guerdon.parquet.ParquetWriter.Field;
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
            new Field("id", ParquetWriter.Type.TEXT),
            new Field("run", ParquetWriter.Type.TEXT),
            new Field("suite", ParquetWriter.Type.TEXT),
            new Field("model", ParquetWriter.Type.TEXT),
            new Field("task", ParquetWriter.Type.TEXT),
            new Field("repeat", ParquetWriter.Type.LONG),
            new Field("domain", ParquetWriter.Type.TEXT),
            new Field("reward", ParquetWriter.Type.DOUBLE),
            new Field("unscored", ParquetWriter.Type.TEXT),
            new Field("ended", ParquetWriter.Type.TEXT),
            new Field("completed", ParquetWriter.Type.BOOLEAN),
            new Field("steps", ParquetWriter.Type.LONG),
            new Field("final_response", ParquetWriter.Type.TEXT),
            new Field("answer", ParquetWriter.Type.TEXT),
            new Field("error", ParquetWriter.Type.TEXT),
            new Field("extras", ParquetWriter.Type.JSON),
            new Field("calls", ParquetWriter.Type.LONG),
            new Field("input_tokens", ParquetWriter.Type.LONG),
            new Field("output_tokens", ParquetWriter.Type.LONG),
            new Field("usd", ParquetWriter.Type.DOUBLE),
            new Field("started", ParquetWriter.Type.TIME),
            new Field("seconds", ParquetWriter.Type.DOUBLE),
            new Field("question", ParquetWriter.Type.TEXT),
            new Field("fields", ParquetWriter.Type.JSON),
            new Field("trajectory", ParquetWriter.Type.JSON));

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
        return String.join(
                "\n", detail.task().messages().stream().map(Message::text).toList());
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
