package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Bullets;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Pattern;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.spi.ReportDocument.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.rewards.Readability;
import dev.guerdon.rewards.Readability.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ease of reading of the report itself. */
final class ReadingEase {

    private record Index(String label, Figure figure, String meaning) {}

    private static final List<Index> INDICES = List.of(
            new Index(
                    "Flesch reading ease",
                    Figure.FLESCH_READING_EASE,
                    "higher is easier; 60 and more is plain English"),
            new Index("Flesch-Kincaid grade", Figure.FLESCH_KINCAID_GRADE, "school grade"),
            new Index("Gunning fog", Figure.GUNNING_FOG, "school grade"),
            new Index("SMOG", Figure.SMOG_INDEX, "school grade"),
            new Index("Coleman-Liau", Figure.COLEMAN_LIAU_INDEX, "school grade"),
            new Index("Automated readability index", Figure.AUTOMATED_READABILITY_INDEX, "school grade"),
            new Index("Dale-Chall", Figure.DALE_CHALL_READABILITY_SCORE, "below 5 is easy, 9 and more is for college"),
            new Index("Linsear Write", Figure.LINSEAR_WRITE_FORMULA, "school grade"));

    private static final List<Index> COUNTS = List.of(
            new Index("sentences", Figure.SENTENCE_COUNT, ""),
            new Index("words", Figure.LEXICON_COUNT, ""),
            new Index("syllables", Figure.SYLLABLE_COUNT, ""),
            new Index("characters", Figure.CHAR_COUNT, ""),
            new Index("difficult words", Figure.DIFFICULT_WORDS, ""));

    private ReadingEase() {}

    static Section section(List<Section> sections) {
        Readability text = Readability.of(prose(sections));
        List<List<String>> rows = new ArrayList<>();
        INDICES.forEach(each -> rows.add(
                List.of(each.label(), String.format(Locale.ROOT, "%.1f", text.get(each.figure())), each.meaning())));
        rows.add(List.of("consensus", text.textStandard(), "what most of the indices agree on"));
        COUNTS.forEach(each ->
                rows.add(List.of(each.label(), DisplayFormat.count((long) text.get(each.figure())), "")));
        rows.add(List.of("reading time", String.format(Locale.ROOT, "%.0f s", text.get(Figure.READING_TIME)), ""));
        return new Section(
                "readability",
                "Readability",
                List.of(
                        new Prose("How easy the sentences above are to read. Tables are not counted."),
                        new DataTable(
                                "Readability of this report",
                                List.of(Column.text("figure"), Column.number("value"), Column.text("how to read it")),
                                rows)));
    }

    /** Returns everything that is written in sentences. */
    private static String prose(List<Section> sections) {
        return sections.stream()
                .flatMap(section -> section.blocks().stream())
                .flatMap(ReadingEase::sentences)
                .filter(text -> !text.isBlank())
                .map(text -> text.matches("(?s).*[.!?]\\s*") ? text : text + ".")
                .collect(Collectors.joining("\n"));
    }

    private static Stream<String> sentences(Block block) {
        return switch (block) {
            case Verdict verdict -> Stream.of(verdict.headline(), verdict.text());
            case Prose prose -> Stream.of(prose.text());
            case Bullets bullets -> bullets.items().stream();
            case Pattern pattern -> Stream.of(pattern.symptom(), pattern.diagnosis(), pattern.fix(), pattern.result());
            default -> Stream.empty();
        };
    }
}
