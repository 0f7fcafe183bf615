package dev.guerdon.cli.transfer;

import static dev.guerdon.parquet.ParquetWriter.Type.BOOLEAN;
import static dev.guerdon.parquet.ParquetWriter.Type.DOUBLE;
import static dev.guerdon.parquet.ParquetWriter.Type.JSON;
import static dev.guerdon.parquet.ParquetWriter.Type.LONG;
import static dev.guerdon.parquet.ParquetWriter.Type.TEXT;
import static dev.guerdon.parquet.ParquetWriter.Type.TIME;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.parquet.ParquetWriter;
import dev.guerdon.parquet.ParquetWriter.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An episode as a line that {@code guerdon score} reads, and as a row of a table. */
record ExportedEpisode(RunInfo run, Episode episode, EpisodeDetail detail) {

    /** A column of a table, and what an episode has in it. */
    private record Column(String name, ParquetWriter.Type type, Function<ExportedEpisode, @Nullable Object> cell) {}

    private static final List<Column> TABLE = List.of(
            new Column("id", TEXT, each -> each.episode.key()),
            new Column("run", TEXT, each -> each.run.name()),
            new Column("suite", TEXT, each -> each.run.suite()),
            new Column("model", TEXT, each -> each.run.model()),
            new Column("task", TEXT, each -> each.episode.task()),
            new Column("repeat", LONG, each -> each.episode.repeat()),
            new Column("domain", TEXT, each -> each.episode.domain()),
            new Column("reward", DOUBLE, each -> each.episode.scored() ? each.episode.reward() : null),
            new Column("unscored", TEXT, ExportedEpisode::unscored),
            new Column("ended", TEXT, each -> each.episode.finish().word()),
            new Column("completed", BOOLEAN, each -> each.episode.completed()),
            new Column("steps", LONG, each -> each.episode.steps()),
            new Column("final_response", TEXT, each -> each.episode.answer()),
            new Column("answer", TEXT, each -> each.episode.gold()),
            new Column("error", TEXT, each -> each.episode.error()),
            new Column("extras", JSON, ExportedEpisode::extras),
            new Column("calls", LONG, each -> each.usage().calls()),
            new Column("input_tokens", LONG, each -> each.usage().inputTokens()),
            new Column("output_tokens", LONG, each -> each.usage().outputTokens()),
            new Column(
                    "usd",
                    DOUBLE,
                    each -> each.usage().costKnown() ? each.usage().usd() : null),
            new Column("started", TIME, each -> each.episode.started()),
            new Column("seconds", DOUBLE, each -> each.episode.duration().toNanos() / 1e9),
            new Column("question", TEXT, ExportedEpisode::question),
            new Column(
                    "fields",
                    JSON,
                    each -> new ExportMarks.Json(each.detail.task().fields())),
            new Column("trajectory", JSON, each -> new ExportMarks.Json(MessageWriter.messages(each.messages()))));

    /** The columns of a table, in order. */
    static final List<Field> COLUMNS =
            TABLE.stream().map(column -> new Field(column.name, column.type)).toList();

    /**
     * Returns a line without secrets, with the fields of the task at its top, as rewards want them, and the figures in {@code metadata}. Where
     * something was hidden in what a reward reads, {@code metadata} says so.
     */
    Map<String, @Nullable Object> line(ExportMarks marks) {
        Map<String, @Nullable Object> read = new LinkedHashMap<>();
        read.put("id", episode.key());
        read.put("final_response", episode.answer());
        read.put("trajectory", MessageWriter.messages(messages()));
        if (!question().isEmpty()) {
            read.put("question", question());
        }
        detail.task().fields().forEach(read::putIfAbsent);
        int before = marks.hidden();
        Map<String, @Nullable Object> out = new LinkedHashMap<>(new Json(marks.hide((Object) read)).asMap());
        int hidden = marks.hidden() - before + (detail.altered() ? 1 : 0);
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("run", run.name());
        about.put("suite", run.suite());
        about.put("agent", run.agent());
        about.put("model", run.model());
        about.put("reward_name", run.reward());
        about.putAll(LabJson.of(episode));
        if (hidden > 0) {
            about.put(EpisodeDetail.HIDDEN_TEXTS, hidden);
        }
        out.put("metadata", marks.hide((Object) about));
        return out;
    }

    /** Returns what the task asks, in words. */
    private String question() {
        return String.join(
                "\n", detail.task().messages().stream().map(Message::text).toList());
    }

    private List<Message> messages() {
        return detail.trajectory().segments().stream().flatMap(List::stream).toList();
    }

    private Usage usage() {
        return episode.usage();
    }

    private @Nullable String unscored() {
        return episode.score() instanceof Score.Unscored why
                ? why.reason().name().toLowerCase(Locale.ROOT)
                : null;
    }

    private @Nullable Object extras() {
        return episode.score() instanceof Score.Scored got
                ? new ExportMarks.Json(got.result().extras())
                : null;
    }

    List<@Nullable Object> row(ExportMarks marks) {
        List<@Nullable Object> row = new ArrayList<>();
        TABLE.forEach(column -> row.add(column.cell.apply(this)));
        return marks.hide(row);
    }
}
