package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines that differ between two texts, in the form that {@code diff -u} writes and {@code patch} reads.
 *
 * <p>Lines are matched by their longest common subsequence, in time and memory of the product of the lines that differ; texts for which
 * that is too much are shown as replaced from the first line that differs to the last.
 */
@Internal
public final class UnifiedDiff {

    private static final int CONTEXT = 3;

    /** So many pairs of lines are looked at. */
    private static final int MOST_PAIRS = 4_000_000;

    private static final String NO_FILE = "/dev/null";

    /** A line of both texts (' '), of the first alone ('-') or of the second alone ('+'). */
    private record Line(char kind, String text) {}

    private UnifiedDiff() {}

    /**
     * Returns the difference of two texts as lines without line breaks; none where they are the same.
     *
     * @param file names both, after {@code a/} and {@code b/}; a text that is empty is a file that is not there
     */
    public static List<String> of(String file, String before, String after) {
        if (before.equals(after)) {
            return List.of();
        }
        List<Line> lines = lines(split(before), split(after));
        List<String> out = new ArrayList<>();
        out.add("--- " + (before.isEmpty() ? NO_FILE : "a/" + file));
        out.add("+++ " + (after.isEmpty() ? NO_FILE : "b/" + file));
        int at = 0;
        while (at < lines.size()) {
            int first = nextChange(lines, at);
            if (first == lines.size()) {
                break;
            }
            int end = endOfHunk(lines, first);
            hunk(lines, Math.max(0, first - CONTEXT), end, out);
            at = end;
        }
        return out;
    }

    private static List<String> split(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    private static int nextChange(List<Line> lines, int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).kind == ' ') {
            at++;
        }
        return at;
    }

    /** Changes with few common lines between them are one hunk. */
    private static int endOfHunk(List<Line> lines, int first) {
        int end = first;
        while (true) {
            while (end < lines.size() && lines.get(end).kind != ' ') {
                end++;
            }
            int next = nextChange(lines, end);
            if (next == lines.size() || next - end > 2 * CONTEXT) {
                return Math.min(lines.size(), end + CONTEXT);
            }
            end = next;
        }
    }

    private static void hunk(List<Line> lines, int from, int to, List<String> out) {
        out.add("@@ -" + range(lines, from, to, '+') + " +" + range(lines, from, to, '-') + " @@");
        lines.subList(from, to).forEach(line -> out.add(line.kind + line.text));
    }

    /** First line and number of lines of the text that does not have the lines of a kind. */
    private static String range(List<Line> lines, int from, int to, char without) {
        long before = lines.subList(0, from).stream()
                .filter(line -> line.kind != without)
                .count();
        long count = lines.subList(from, to).stream()
                .filter(line -> line.kind != without)
                .count();
        return (count == 0 ? before : before + 1) + (count == 1 ? "" : "," + count);
    }

    private static List<Line> lines(List<String> before, List<String> after) {
        int start = 0;
        int most = Math.min(before.size(), after.size());
        while (start < most && before.get(start).equals(after.get(start))) {
            start++;
        }
        int same = 0;
        while (same < most - start && before.get(before.size() - 1 - same).equals(after.get(after.size() - 1 - same))) {
            same++;
        }
        List<Line> lines = new ArrayList<>();
        before.subList(0, start).forEach(line -> lines.add(new Line(' ', line)));
        middle(before.subList(start, before.size() - same), after.subList(start, after.size() - same), lines);
        before.subList(before.size() - same, before.size()).forEach(line -> lines.add(new Line(' ', line)));
        return lines;
    }

    private static void middle(List<String> before, List<String> after, List<Line> lines) {
        if ((long) before.size() * after.size() > MOST_PAIRS) {
            before.forEach(line -> lines.add(new Line('-', line)));
            after.forEach(line -> lines.add(new Line('+', line)));
            return;
        }
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i)));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', before.get(i++)));
            } else {
                lines.add(new Line('+', after.get(j++)));
            }
        }
    }
}
