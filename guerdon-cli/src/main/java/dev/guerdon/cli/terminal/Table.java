package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Plain text tables: columns of equal width, those of numbers to the right. */
@Internal
public final class Table {

    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(\\.\\d+)?");

    private Table() {}

    public static String of(List<String> head, List<List<String>> rows) {
        int columns = head.size();
        int[] widths = new int[columns];
        boolean[] right = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            widths[c] = head.get(c).length();
            for (List<String> row : rows) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
            right[c] = mostlyNumbers(rows, c);
        }
        StringBuilder out = new StringBuilder();
        line(out, head, widths, new boolean[columns]);
        for (List<String> row : rows) {
            line(out, row, widths, right);
        }
        return out.toString();
    }

    private static boolean mostlyNumbers(List<List<String>> rows, int column) {
        long filled = rows.stream().filter(row -> !row.get(column).isEmpty()).count();
        long numbers = rows.stream()
                .filter(row -> NUMBER.matcher(row.get(column)).matches())
                .count();
        return numbers * 2 > filled;
    }

    private static void line(StringBuilder out, List<String> row, int[] widths, boolean[] right) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < row.size(); c++) {
            String cell = row.get(c);
            String blanks = " ".repeat(widths[c] - cell.length());
            line.append(c == 0 ? "" : "  ").append(right[c] ? blanks + cell : cell + blanks);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    /** A figure for people: whole numbers as they are, others with four decimals. */
    public static String number(Object value) {
        return value instanceof Double d ? String.format(Locale.ROOT, "%.4f", d) : String.valueOf(value);
    }
}
