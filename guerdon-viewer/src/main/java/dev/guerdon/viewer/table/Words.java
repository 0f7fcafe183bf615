package dev.guerdon.viewer.table;

import java.math.BigDecimal;

/** Names and values as filters have them. */
final class Words {

    private Words() {}

    static String name(String column) {
        boolean plain =
                column.matches("[A-Za-z_][A-Za-z0-9_.]*") && !column.matches("(?i)and|or|not|in|is|missing|present");
        return plain ? column : "`" + column.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }

    static String text(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : BigDecimal.valueOf(value).stripTrailingZeros().toString();
    }
}
