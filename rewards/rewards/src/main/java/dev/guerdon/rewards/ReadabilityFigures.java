package dev.guerdon.rewards;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.Readability.Figure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Computes the readability figures of one text. */
final class ReadabilityFigures {

    private static final double SECONDS_PER_CHARACTER = 0.01469;
    private static final int LINSEAR_WORDS = 100;

    private final String text;
    private final List<String> words;
    private final int[] syllables;
    private final int sentences;
    private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);

    private ReadabilityFigures(String text) {
        this.text = text;
        this.words = TextWords.words(text);
        this.syllables = words.stream().mapToInt(TextWords::syllables).toArray();
        this.sentences = TextWords.sentences(text);
    }

    static Readability measure(String text) {
        ReadabilityFigures measured = new ReadabilityFigures(text);
        measured.count();
        measured.compute();
        return new Readability(measured.figures, measured.difficultWords());
    }

    private void count() {
        List<String> bare = TextWords.wordsWithoutApostrophes(text);
        int allSyllables = 0;
        int one = 0;
        int many = 0;
        for (int count : syllables) {
            allSyllables += count;
            one += count == 1 ? 1 : 0;
            many += count >= 3 ? 1 : 0;
        }
        int characters = TextWords.characters(text);
        int letters = TextWords.letters(text);
        put(Figure.SYLLABLE_COUNT, allSyllables);
        put(Figure.LEXICON_COUNT, words.size());
        put(Figure.SENTENCE_COUNT, sentences);
        put(Figure.DIFFICULT_WORDS, difficultWords().size());
        put(Figure.POLYSYLLABCOUNT, many);
        put(Figure.MONOSYLLABCOUNT, one);
        put(Figure.CHAR_COUNT, characters);
        put(Figure.LETTER_COUNT, letters);
        put(Figure.LONG_WORD_COUNT, sized(bare, 7, Integer.MAX_VALUE));
        put(Figure.MINIWORD_COUNT, sized(bare, 1, 3));
        put(Figure.AVG_SENTENCE_LENGTH, ratio(words.size(), sentences));
        put(Figure.AVG_SYLLABLES_PER_WORD, ratio(allSyllables, words.size()));
        put(
                Figure.AVG_CHARACTER_PER_WORD,
                ratio(characters, PythonStrings.split(text).size()));
        put(Figure.AVG_LETTER_PER_WORD, ratio(letters, words.size()));
        put(Figure.AVG_SENTENCE_PER_WORD, ratio(sentences, words.size()));
        put(Figure.READING_TIME, SECONDS_PER_CHARACTER * characters);
    }

    private void compute() {
        double length = get(Figure.AVG_SENTENCE_LENGTH);
        double perWord = get(Figure.AVG_SYLLABLES_PER_WORD);
        double characters = get(Figure.AVG_CHARACTER_PER_WORD);
        double letters = 100 * get(Figure.AVG_LETTER_PER_WORD);
        double sentenceShare = 100 * get(Figure.AVG_SENTENCE_PER_WORD);
        boolean none = words.isEmpty();
        put(Figure.FLESCH_READING_EASE, none ? 0 : 206.835 - 1.015 * length - 84.6 * perWord);
        put(Figure.FLESCH_KINCAID_GRADE, none ? 0 : 0.39 * length + 11.8 * perWord - 15.59);
        put(Figure.GUNNING_FOG, none ? 0 : 0.4 * (length + percent(difficult(3))));
        put(
                Figure.SMOG_INDEX,
                sentences == 0 ? 0 : 1.043 * Math.sqrt(30 * (get(Figure.POLYSYLLABCOUNT) / sentences)) + 3.1291);
        put(
                Figure.COLEMAN_LIAU_INDEX,
                letters == 0 || sentenceShare == 0 ? 0 : 0.058 * letters - 0.296 * sentenceShare - 15.8);
        put(
                Figure.AUTOMATED_READABILITY_INDEX,
                characters == 0 || length == 0 ? 0 : 4.71 * characters + 0.5 * length - 21.43);
        double unfamiliar = percent(difficult(0));
        put(
                Figure.DALE_CHALL_READABILITY_SCORE,
                none ? 0 : 0.1579 * unfamiliar + 0.0496 * length + (unfamiliar > 5 ? 3.6365 : 0));
        double hard = percent(difficult(2));
        double raw = 0.1579 * hard + 0.0496 * length;
        put(Figure.DALE_CHALL_READABILITY_SCORE_V2, none ? 0 : raw + (raw > 0.05 ? 3.6365 : 0));
        put(Figure.SPACHE_READABILITY, none ? 0 : 0.141 * length + 0.086 * hard + 0.839);
        put(Figure.LIX, none ? 0 : length + percent((int) get(Figure.LONG_WORD_COUNT)));
        put(Figure.RIX, ratio(get(Figure.LONG_WORD_COUNT), sentences));
        put(Figure.MCALPINE_EFLAW, ratio(words.size() + get(Figure.MINIWORD_COUNT), sentences));
        put(Figure.LINSEAR_WRITE_FORMULA, linsear());
        put(Figure.TEXT_STANDARD_FLOAT, standard());
    }

    /** A word counts one, or three if it has three syllables; over the sentences of the first hundred words. */
    private double linsear() {
        List<String> tokens = PythonStrings.split(text);
        List<String> counted = words;
        int taken = tokens.size();
        if (tokens.size() > LINSEAR_WORDS) {
            counted = new ArrayList<>();
            taken = 0;
            while (taken < tokens.size() && counted.size() < LINSEAR_WORDS) {
                List<String> bare = TextWords.words(tokens.get(taken++));
                counted.addAll(bare);
            }
        }
        int weight = 0;
        for (String word : counted) {
            int count = TextWords.syllables(word);
            weight += count >= 3 ? 3 : count > 0 ? 1 : 0;
        }
        int of = TextWords.sentences(String.join(" ", tokens.subList(0, taken)));
        if (of == 0) {
            return 0;
        }
        double number = (double) weight / of;
        return (number <= 20 ? number - 2 : number) / 2;
    }

    /** Returns the most frequent among the rounded grades of all indices, the first of equals. */
    private double standard() {
        Map<Integer, Integer> votes = new LinkedHashMap<>();
        vote(votes, get(Figure.FLESCH_KINCAID_GRADE));
        double ease = get(Figure.FLESCH_READING_EASE);
        if (ease >= 100 || ease < 30) {
            votes.merge(13, 1, Integer::sum);
        } else if (ease >= 60 && ease < 70) {
            votes.merge(8, 1, Integer::sum);
            votes.merge(9, 1, Integer::sum);
        } else {
            int tens = (int) (ease / 10);
            votes.merge(tens >= 7 ? 14 - tens : 15 - tens, 1, Integer::sum);
        }
        vote(votes, get(Figure.SMOG_INDEX));
        vote(votes, get(Figure.COLEMAN_LIAU_INDEX));
        vote(votes, get(Figure.AUTOMATED_READABILITY_INDEX));
        vote(votes, get(Figure.DALE_CHALL_READABILITY_SCORE));
        vote(votes, get(Figure.LINSEAR_WRITE_FORMULA));
        vote(votes, get(Figure.GUNNING_FOG));
        int most = 0;
        int grade = 0;
        for (Map.Entry<Integer, Integer> entry : votes.entrySet()) {
            if (entry.getValue() > most) {
                most = entry.getValue();
                grade = entry.getKey();
            }
        }
        return grade;
    }

    private static void vote(Map<Integer, Integer> votes, double grade) {
        votes.merge((int) Math.floor(grade), 1, Integer::sum);
        votes.merge((int) Math.ceil(grade), 1, Integer::sum);
        votes.merge((int) Math.rint(grade), 1, Integer::sum);
    }

    private int difficult(int syllableThreshold) {
        return (int) words.stream()
                .filter(word -> TextWords.isDifficult(word, syllableThreshold))
                .count();
    }

    private static int sized(List<String> words, int shortest, int longest) {
        int count = 0;
        for (String word : words) {
            int length = TextWords.length(word);
            count += length >= shortest && length <= longest ? 1 : 0;
        }
        return count;
    }

    private List<String> difficultWords() {
        return words.stream()
                .filter(word -> TextWords.isDifficult(word, 2))
                .distinct()
                .toList();
    }

    private double percent(int count) {
        return words.isEmpty() ? 0 : 100.0 * count / words.size();
    }

    private static double ratio(double part, int whole) {
        return whole == 0 ? 0 : part / whole;
    }

    private void put(Figure figure, double value) {
        figures.put(figure, value);
    }

    private double get(Figure figure) {
        return figures.getOrDefault(figure, 0.0);
    }
}
