package dev.guerdon.viewer.export;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.viewer.page.Problem;
import java.util.Arrays;
import java.util.Locale;

/** The kinds of files that tables become. */
@Internal
public enum ExportFormat {
    CSV("csv", "text/csv; charset=utf-8; header=present"),
    JSON("json", "application/json"),
    JSON_LINES("jsonl", "application/x-ndjson"),
    PARQUET("parquet", "application/vnd.apache.parquet");

    private final String ending;
    private final String mediaType;

    ExportFormat(String ending, String mediaType) {
        this.ending = ending;
        this.mediaType = mediaType;
    }

    /** The ending of file names, by which addresses name the format. */
    public String ending() {
        return ending;
    }

    /** The media type. */
    public String mediaType() {
        return mediaType;
    }

    /**
     * The format with an ending.
     *
     * @throws Problem where there is none
     */
    public static ExportFormat of(String ending) {
        return Arrays.stream(values())
                .filter(each -> each.ending.equals(ending.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> Problem.badRequest("expected csv, json, jsonl or parquet, found '" + ending + "'"
                        + Names.didYouMean(
                                ending,
                                Arrays.stream(values())
                                        .map(ExportFormat::ending)
                                        .toList())));
    }
}
