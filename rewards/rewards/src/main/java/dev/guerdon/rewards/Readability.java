package dev.guerdon.rewards;

import dev.guerdon.api.Experimental;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Readability of an English text: counts, and the usual indices computed from them.
 *
 * <p>The figures are those of the Python package textstat 0.7.11, which differ in places from the formulas' first publication.
 * Immutable. Linear in the length of the text.
 */
@Experimental
public final class Readability {

    /** The figures, in the order of a report. */
    public enum Figure {
        FLESCH_READING_EASE,
        FLESCH_KINCAID_GRADE,
        GUNNING_FOG,
        SMOG_INDEX,
        COLEMAN_LIAU_INDEX,
        AUTOMATED_READABILITY_INDEX,
        DALE_CHALL_READABILITY_SCORE,
        DALE_CHALL_READABILITY_SCORE_V2,
        LINSEAR_WRITE_FORMULA,
        SPACHE_READABILITY,
        LIX,
        RIX,
        MCALPINE_EFLAW,
        /** The grade that most of the indices agree on. */
        TEXT_STANDARD_FLOAT,
        /** Seconds. */
        READING_TIME,
        SYLLABLE_COUNT,
        /** Words. */
        LEXICON_COUNT,
        SENTENCE_COUNT,
        /** Different words that are not familiar and have two or more syllables. */
        DIFFICULT_WORDS,
        /** Words of three or more syllables. */
        POLYSYLLABCOUNT,
        /** Words of one syllable. */
        MONOSYLLABCOUNT,
        /** Characters but white space. */
        CHAR_COUNT,
        LETTER_COUNT,
        /** Words of more than six letters. */
        LONG_WORD_COUNT,
        /** Words of at most three letters. */
        MINIWORD_COUNT,
        AVG_SENTENCE_LENGTH,
        AVG_SYLLABLES_PER_WORD,
        AVG_CHARACTER_PER_WORD,
        AVG_LETTER_PER_WORD,
        AVG_SENTENCE_PER_WORD;

        /** Returns the name that textstat gives it, such as {@code flesch_reading_ease}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Map<Figure, Double> figures;
    private final List<String> difficultWords;

    Readability(Map<Figure, Double> figures, List<String> difficultWords) {
        this.figures = new EnumMap<>(figures);
        this.difficultWords = List.copyOf(difficultWords);
    }

    /** Measures a text. An empty text has zeros. */
    public static Readability of(String text) {
        return ReadabilityFigures.measure(text);
    }

    /** Returns one figure. */
    public double get(Figure figure) {
        return Objects.requireNonNull(figures.get(figure));
    }

    /** Returns the different words that count as difficult, in the order of the text. */
    public List<String> difficultWords() {
        return difficultWords;
    }

    /** Returns the grades that most of the indices agree on, in words: {@code "7th and 8th grade"}. */
    public String textStandard() {
        int upper = (int) get(Figure.TEXT_STANDARD_FLOAT);
        return ordinal(upper - 1) + " and " + ordinal(upper) + " grade";
    }

    /** Returns all figures by textstat's names, in order; the counts are whole numbers. */
    public Map<String, Number> figures() {
        Map<String, Number> all = new LinkedHashMap<>();
        figures.forEach((figure, value) -> {
            boolean isCount = figure.word().endsWith("count") || figure == Figure.DIFFICULT_WORDS;
            if (isCount) {
                all.put(figure.word(), value.intValue());
            } else {
                all.put(figure.word(), value);
            }
        });
        return all;
    }

    private static String ordinal(int number) {
        int lastTwo = Math.floorMod(number, 100);
        String suffix = switch (lastTwo >= 11 && lastTwo <= 13 ? 0 : lastTwo % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
        return number + suffix;
    }
}
