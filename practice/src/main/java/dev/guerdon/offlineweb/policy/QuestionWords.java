package dev.guerdon.offlineweb.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of questions and pages: their stems, which of them mean the same, and the numbers among them. */
final class QuestionWords {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|-?\\d+(?:\\.\\d+)?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{2})");

    /** Words that ask for the same figure. */
    private static final List<Set<String>> SAME = List.of(
            Set.of("price", "cost", "expensive", "cheap", "cheapest", "dollar", "paid", "$"),
            Set.of("bedroom", "bed"),
            Set.of("bathroom", "bath"),
            Set.of("rating", "rated", "star"),
            Set.of("distance", "closest", "nearest", "metre", "meter", "away", "within"),
            Set.of("open", "opening"),
            Set.of("close", "closing"),
            Set.of("rain", "precipitation", "wettest"),
            Set.of("people", "population", "inhabitant"),
            Set.of("name", "title"));

    private QuestionWords() {}

    /** Words in lower case without their plural. */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}$.]+", -1)) {
            String bare = word.replaceAll("^\\.+|\\.+$", "");
            if (!bare.isEmpty()) {
                words.add(stem(bare));
            }
        }
        return words;
    }

    static String stem(String word) {
        if (word.endsWith("ies") && word.length() > 4) {
            return word.substring(0, word.length() - 3) + "y";
        }
        boolean plural = word.endsWith("s") && !word.endsWith("ss") && word.length() > 3;
        return plural ? word.substring(0, word.length() - 1) : word;
    }

    static boolean same(String one, String other) {
        return one.equals(other) || SAME.stream().anyMatch(group -> group.contains(one) && group.contains(other));
    }

    /** Returns whether some word of the one text asks for the same as some word of the other. */
    static boolean share(List<String> some, List<String> others) {
        return some.stream().anyMatch(one -> others.stream().anyMatch(other -> same(one, other)));
    }

    /** Returns the first number in a text; a time of day counts as its minutes. */
    static OptionalDouble number(String text) {
        Matcher time = TIME.matcher(text);
        if (time.find()) {
            return OptionalDouble.of(Integer.parseInt(time.group(1)) * 60.0 + Integer.parseInt(time.group(2)));
        }
        Matcher number = NUMBER.matcher(text);
        return number.find()
                ? OptionalDouble.of(Double.parseDouble(number.group().replace(",", "")))
                : OptionalDouble.empty();
    }

    /** Returns a number as an answer. */
    static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
