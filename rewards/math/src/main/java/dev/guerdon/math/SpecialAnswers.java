package dev.guerdon.math;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Based;
import dev.guerdon.math.algebra.Node.Moment;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Word;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers that are no mathematics as a whole: times of day, dates, numerals with letters as digits. Short texts only. */
final class SpecialAnswers {

    private static final int MAX_LENGTH = 80;

    private static final Pattern MARKUP =
            Pattern.compile("\\\\(?:text|textbf|textrm|mathrm|mbox|textit|rm)\\b|\\\\[ ,;:!]|[{}$~\\\\]");

    private static final Pattern CLOCK =
            Pattern.compile("(\\d{1,2})(?: ?: ?(\\d{2}))? ?([ap])\\.? ?m\\.?", Pattern.CASE_INSENSITIVE);

    private static final String MONTH = "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
            + "|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

    private static final Pattern MONTH_FIRST =
            Pattern.compile(MONTH + " ?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?", Pattern.CASE_INSENSITIVE);

    private static final Pattern DAY_FIRST = Pattern.compile(
            "(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ?" + MONTH + "(?:,? (\\d{4}))?", Pattern.CASE_INSENSITIVE);

    /** Year, month and day as ISO 8601 has them: no subtraction. */
    private static final Pattern NUMERIC_DATE =
            Pattern.compile("\\$?(\\d{4})([-/])(0[1-9]|1[0-2])\\2(0[1-9]|[12]\\d|3[01])\\$?");

    private static final Pattern BASED =
            Pattern.compile("\\(?([0-9A-Za-z]{1,60})\\)?_ ?\\{? ?(?:\\\\text\\{ ?)?(\\d{1,2}|[a-z]{3,10}) ?\\}?\\}?");

    private static final List<String> MONTHS = List.of("jan feb mar apr may jun jul aug sep oct nov dec".split(" "));

    private static final List<String> BASES = List.of(
            "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(" "));

    private SpecialAnswers() {}

    /** Returns what the text is, null if it is none of these. */
    static @Nullable Node read(String answer) {
        if (answer.length() > MAX_LENGTH) {
            return null;
        }
        if (answer.indexOf('_') > 0) {
            return based(answer.replace("$", "").strip());
        }
        if (!hasDigitAndLetter(answer)) {
            Matcher numeric = NUMERIC_DATE.matcher(answer);
            return numeric.matches() ? numeric(numeric) : null;
        }
        String plain = MARKUP.matcher(answer).replaceAll(" ").strip().replaceAll(" +", " ");
        if (plain.endsWith(".") && !plain.endsWith("m.")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        Matcher clock = CLOCK.matcher(plain);
        if (clock.matches()) {
            return clock(clock);
        }
        Matcher month = MONTH_FIRST.matcher(plain);
        if (month.matches()) {
            return date(month.group(1), month.group(2), month.group(3));
        }
        Matcher day = DAY_FIRST.matcher(plain);
        return day.matches() ? date(day.group(2), day.group(1), day.group(3)) : null;
    }

    private static boolean hasDigitAndLetter(String text) {
        boolean digit = false;
        boolean letter = false;
        for (int i = 0; i < text.length(); i++) {
            digit |= Character.isDigit(text.charAt(i));
            letter |= "mMaAuUeEcCoO".indexOf(text.charAt(i)) >= 0;
        }
        return digit && letter;
    }

    private static @Nullable Node clock(Matcher m) {
        int hour = Integer.parseInt(m.group(1));
        int minute = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
        if (hour < 1 || hour > 12 || minute > 59) {
            return null;
        }
        boolean afternoon = m.group(3).equalsIgnoreCase("p");
        Node bare = m.group(2) == null ? Num.of(hour) : new Ratio(Num.of(hour), Num.of(minute));
        return new Moment("time " + (hour % 12 + (afternoon ? 12 : 0)) + ":" + minute, bare);
    }

    private static Node numeric(Matcher m) {
        return date(MONTHS.get(Integer.parseInt(m.group(3)) - 1), m.group(4), m.group(1));
    }

    private static Node date(String month, String day, @Nullable String year) {
        int number = 1 + MONTHS.indexOf(month.substring(0, 3).toLowerCase(Locale.ROOT));
        String text = "date " + number + "-" + Integer.parseInt(day) + (year == null ? "" : "-" + year);
        return new Moment(text, new Word(text, true));
    }

    /** Returns a numeral whose digits or whose base are letters. */
    private static @Nullable Node based(String answer) {
        Matcher m = BASED.matcher(answer);
        if (!m.matches()) {
            return null;
        }
        String base = m.group(2);
        int radix = Character.isDigit(base.charAt(0)) ? Integer.parseInt(base) : BASES.indexOf(base) + 2;
        String digits = m.group(1);
        boolean plain = digits.chars().allMatch(Character::isDigit);
        if (radix < 2 || radix > 36) {
            return null;
        }
        boolean numeral = Character.isDigit(digits.charAt(0)) || answer.startsWith("(") || radix == 16;
        if (!plain && (radix < 11 || digits.length() == 1 || !numeral)) {
            return null;
        }
        try {
            return new Based(digits.toUpperCase(Locale.ROOT), radix, new BigInteger(digits, radix));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
