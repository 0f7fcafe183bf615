package dev.guerdon.rewards.grading;

import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.ThinkBlocks;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how a response says something: as its answer, or denied, doubted, or as one of several.
 *
 * <p>Looks at the sentence around it only, and at what stands on either side of that. Reads English; in other languages nothing is denied.
 */
@Internal
public final class AnswerStatement {

    private static final String[][] HIDING = {
        {"<!--", "-->"}, {"~~", "~~"}, {"<s>", "</s>"}, {"<del>", "</del>"}, {"\\phantom{", "}"}
    };

    /** The characters before and after that are looked at, so that the work does not grow with the response. */
    private static final int NEAR = 240;

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=[\\s\"'*)\\]}<]|$)|[\\n;]|</?\\w+>");

    /** Words after which a sentence begins anew: what was denied or doubted before them is over. */
    private static final Pattern TURN = Pattern.compile(
            "\\b(?:but|(?<!not )(?:so|yet)(?! sure| certain)|therefore|thus|hence|however)\\b|,\\s+(?:it|we|i|the|this|that|which) (?!is not|isn't)",
            FLAGS);

    private static final String NOT = "(?:not|never|neither|nor|nobody|no one|cannot|unlike|except|\\w+n['\u2019]t)";
    private static final String WRONG = "(?:wrong|incorrect|false|untrue|impossible)";

    private static final Pattern DENIED = Pattern.compile(
            "\\b(?:" + NOT + "|" + WRONG + "|instead of|rather than|other than|no way|no longer)\\b", FLAGS);

    private static final Pattern ALL_BUT = Pattern.compile("\\b(?:(?:any|every)(?:thing|one)|all) but\\b", FLAGS);

    private static final Pattern DOUBTED = Pattern.compile(
            "\\b(?:may (?=be|not|well|also|have|equal|or)|might|could|perhaps|maybe|possibly|whether|un(?:clear|sure|certain|known)|(?:sure|know|certain) if|only guess|no idea|either"
                    + "|suppose)\\b",
            FLAGS);

    private static final Pattern DENIED_AFTER = Pattern.compile(
            "^[^\\p{L}\\p{N}]*+(?:(?:is|are|was|were|be|seems?|looks?|would|will|does|do|did|can|must|should)\\b[^.;,]{0,15}?)?\\b(?:"
                    + NOT + "|" + WRONG + ")\\b",
            FLAGS);

    /** An answer that denies something itself. */
    private static final Pattern POLAR = Pattern.compile("(?i)\\W*(?:no|false|never|none|not|" + WRONG + ")\\W*");

    /** What follows excludes another answer: "Lima, not Cusco". */
    private static final Pattern EXCLUDES_AFTER =
            Pattern.compile("^[*_\"'`\\s]*+[,(\\u2013\\u2014-]+\\s*+(?:and |but )?(?:not|never)\\b", FLAGS);

    private static final Pattern DOUBTED_AFTER = Pattern.compile(
            "^[^.;]{0,20}?\\b(?:maybe|perhaps|possibly|or not|or so|or something)\\b|^[^\\p{L}\\p{N}?]*+\\?", FLAGS);

    private static final Pattern DENIED_NEXT = Pattern.compile(
            "^[^\\p{L}\\p{N}]*+(?:no|that|this|it|they|which|all)\\b[^.;]{0,30}?\\b(?:" + WRONG
                    + "|not (?:right|correct|true|so|the answer))\\b",
            FLAGS);

    /** What joins an answer to one before it; a first word such as "so" is none. */
    private static final Pattern JOINED_BEFORE = Pattern.compile(
            "(?:\\b(?:or|and|nor|vs\\.?|versus)|[/|&]|\\d\\)|(?<!\\b(?:so|therefore|thus|hence|finally|then|yes|no|indeed|clearly|ok|okay|well|sure|total|all"
                    + "|result|is|consequently|altogether|overall)),)[\\s\"'`*_(\\[{}$\\\\]*+(?:(?:the|a|an)\\s+)?[\"'`*_(\\[{$\\\\]*+$",
            FLAGS);

    private static final Pattern JOINED_AFTER = Pattern.compile(
            "^[\"'`*_)\\]}$\\s\\\\]*+(?:(?:or|and|vs\\.?|versus)\\b|[/|&]\\s*+[\\p{L}\\p{N}]|,\\s*+(?!(?:an?|one|his|her|its|their|our|my) |the [\\w-]+(?: [\\w-]+)? (?:of|for|in|at|from|by|who|which|that|to)\\b|(?:not|so|as|because|since|which|who|whose|where|when|while|i|in|at|of|on"
                    + "|near|from|with|but|that|located|thanks|is|we|it|if|although|though|by|for|after|before|also|called|known|thus|hence|therefore|given|giving|making|meaning|according|assuming|per)\\b)[\"'`\\p{L}\\p{N}])",
            FLAGS);

    private static final Pattern LIMIT_BEFORE = Pattern.compile(
            "(?:\\\\pm|\u00b1|(?:^|\\s)[<>\u2264\u2265]|\\b(?:(?:less|more|greater|fewer) than|at (?:least|most)))[\\s$*]*$",
            FLAGS);

    private static final Pattern UNIT_AFTER =
            Pattern.compile("^\\s*(?:\\^|(?:hundred|thousand|million|billion|trillion|dozen)\\b)", FLAGS);

    private static final Pattern FIGURE = Pattern.compile("[-+$]*\\d");

    /** A first phrase, such as "Unlike the Rhine,". */
    private static final Pattern INTRODUCED = Pattern.compile(
            "\\W*(?:unlike|in|at|on|for|among|of|as|when|if|from|with|by|after|before|while|since|because|given|according|based|using|compared|to)"
                    + "\\b[^,]*,[^,]*",
            FLAGS);

    private static final Pattern ALONE =
            Pattern.compile("[^\\p{L}\\p{N}]*+(?:\\d{1,2}[.)]\\s*)?(?:(?:the|a|an)\\s+)?[^\\p{L}\\p{N}]*+", FLAGS);

    private static final Pattern FIGURE_BEFORE = Pattern.compile("\\d[^\\p{L}\\p{N}]{0,8}$");
    private static final Pattern FIGURE_AFTER = Pattern.compile("^[^\\p{L}\\p{N}]{0,8}\\d");
    private static final Pattern PREPOSITION = Pattern.compile(
            "\\b(?:in|at|on|of|from|to|by|for|near|with|than)\\s+(?:(?:the|a|an)\\s+)?[\"'`*_$(]*$", FLAGS);

    private static final Pattern NUMBER_BEFORE = Pattern.compile("(?:^|[\\s(])[-+$]?\\d[\\d.,]*\\s+$");
    private static final Pattern NUMBER_AFTER = Pattern.compile("^\\s+[-+$]?\\d");

    /** A line or sentence that is nothing but an answer of one to three words. */
    private static final Pattern BARE =
            Pattern.compile("[^\\p{L}\\p{N}]*+(?:\\d{1,2}[.)]\\s+)?[^\\s:=]+(?:\\s+[^\\s:=]+){0,2}\\s*+[.!]?\\s*+");

    private static final Pattern BARE_NUMBER =
            Pattern.compile("[^\\p{L}\\p{N}\\-+.]*+(?:[-+*]\\s+)?(?:\\d{1,2}[.)]\\s+)?[-+$]?\\d[\\d.,]*%?\\s*+");

    /** What is short, and no answer. */
    private static final Pattern POLITE = Pattern.compile(
            "^[^\\p{L}]*(?:thanks?|thank you|done|yes|no|ok(?:ay)?|sure|great|(?:the |final |short |my )*(?:answer|solution|result)|hence|therefore|so"
                    + "|q\\.?e\\.?d|see above|steps?|end|correct|right)\\b|\\b(?:is|are|was|were|it|we|i)\\b",
            FLAGS);

    /** What stands before and after within its sentence, and the sentences beside it. */
    private record Place(String before, String after, String previous, String next) {}

    private AnswerStatement() {}

    /** Returns a response without what it only thinks (between think tags, after an open or before a closing one), struck out or hid. */
    public static String spoken(String response) {
        String text = ThinkBlocks.removed(response);
        for (String[] marks : HIDING) {
            text = text.contains(marks[0]) ? without(text, marks[0], marks[1]) : text;
        }
        return text;
    }

    private static String without(String text, String open, String close) {
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (int at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
            int end = text.indexOf(close, at + open.length());
            if (end < 0) {
                break;
            }
            out.append(text, from, at).append(' ');
            from = end + close.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Returns why a part of a response is not stated as its answer, such as "denied"; empty if it is. */
    public static String fault(String text, int from, int to) {
        String refusal = refusal(text, from, to);
        if (!refusal.isEmpty()) {
            return refusal;
        }
        Place place = place(text, from, to);
        String said = text.substring(from, to);
        boolean number = FIGURE.matcher(said).lookingAt();
        if (number
                && (LIMIT_BEFORE.matcher(place.before).find()
                        || UNIT_AFTER.matcher(place.after).find())) {
            return "part of another value";
        }
        return isOneOfSeveral(place, said, number) ? "one of several" : "";
    }

    /** Returns whether a part of a response is denied or doubted, as {@link #fault}; it may be one of several. */
    public static String refusal(String text, int from, int to) {
        Place place = place(text, from, to);
        String clause = lastClause(place.before);
        boolean excludes = EXCLUDES_AFTER.matcher(place.after).find();
        if (POLAR.matcher(text.substring(from, to)).matches()) {
            // "No, it is impossible" says no, and gives the reason.
            return DOUBTED.matcher(clause).find()
                    ? "doubted"
                    : DENIED.matcher(clause).find() ? "denied" : "";
        }
        if (DENIED.matcher(clause).find()
                || ALL_BUT.matcher(place.before).find()
                || (!excludes && DENIED_AFTER.matcher(place.after).find())
                || DENIED_NEXT.matcher(place.after).find()
                || DENIED_NEXT.matcher(place.next).find()) {
            return "denied";
        }
        return DOUBTED.matcher(clause).find()
                        || DOUBTED_AFTER.matcher(place.after).find()
                ? "doubted"
                : "";
    }

    private static Place place(String text, int from, int to) {
        String before = text.substring(Math.max(0, from - NEAR), from);
        String after = text.substring(to, Math.min(text.length(), to + NEAR));
        int start = 0;
        int last = 0;
        Matcher ends = SENTENCE_END.matcher(before);
        while (ends.find()) {
            last = hasWord(before.substring(start, ends.end())) ? start : last;
            start = ends.end();
        }
        int ours = sentenceEnd(after, 0);
        int beside = ours;
        int stop = sentenceEnd(after, beside);
        while (stop < after.length() && !hasWord(after.substring(beside, stop))) {
            beside = stop;
            stop = sentenceEnd(after, beside);
        }
        return new Place(
                before.substring(start),
                after.substring(0, ours),
                before.substring(last, start),
                after.substring(beside, stop));
    }

    private static int sentenceEnd(String text, int from) {
        Matcher end = SENTENCE_END.matcher(text);
        return end.find(from) ? end.end() : text.length();
    }

    private static boolean hasWord(String text) {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    private static String lastClause(String before) {
        Matcher turns = TURN.matcher(before);
        int from = 0;
        while (turns.find()) {
            from = turns.end();
        }
        return before.substring(from);
    }

    private static boolean isOneOfSeveral(Place place, String said, boolean number) {
        Matcher before = JOINED_BEFORE.matcher(place.before);
        Matcher after = JOINED_AFTER.matcher(place.after);
        return (before.find()
                        && !(before.group().contains(",")
                                && INTRODUCED.matcher(place.before).matches())
                        && isJoint(before.group(), number, FIGURE_BEFORE.matcher(place.before)))
                || (after.find()
                        && !(after.group().contains(",")
                                && PREPOSITION.matcher(place.before).find())
                        && isJoint(after.group(), number, FIGURE_AFTER.matcher(place.after)))
                || (number
                        && (NUMBER_BEFORE.matcher(place.before).find()
                                || NUMBER_AFTER.matcher(place.after).find()))
                || (ALONE.matcher(place.before).matches()
                        && !hasWord(place.after)
                        && (isRival(place.previous, said, number) || isRival(place.next, said, number)));
    }

    /** Returns whether what joins two things makes them rivals: after a comma, a number's only rival is a number. */
    private static boolean isJoint(String joint, boolean number, Matcher figure) {
        return !number || !joint.contains(",") || figure.find();
    }

    /** Returns whether a sentence beside a bare answer is another bare answer. */
    private static boolean isRival(String sentence, String said, boolean number) {
        // A label such as "Answer:" is no part of what it labels.
        String bare = sentence.substring(sentence.indexOf(':') + 1).replaceAll("[.!?\\n;]+\\s*$", "");
        if (sentence.contains(said)) {
            return false;
        }
        return number
                ? BARE_NUMBER.matcher(bare).matches()
                : BARE.matcher(bare).matches() && !POLITE.matcher(bare).find();
    }
}
