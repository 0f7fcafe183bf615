package dev.guerdon.math.extract;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Finds what prose states as its answer: all that follows "the answer is", or the verb of the last sentence, up to the sentence's end.
 *
 * <p>A statement that is negated, doubted or taken back states nothing, and several different ones in a row state nothing either. Every
 * method is linear in the length of the response.
 */
@Internal
public final class ProseAnswer {

    /** Places at which a value may begin before "is the answer" that are tried. */
    private static final int MAX_OPENINGS = 12;

    /** The answer is where a response ends. */
    private static final int TAIL = 20_000;

    /** So many sentences may follow an answer that is words. */
    private static final int NEAR = 3;

    private static final int LONGEST = 4_000;

    /** How long a sentence may be whose reason is told from what it states. */
    private static final int LONGEST_CLAUSE = 1_000;

    private final List<ProseSentence> sentences;
    private final Predicate<String> reads;

    /** How many sentences remain where politeness at the end is left out. */
    private final int end;

    private ProseAnswer(List<ProseSentence> sentences, Predicate<String> reads) {
        this.sentences = sentences;
        this.reads = reads;
        int last = sentences.size();
        while (last > 0 && isPolite(sentences.get(last - 1))) {
            last--;
        }
        this.end = last;
    }

    /**
     * Returns the answer that a response states.
     *
     * @param reads whether a text can be read as mathematics as a whole
     */
    public static Optional<String> announced(String whole, Predicate<String> reads) {
        String response = tail(whole);
        int close = response.lastIndexOf("</answer>");
        if (close >= 0 && response.lastIndexOf("<answer>", close) >= 0) {
            return tagged(response, close, reads);
        }
        ProseAnswer prose = new ProseAnswer(ProseSentence.all(response), reads);
        return Optional.ofNullable(prose.stated(true));
    }

    /** Returns whether a text begins as prose does that goes on with its answer: "so", "hence". */
    public static boolean leads(String response) {
        return ProsePhrases.LEAD
                .matcher(response.substring(0, Math.min(60, response.length()))
                        .strip()
                        .toLowerCase(Locale.ROOT))
                .find();
    }

    /** Returns what follows "the final answer is" or the like. */
    public static Optional<String> finalAnswer(String response, Predicate<String> reads) {
        return Optional.ofNullable(new ProseAnswer(ProseSentence.all(tail(response)), reads).stated(false));
    }

    private static String tail(String whole) {
        return whole.length() > TAIL ? whole.substring(whole.length() - TAIL) : whole;
    }

    /** Returns the text between the answer tags; several pairs must agree. */
    private static Optional<String> tagged(String response, int close, Predicate<String> reads) {
        int open = response.lastIndexOf("<answer>", close);
        String inside = response.substring(open + "<answer>".length(), close).strip();
        for (int at = response.indexOf("<answer>"); at >= 0 && at < open; at = response.indexOf("<answer>", at + 1)) {
            if (!response.startsWith(inside, at + "<answer>".length())) {
                return Optional.empty();
            }
        }
        if (inside.isEmpty() || reads.test(inside)) {
            return clean(inside);
        }
        String stated = new ProseAnswer(ProseSentence.all(inside), reads).stated(true);
        return stated == null ? clean(inside) : Optional.of(stated);
    }

    /** Returns the text between the last answer tags. */
    public static Optional<String> answerTag(String response) {
        int end = response.lastIndexOf("</answer>");
        int start = end < 0 ? -1 : response.lastIndexOf("<answer>", end);
        return start < 0 ? Optional.empty() : clean(response.substring(start + "<answer>".length(), end));
    }

    /** Returns the rest of the line after the last {@code ####}. */
    public static Optional<String> hashes(String response) {
        int at = response.lastIndexOf("####");
        return at < 0
                ? Optional.empty()
                : clean(response.substring(at + 4).strip().split("\n", 2)[0]);
    }

    /** Returns the last text in bold. */
    public static Optional<String> bold(String response) {
        int end = response.lastIndexOf("**");
        int start = end <= 0 ? -1 : response.lastIndexOf("**", end - 1);
        return start < 0 || end < start + 3 ? Optional.empty() : clean(response.substring(start + 2, end));
    }

    /** Returns the last line that is not empty. */
    public static Optional<String> lastLine(String response) {
        String text = response.strip();
        return clean(text.substring(text.lastIndexOf('\n') + 1));
    }

    /** Returns the last formula between dollar signs of the last line. */
    public static Optional<String> lastFormula(String response) {
        String line = lastLine(response).orElse("");
        int end = line.lastIndexOf('$');
        while (end > 0 && line.charAt(end - 1) == '$') {
            end--;
        }
        int start = end <= 0 ? -1 : line.lastIndexOf('$', end - 1);
        return start < 0 ? Optional.empty() : clean(line.substring(start + 1, end));
    }

    private @Nullable String stated(boolean anywhere) {
        int decisive = -1;
        String answer = null;
        for (int i = end - 1; i >= 0 && decisive < 0; i--) {
            int start = announcement(sentences.get(i));
            if (start < 0) {
                continue;
            }
            answer = valueAt(i, start);
            if (answer != null && (end - i <= NEAR || reads.test(answer))) {
                decisive = i;
            }
        }
        if (decisive >= 0) {
            return isDenied(decisive, announcement(sentences.get(decisive)))
                            || isRetracted(decisive + 1)
                            || (anywhere && contradicted(decisive, answer))
                    ? null
                    : answer;
        }
        return anywhere && end > 0 ? clause(end - 1) : null;
    }

    /** Returns the place after the link of the last announcement in a sentence, -1 if there is none. */
    private static int announcement(ProseSentence sentence) {
        String mask = sentence.mask();
        if (mask.startsWith("####")) {
            return 4;
        }
        if (ProsePhrases.REVERSED.matcher(mask).find()) {
            return -1;
        }
        int found = -1;
        Matcher announced = ProsePhrases.ANNOUNCED.matcher(mask);
        for (int from = 0; from <= mask.length() && announced.find(from); from = announced.end("noun")) {
            // "Final answer: the final answer is" announces once; any other second one belongs to the value.
            if (found >= 0
                    && !ProsePhrases.AGAIN
                            .matcher(mask.substring(found, announced.start("noun")))
                            .matches()) {
                break;
            }
            String before = mask.substring(Math.max(0, announced.start() - 60), announced.end("before"));
            boolean said = ProsePhrases.OPENING.matcher(before).matches()
                    && !ProsePhrases.CONDITION
                            .matcher(mask.substring(0, announced.start()))
                            .find();
            found = said ? announced.end("link") : found;
        }
        return found < 0 && ProsePhrases.LABEL.matcher(mask).matches() ? mask.length() : found;
    }

    /** Returns what stands at a place of a sentence, or in those that follow if it ends there. */
    private @Nullable String valueAt(int index, int start) {
        ProseSentence sentence = sentences.get(index);
        String value = value(sentence, start, true);
        if (value != null || !sentence.from(start).replaceAll("[\\s:*]", "").isEmpty()) {
            return value;
        }
        List<String> values = new ArrayList<>();
        int length = 0;
        for (int i = index + 1; i < end && length < LONGEST; i++) {
            ProseSentence next = sentences.get(i);
            String one = bare(next);
            if (one == null) {
                if (values.isEmpty()) {
                    String said = clause(i);
                    return said != null ? said : value(next, 0, true);
                }
                break;
            }
            values.add(one);
            length += one.length();
        }
        return values.isEmpty() ? null : String.join(", ", values);
    }

    /** Returns the whole sentence as mathematics, null if it is not. */
    private @Nullable String bare(ProseSentence sentence) {
        Matcher lead = ProsePhrases.LEAD.matcher(sentence.mask());
        return value(sentence, lead.find() ? lead.end() : 0, false);
    }

    /**
     * Returns the value that begins at a place: all up to the end of the sentence, without what may follow a value.
     *
     * @param words whether it may be other words than mathematics
     */
    private @Nullable String value(ProseSentence sentence, int start, boolean words) {
        String whole = clean(sentence.from(start)).orElse("");
        if (whole.isEmpty() || whole.length() > LONGEST || sentence.asks()) {
            return null;
        }
        if (isMathematics(sentence.mask().substring(start), whole)) {
            return whole;
        }
        String text = sentence.text();
        Matcher rest = ProsePhrases.REST.matcher(sentence.mask());
        int tries = 0;
        for (int from = start; rest.find(from) && tries < 4; from = rest.end()) {
            String cut = clean(text.substring(start, rest.start())).orElse("");
            String after = sentence.mask().substring(rest.start());
            boolean harmless = !ProsePhrases.DOUBT.matcher(after).find()
                    && !ProsePhrases.RETRACTED.matcher(after).find();
            if (harmless && !cut.isEmpty() && isMathematics(sentence.mask().substring(start, rest.start()), cut)) {
                return cut;
            }
            tries++;
        }
        Matcher kind = ProsePhrases.KIND.matcher(sentence.mask().substring(start));
        String named = kind.find() ? value(sentence, start + kind.end(), false) : null;
        return named == null && words ? whole : named;
    }

    private boolean isMathematics(String mask, String text) {
        return isFormula(mask) || (!ProsePhrases.SHORT.matcher(mask).find() && reads.test(text));
    }

    /** Returns whether a part of a mask is a single formula. */
    private static boolean isFormula(String mask) {
        String part = mask.strip();
        int formula = 0;
        while (formula < part.length() && part.charAt(formula) == ProseSentence.FORMULA) {
            formula++;
        }
        return formula > 0 && part.substring(formula).replaceAll("[.,;:!]", "").isEmpty();
    }

    /** Returns the value that a sentence ends with, null if it is denied or there is none. */
    private @Nullable String clause(int index) {
        ProseSentence sentence = sentences.get(index);
        String alone = bare(sentence);
        if (alone != null) {
            return labelDenies(index) ? null : alone;
        }
        String mask = sentence.mask();
        Matcher reversed = ProsePhrases.REVERSED.matcher(mask);
        if (reversed.find()) {
            ProseSentence shorter = new ProseSentence(
                    sentence.text().substring(0, reversed.start()), mask.substring(0, reversed.start()), false, false);
            String value = bare(shorter);
            int tried = 0;
            for (int at = shorter.mask().lastIndexOf(' ');
                    at > 0 && value == null && tried < MAX_OPENINGS;
                    at = shorter.mask().lastIndexOf(' ', at - 1)) {
                boolean opens = ProsePhrases.OPENING
                        .matcher(shorter.mask().substring(Math.max(0, at - 60), at + 1))
                        .matches();
                tried += opens ? 1 : 0;
                value = opens ? value(shorter, at, false) : null;
            }
            if (value == null) {
                value = linked(shorter, index);
            }
            return value == null || isDenied(index, mask.length()) ? null : value;
        }
        return linked(sentence, index);
    }

    private @Nullable String linked(ProseSentence sentence, int index) {
        List<Integer> places = new ArrayList<>();
        Matcher links = ProsePhrases.LINKS.matcher(sentence.mask());
        while (links.find()) {
            places.add(links.end());
        }
        for (int i = places.size() - 1; i >= 0 && i >= places.size() - 6; i--) {
            String value = value(sentence, places.get(i), false);
            if (value != null) {
                return isDenied(index, places.get(i)) ? null : value;
            }
        }
        if (places.isEmpty() || isDenied(index, places.getFirst())) {
            return null;
        }
        return value(sentence, places.getFirst(), true);
    }

    /** Returns whether the sentence up to a place negates or doubts what follows, or says before that nobody knows. */
    private boolean isDenied(int index, int upTo) {
        ProseSentence sentence = sentences.get(index);
        String before =
                sentence.mask().substring(0, Math.min(upTo, sentence.mask().length()));
        Matcher reason = ProsePhrases.SUBORDINATE.matcher(before);
        String clause = before.length() <= LONGEST_CLAUSE && reason.find() ? before.substring(reason.end()) : before;
        String unlinked = clause.replaceAll("(?: be|:)? ?$", "");
        return sentence.asks()
                || ProsePhrases.DOUBT.matcher(unlinked).find()
                || ProsePhrases.DOUBT.matcher(before).find()
                || ProsePhrases.DENIED.matcher(clause).find()
                || ProsePhrases.CONDITION.matcher(clause).find()
                || labelDenies(index);
    }

    /** Returns whether the sentence before one takes it back in advance. */
    private boolean labelDenies(int index) {
        if (index == 0) {
            return false;
        }
        String before = sentences.get(index - 1).mask();
        boolean label = before.endsWith(":");
        return (label
                        && (ProsePhrases.DENIED.matcher(before).find()
                                || ProsePhrases.DOUBT.matcher(before).find()))
                || (!sentences.get(index).paragraph()
                        && ProsePhrases.NO_KNOWLEDGE.matcher(before).find());
    }

    private boolean isRetracted(int from) {
        for (int i = from; i < sentences.size(); i++) {
            ProseSentence sentence = sentences.get(i);
            if (!isPolite(sentence)
                    && ProsePhrases.RETRACTED.matcher(sentence.mask()).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an answer that was announced shortly before is another one. */
    private boolean contradicted(int decisive, @Nullable String answer) {
        if (answer == null) {
            return true;
        }
        for (int i = decisive - 1; i >= 0 && i >= decisive - 2; i--) {
            int start = announcement(sentences.get(i));
            String other = start < 0 ? null : value(sentences.get(i), start, false);
            if (other != null
                    && !plain(other).startsWith(plain(answer))
                    && !plain(answer).startsWith(plain(other))) {
                return true;
            }
        }
        return false;
    }

    private static String plain(String answer) {
        return answer.replaceAll("[\\s$]", "");
    }

    private static boolean isPolite(ProseSentence sentence) {
        return ProsePhrases.POLITE.matcher(sentence.mask()).find();
    }

    /** Returns a text without emphasis, a leading colon, quotation marks and punctuation at the end. */
    private static Optional<String> clean(String found) {
        String text = found.strip();
        boolean changed = true;
        while (changed && !text.isEmpty()) {
            int before = text.length();
            if (text.startsWith(":") || text.startsWith("\"") || text.startsWith("“")) {
                text = text.substring(1).strip();
            } else if (text.startsWith("**") && !text.startsWith("***")) {
                text = text.substring(2).strip();
            }
            if (text.endsWith("**")) {
                text = text.substring(0, text.length() - 2).strip();
            } else if (!text.isEmpty()
                    && ".,;:\"”".indexOf(text.charAt(text.length() - 1)) >= 0
                    && !text.endsWith(".m.")) {
                text = text.substring(0, text.length() - 1).strip();
            } else if (text.endsWith("$!")) {
                text = text.substring(0, text.length() - 1).strip();
            }
            changed = text.length() < before;
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
