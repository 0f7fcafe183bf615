package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.CaseFolding;
import dev.guerdon.cpython.PythonStrings;
import java.util.Map;
import java.util.OptionalDouble;

/** Numbers in Chinese numerals: digits one by one, or with units up to 兆. */
final class ChineseNumbers {

    private static final Map<Integer, Integer> DIGITS =
            values("零0〇0○0一1二2三3四4五5六6七7八8九9壹1贰2貳2叁3參3肆4伍5陆6陸6柒7捌8玖9两2兩2幺1");

    private static final Map<Integer, Integer> TENS = Map.of((int) '廿', 20, (int) '卅', 30, (int) '卌', 40);

    private static final Map<Integer, Integer> SMALL =
            Map.of((int) '十', 10, (int) '拾', 10, (int) '百', 100, (int) '佰', 100, (int) '千', 1000, (int) '仟', 1000);

    private static final Map<Integer, Double> LARGE =
            Map.of((int) '万', 1e4, (int) '萬', 1e4, (int) '亿', 1e8, (int) '億', 1e8, (int) '兆', 1e12);

    /** Beyond this many digits a number is none that counts. */
    private static final int MOST_DIGITS = 308;

    private ChineseNumbers() {}

    private static Map<Integer, Integer> values(String pairs) {
        Map<Integer, Integer> values = new java.util.HashMap<>();
        for (int i = 0; i < pairs.length(); i += 2) {
            values.put((int) pairs.charAt(i), pairs.charAt(i + 1) - '0');
        }
        return Map.copyOf(values);
    }

    /** Returns whether it is a numeral, a unit, a word for the decimal point or a sign. */
    static boolean isPart(int c) {
        return DIGITS.containsKey(c)
                || SMALL.containsKey(c)
                || LARGE.containsKey(c)
                || TENS.containsKey(c)
                || "点點负負正".indexOf(c) >= 0;
    }

    /** Returns the value of a digit of any script, or -1. */
    static int digit(int c) {
        int decimal = PythonStrings.decimal(c);
        if (decimal >= 0) {
            return decimal;
        }
        return PythonStrings.isDigit(c) ? (int) CaseFolding.numeric(c) : DIGITS.getOrDefault(c, -1);
    }

    /** Returns the number that a text without a sign means. */
    static OptionalDouble parse(String text) {
        int point = -1;
        for (char mark : new char[] {'点', '點', '．', '.'}) {
            point = point < 0 ? text.indexOf(mark) : point;
        }
        String whole = point < 0 ? text : text.substring(0, point);
        OptionalDouble units = hasUnits(whole) ? withUnits(whole) : digitByDigit(whole);
        if (units.isEmpty()) {
            return units;
        }
        double fraction = 0;
        double base = 0.1;
        int[] places =
                point < 0 ? new int[0] : text.substring(point + 1).codePoints().toArray();
        for (int c : places) {
            if (!PythonStrings.isSpace(c)) {
                int digit = digit(c);
                if (digit < 0) {
                    return OptionalDouble.empty();
                }
                fraction += digit * base;
                base /= 10;
            }
        }
        return OptionalDouble.of(units.getAsDouble() + fraction);
    }

    private static boolean hasUnits(String text) {
        return text.codePoints().anyMatch(c -> SMALL.containsKey(c) || LARGE.containsKey(c) || TENS.containsKey(c));
    }

    private static OptionalDouble digitByDigit(String text) {
        StringBuilder digits = new StringBuilder();
        for (int c : text.codePoints().toArray()) {
            int digit = PythonStrings.isSpace(c) ? -2 : digit(c);
            if (digit == -1) {
                return OptionalDouble.empty();
            }
            digits.append(digit < 0 ? "" : digit);
        }
        if (digits.length() > MOST_DIGITS) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(digits.isEmpty() ? 0 : Double.parseDouble(digits.toString()));
    }

    private static OptionalDouble withUnits(String text) {
        double total = 0;
        double section = 0;
        int number = 0;
        for (int c : text.codePoints().toArray()) {
            if (PythonStrings.isSpace(c) || c == '零' || c == '〇' || c == '○') {
                continue;
            }
            if (TENS.containsKey(c)) {
                section += TENS.getOrDefault(c, 0);
            } else if (digit(c) >= 0) {
                number = digit(c);
            } else if (SMALL.containsKey(c)) {
                section += (double) (number == 0 ? 1 : number) * SMALL.getOrDefault(c, 0);
                number = 0;
            } else if (LARGE.containsKey(c)) {
                total += (section + number) * LARGE.getOrDefault(c, 0.0);
                section = 0;
                number = 0;
            } else {
                return OptionalDouble.empty();
            }
        }
        return OptionalDouble.of(total + section + number);
    }
}
