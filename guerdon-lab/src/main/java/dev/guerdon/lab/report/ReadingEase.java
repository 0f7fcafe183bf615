package dev.guerdon.lab.report;

import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.DataTable;
import dev.guerdon.lab.report.Document.Prose;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.text.Figures;
import dev.guerdon.text.Readability;
import dev.guerdon.text.Readability.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How easy the report itself is to read. */
final class ReadingEase {

    private ReadingEase() {}

    static Section section(String prose) {
        Readability text = Readability.of(prose);
        List<List<String>> rows = new ArrayList<>();
        row(
                rows,
                text,
                "Flesch reading ease",
                Figure.FLESCH_READING_EASE,
                "higher is easier; 60 and more is plain English");
        row(rows, text, "Flesch-Kincaid grade", Figure.FLESCH_KINCAID_GRADE, "school grade");
        row(rows, text, "Gunning fog", Figure.GUNNING_FOG, "school grade");
        row(rows, text, "SMOG", Figure.SMOG_INDEX, "school grade");
        row(rows, text, "Coleman-Liau", Figure.COLEMAN_LIAU_INDEX, "school grade");
        row(rows, text, "Automated readability index", Figure.AUTOMATED_READABILITY_INDEX, "school grade");
        row(
                rows,
                text,
                "Dale-Chall",
                Figure.DALE_CHALL_READABILITY_SCORE,
                "below 5 is easy, 9 and more is for college");
        row(rows, text, "Linsear Write", Figure.LINSEAR_WRITE_FORMULA, "school grade");
        rows.add(List.of("consensus", text.textStandard(), "what most of the indices agree on"));
        count(rows, text, "sentences", Figure.SENTENCE_COUNT);
        count(rows, text, "words", Figure.LEXICON_COUNT);
        count(rows, text, "syllables", Figure.SYLLABLE_COUNT);
        count(rows, text, "characters", Figure.CHAR_COUNT);
        count(rows, text, "difficult words", Figure.DIFFICULT_WORDS);
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

    private static void row(List<List<String>> rows, Readability text, String label, Figure figure, String meaning) {
        rows.add(List.of(label, String.format(Locale.ROOT, "%.1f", text.get(figure)), meaning));
    }

    private static void count(List<List<String>> rows, Readability text, String label, Figure figure) {
        rows.add(List.of(label, Figures.count((long) text.get(figure)), ""));
    }
}
