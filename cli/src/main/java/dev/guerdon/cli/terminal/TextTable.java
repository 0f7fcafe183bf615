package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table as text: columns of equal width, those of numbers to the right.
 *
 * <p>In a pipe every cell is whole. On a terminal no line wraps: the last column is cut first, then other columns of text; if that is
 * not enough, columns are left out and named below the table.
 */
@Internal
public final class TextTable {

    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]+(\\.\\d+)?");
    private static final int GAP = 2;

    /** How far a column of text is cut: the first has the names that users type. */
    private static final int MIN_FIRST_WIDTH = 28;

    private static final int MIN_WIDTH = 14;

    private final List<String> head;
    private final List<List<String>> rows;
    private List<String> leaveOut = List.of();
    private Paint paint = (row, column) -> Style.NONE;

    /** Chooses the style of a cell. */
    @FunctionalInterface
    @Internal
    public interface Paint {
        Style of(List<String> row, int column);
    }

    public TextTable(List<String> head, List<List<String>> rows) {
        this.head = List.copyOf(head);
        this.rows = List.copyOf(rows);
    }

    /** A table whose heads are separated by commas. */
    public TextTable(String heads, List<List<String>> rows) {
        this(List.of(heads.split(", ", -1)), rows);
    }

    /** Names the columns that are left out first where the terminal is too narrow, the least important first. */
    public TextTable leaveOut(String... columns) {
        leaveOut = List.of(columns);
        return this;
    }

    public TextTable paint(Paint how) {
        paint = how;
        return this;
    }

    /** Returns the table for a screen. */
    public String text(TerminalScreen screen) {
        boolean[] right = new boolean[head.size()];
        for (int c = 0; c < right.length; c++) {
            right[c] = mostlyNumbers(c);
        }
        List<Integer> columns =
                new ArrayList<>(IntStream.range(0, head.size()).boxed().toList());
        int[] widths = natural();
        while (!shrink(columns, widths, right, screen.width()) && columns.size() > 1) {
            columns.remove(Integer.valueOf(leastImportant(columns)));
            System.arraycopy(natural(), 0, widths, 0, widths.length);
        }
        StringBuilder out = new StringBuilder();
        line(out, head, columns, widths, new boolean[right.length], screen, false);
        rows.forEach(row -> line(out, row, columns, widths, right, screen, true));
        if (columns.size() < head.size()) {
            String missing = String.join(
                    ", ",
                    IntStream.range(0, head.size())
                            .filter(c -> !columns.contains(c))
                            .mapToObj(head::get)
                            .toList());
            out.append(screen.paint(Style.FAINT, screen.fit("(a wider terminal shows also: " + missing + ")")))
                    .append('\n');
        }
        return out.toString();
    }

    private int[] natural() {
        int[] widths = new int[head.size()];
        for (int c = 0; c < widths.length; c++) {
            widths[c] = TextWidth.of(head.get(c));
            for (List<String> row : rows) {
                widths[c] = Math.max(widths[c], TextWidth.of(row.get(c)));
            }
        }
        return widths;
    }

    /** Cuts columns until the table fits; false if cutting cannot make it fit. */
    private boolean shrink(List<Integer> columns, int[] widths, boolean[] right, int width) {
        long over = columns.stream().mapToLong(c -> widths[c]).sum() + (long) GAP * (columns.size() - 1) - width;
        int last = columns.getLast();
        over -= cut(widths, last, right[last] ? widths[last] : least(last, columns), over);
        while (over > 0) {
            int widest = columns.stream()
                    .filter(c -> c != last && !right[c] && widths[c] > least(c, columns))
                    .max((a, b) -> Integer.compare(widths[a], widths[b]))
                    .orElse(-1);
            if (widest < 0) {
                break;
            }
            over -= cut(widths, widest, least(widest, columns), over);
        }
        if (over > 0 && columns.size() == 1) {
            widths[last] = Math.max(1, width);
            return true;
        }
        return over <= 0;
    }

    private static int cut(int[] widths, int column, int least, long over) {
        int cut = (int) Math.min(Math.max(0, over), Math.max(0, widths[column] - least));
        widths[column] -= cut;
        return cut;
    }

    private int least(int column, List<Integer> columns) {
        int least = column == columns.getFirst() ? MIN_FIRST_WIDTH : MIN_WIDTH;
        return Math.max(least, TextWidth.of(head.get(column)));
    }

    private int leastImportant(List<Integer> columns) {
        for (int column : columns) {
            if (rows.stream().allMatch(row -> row.get(column).isEmpty())) {
                return column;
            }
        }
        for (String name : leaveOut) {
            int column = head.indexOf(name);
            if (columns.contains(column)) {
                return column;
            }
        }
        return columns.getLast();
    }

    private boolean mostlyNumbers(int column) {
        long filled = rows.stream().filter(row -> !row.get(column).isEmpty()).count();
        long numbers = rows.stream()
                .filter(row -> NUMBER.matcher(row.get(column)).matches())
                .count();
        return numbers * 2 > filled;
    }

    private void line(
            StringBuilder out,
            List<String> row,
            List<Integer> columns,
            int[] widths,
            boolean[] right,
            TerminalScreen screen,
            boolean painted) {
        StringBuilder line = new StringBuilder();
        for (int c : columns) {
            String cell = TextWidth.cut(row.get(c), widths[c]);
            String before = c == columns.getFirst() ? "" : " ".repeat(GAP);
            String padded = TextWidth.pad(cell, c == columns.getLast() && !right[c] ? 0 : widths[c], right[c]);
            Style style = painted ? paint.of(row, c) : Style.NONE;
            line.append(before).append(style == Style.NONE ? padded : padded.replace(cell, screen.paint(style, cell)));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    /** Returns a figure for people: whole numbers as they are, others with four decimals. */
    public static String number(Object value) {
        return value instanceof Double d ? String.format(Locale.ROOT, "%.4f", d) : String.valueOf(value);
    }
}
