package dev.guerdon.rewards.writing;

import dev.guerdon.api.Json;
import dev.guerdon.cpython.JsonReader;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** The instructions of IFEval by their names: each with its arguments becomes a test of a response that is not blank. */
final class IfevalInstructions {

    private static final List<String> OPTIONS = List.of("My answer is yes.", "My answer is no.", "My answer is maybe.");

    private final boolean repaired;
    private final KeywordSearch keywords;

    /**
     * Chooses how faithfully to follow lm-eval.
     *
     * @param repaired whether keywords are texts, text without a language follows no instruction about languages, and so on
     */
    IfevalInstructions(boolean repaired) {
        this.repaired = repaired;
        keywords = new KeywordSearch(repaired);
    }

    /** Returns the test that an instruction means. */
    Predicate<String> test(String instruction, Json given) {
        InstructionArguments arguments = new InstructionArguments(instruction, given);
        Predicate<String> test = switch (instruction) {
            case "keywords:existence" -> existence(arguments);
            case "keywords:frequency" -> frequency(arguments);
            case "keywords:forbidden_words" -> forbidden(arguments);
            case "keywords:letter_frequency" -> letters(arguments);
            case "language:response_language" -> language(arguments);
            case "length_constraints:number_sentences" -> sentences(arguments);
            case "length_constraints:number_paragraphs" -> paragraphs(arguments);
            case "length_constraints:number_words" -> words(arguments);
            case "length_constraints:nth_paragraph_first_word" -> firstWord(arguments);
            case "detectable_content:number_placeholders" -> placeholders(arguments);
            case "detectable_content:postscript" -> postscript(arguments);
            case "detectable_format:number_bullet_lists" -> bullets(arguments);
            case "detectable_format:constrained_response" ->
                text -> OPTIONS.stream().anyMatch(text::contains);
            case "detectable_format:number_highlighted_sections" -> highlights(arguments);
            case "detectable_format:multiple_sections" -> sections(arguments);
            case "detectable_format:json_format" -> IfevalInstructions::isJson;
            case "detectable_format:title" -> TextShape::hasTitle;
            case "combination:two_responses" -> IfevalInstructions::isTwoResponses;
            case "combination:repeat_prompt" -> repeat(arguments);
            case "startend:end_checker" -> end(arguments);
            case "startend:quotation" -> IfevalInstructions::isQuoted;
            case "change_case:capital_word_frequency" -> capitals(arguments);
            case "change_case:english_capital" -> text -> TextShape.isUpper(text) && isEnglish(text);
            case "change_case:english_lowercase" -> text -> TextShape.isLower(text) && isEnglish(text);
            case "punctuation:no_comma" -> this::hasNoComma;
            default -> throw GoldReader.fault("there is no instruction '" + instruction + "' in IFEval");
        };
        arguments.nothingElse();
        return test;
    }

    private Predicate<String> existence(InstructionArguments arguments) {
        List<String> words = List.copyOf(new TreeSet<>(arguments.texts("keywords")));
        return text -> words.stream().allMatch(word -> keywords.has(word, text));
    }

    private Predicate<String> frequency(InstructionArguments arguments) {
        String keyword = PythonStrings.strip(arguments.text("keyword"));
        IntPredicate enough = arguments.relation("relation", arguments.count("frequency"));
        return text -> enough.test(keywords.count(keyword, text));
    }

    private Predicate<String> forbidden(InstructionArguments arguments) {
        List<String> words = List.copyOf(new TreeSet<>(arguments.texts("forbidden_words")));
        return text -> words.stream().noneMatch(word -> keywords.hasWord(word, text));
    }

    private Predicate<String> letters(InstructionArguments arguments) {
        String letter = PythonStrings.lower(arguments.text("letter"));
        boolean fits = letter.length() == 1 && letter.charAt(0) >= 'a' && letter.charAt(0) <= 'z';
        // Where lm-eval draws another letter at random, the literal test counts the sign itself, so that it says the
        // same each time.
        if (!fits && (repaired || letter.codePointCount(0, letter.length()) != 1)) {
            throw arguments.fault("needs one letter from a to z as 'letter', found '" + letter + "'");
        }
        int sign = letter.codePointAt(0);
        IntPredicate enough = arguments.relation("let_relation", arguments.count("let_frequency"));
        return text -> enough.test((int)
                PythonStrings.lower(text).codePoints().filter(c -> c == sign).count());
    }

    private Predicate<String> language(InstructionArguments arguments) {
        String language = arguments.text("language");
        return text -> isIn(text, language);
    }

    /** Returns what has no language counts as any for lm-eval, and as none if that is repaired. */
    private boolean isIn(String text, String language) {
        Optional<String> found = LanguageGuess.of(text);
        return found.isPresent()
                ? found.get().equals(language) || (repaired && found.get().startsWith(language + "-"))
                : !repaired;
    }

    /** Words in capitals say little about a language, so the repaired test reads them in small letters. */
    private boolean isEnglish(String text) {
        return isIn(repaired ? PythonStrings.lower(text) : text, "en");
    }

    private static Predicate<String> sentences(InstructionArguments arguments) {
        IntPredicate enough = arguments.relation("relation", arguments.count("num_sentences"));
        return text -> enough.test(SentenceSplitter.of(text).size());
    }

    private static Predicate<String> paragraphs(InstructionArguments arguments) {
        double expected = arguments.count("num_paragraphs");
        return text -> {
            List<String> parts = TextShape.starredParts(text);
            int count = parts.size();
            for (int i = 0; i < parts.size(); i++) {
                if (TextShape.isBlank(parts.get(i))) {
                    if (i > 0 && i < parts.size() - 1) {
                        return false;
                    }
                    count--;
                }
            }
            return count == expected;
        };
    }

    private static Predicate<String> words(InstructionArguments arguments) {
        IntPredicate enough = arguments.relation("relation", arguments.count("num_words"));
        return text -> enough.test(TextShape.words(text));
    }

    private static Predicate<String> firstWord(InstructionArguments arguments) {
        double count = arguments.count("num_paragraphs");
        double nth = arguments.count("nth_paragraph");
        String expected = PythonStrings.lower(arguments.text("first_word"));
        if (nth > count || nth != Math.rint(nth)) {
            throw arguments.fault("needs an 'nth_paragraph' from 1 to 'num_paragraphs'");
        }
        return text -> {
            List<String> parts = TextShape.parts(text, "\n\n");
            long filled =
                    parts.stream().filter(part -> !TextShape.isBlank(part)).count();
            String part = filled < nth ? "" : parts.get((int) nth - 1);
            return filled == count
                    && !TextShape.isBlank(part)
                    && TextShape.firstWord(part).equals(expected);
        };
    }

    private static Predicate<String> placeholders(InstructionArguments arguments) {
        double least = arguments.count("num_placeholders");
        return text -> TextShape.placeholders(text) >= least;
    }

    private Predicate<String> postscript(InstructionArguments arguments) {
        String marker = PythonStrings.strip(arguments.text("postscript_marker"));
        KeywordSearch patterns = new KeywordSearch(false);
        return switch (marker) {
            case "P.P.S" -> text -> patterns.has("p\\.\\s?p\\.\\s?s", PythonStrings.lower(text));
            case "P.S." -> text -> patterns.has("p\\.\\s?s\\.", PythonStrings.lower(text));
            default -> text -> keywords.hasMarker(PythonStrings.lower(marker), PythonStrings.lower(text));
        };
    }

    private static Predicate<String> bullets(InstructionArguments arguments) {
        double expected = arguments.count("num_bullets");
        return text -> TextShape.bullets(text) == expected;
    }

    private Predicate<String> highlights(InstructionArguments arguments) {
        double least = arguments.count("num_highlights");
        return text -> (repaired ? TextShape.distinctHighlights(text) : TextShape.highlights(text)) >= least;
    }

    private Predicate<String> sections(InstructionArguments arguments) {
        String splitter = PythonStrings.strip(arguments.text("section_spliter"));
        double least = arguments.count("num_sections");
        return text -> keywords.cuts(splitter, text) >= least;
    }

    private static boolean isJson(String text) {
        String json = PythonStrings.strip(text);
        for (String fence : List.of("```json", "```Json", "```JSON", "```")) {
            json = json.startsWith(fence) ? json.substring(fence.length()) : json;
        }
        json = json.endsWith("```") ? json.substring(0, json.length() - 3) : json;
        return JsonReader.read(PythonStrings.strip(json)).isPresent();
    }

    private static boolean isTwoResponses(String text) {
        List<String> parts = TextShape.parts(text, "******");
        for (int i = 1; i < parts.size() - 1; i++) {
            if (TextShape.isBlank(parts.get(i))) {
                return false;
            }
        }
        List<String> filled = parts.stream()
                .map(PythonStrings::strip)
                .filter(part -> !part.isEmpty())
                .toList();
        return filled.size() == 2 && !filled.get(0).equals(filled.get(1));
    }

    private static Predicate<String> repeat(InstructionArguments arguments) {
        String prompt = PythonStrings.lower(PythonStrings.strip(arguments.text("prompt_to_repeat")));
        return text -> PythonStrings.lower(PythonStrings.strip(text)).startsWith(prompt);
    }

    private static Predicate<String> end(InstructionArguments arguments) {
        String phrase = PythonStrings.lower(PythonStrings.strip(arguments.text("end_phrase")));
        return text -> PythonStrings.lower(PythonStrings.strip(PythonStrings.strip(text), "\""))
                .endsWith(phrase);
    }

    private static boolean isQuoted(String text) {
        String stripped = PythonStrings.strip(text);
        return stripped.length() > 1 && stripped.startsWith("\"") && stripped.endsWith("\"");
    }

    private static Predicate<String> capitals(InstructionArguments arguments) {
        IntPredicate enough = arguments.relation("capital_relation", arguments.number("capital_frequency"));
        return text -> enough.test(
                (int) TreebankWords.of(text).stream().filter(TextShape::isUpper).count());
    }

    private boolean hasNoComma(String text) {
        return text.indexOf(',') < 0
                && !(repaired && text.chars().anyMatch(c -> "\uff0c\u060c\ufe50\ufe10".indexOf(c) >= 0));
    }
}
