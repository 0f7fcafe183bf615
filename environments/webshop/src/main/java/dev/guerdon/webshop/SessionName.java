package dev.guerdon.webshop;

import dev.guerdon.api.Json;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Name by which a task calls its session: the number of a goal, or a word for which one is drawn.
 *
 * <p>Digits make a number, whatever their script, with white space around them and a sign before them; {@code 007} is 7. Everything
 * else is a word, {@code 1e3} too. A number that no goal has is an error, never a word.
 *
 * @param text the name as it was given
 * @param digits the number, cut to the range of its type; null for a word
 */
record SessionName(String text, @Nullable Long digits) {

    /** Reads a field of a task; null and blank texts name nothing. */
    static Optional<SessionName> of(@Nullable Json field) {
        if (field == null || field.isNull()) {
            return Optional.empty();
        }
        String text = field.isString() ? field.asString() : String.valueOf(field.value());
        if (PythonStrings.strip(text).isEmpty()) {
            return Optional.empty();
        }
        if (field.isNumber() && digits(text) == null) {
            // JSON may write a whole number as 3.0 or 1e3.
            return Optional.of(new SessionName(text, field.asLong()));
        }
        return Optional.of(of(text));
    }

    static SessionName of(String text) {
        return new SessionName(text, digits(text));
    }

    private static @Nullable Long digits(String text) {
        String bare = PythonStrings.strip(text);
        boolean negative = bare.startsWith("-");
        String number = negative || bare.startsWith("+") ? bare.substring(1) : bare;
        if (number.isEmpty() || !number.codePoints().allMatch(Character::isDigit)) {
            return null;
        }
        long value = 0;
        for (int c : number.codePoints().toArray()) {
            value = value > Long.MAX_VALUE / 20 ? value : value * 10 + Character.digit(c, 10);
        }
        return negative ? -value : value;
    }

    boolean isNumber() {
        return digits != null;
    }

    /** Returns the number of the goal; an error if it is none, or where the shop has no such goal. */
    int number(ShopWorld shop) {
        int last = shop.goalCount() - 1;
        if (digits == null) {
            throw new WebshopException("expected the number of a goal, 0 to " + last + ", found '" + cut() + "'");
        }
        if (digits < 0 || digits > last || PythonStrings.strip(text).startsWith("-")) {
            throw new WebshopException("there is no goal " + cut() + "; this shop has the goals 0 to " + last);
        }
        return Math.toIntExact(digits);
    }

    private String cut() {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
