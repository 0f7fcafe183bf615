package dev.guerdon.viewer.episode;

import dev.guerdon.api.agent.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Pairing of the steps of two traces: each step of either once and in order, so that as many as possible stand beside one that did the
 * same.
 *
 * <p>Time and memory are the product of the steps that differ; traces for which that is too much stand side by side by their numbers,
 * after the steps that are the same.
 *
 * @param rows pairs of steps, and steps alone
 * @param exact whether the best way was looked for
 */
record StepAlignment(List<Row> rows, boolean exact) {

    /** So many pairs of steps are looked at. */
    private static final long MOST_PAIRS = 4_000_000;

    /** Servers of a run listen on any free port, which says nothing. */
    private static final Pattern PORT =
            Pattern.compile("\\b((?:[a-z0-9-]+\\.)*localhost|127\\.0\\.0\\.1|\\[::1\\]):\\d{1,5}\\b");

    private static final int SAME = 4;
    private static final int SAME_ACTION = 3;
    private static final int SAME_KIND = 1;

    /** Common ground of two steps. */
    public enum Kind {
        SAME,
        /** The same action, with another result. */
        OTHER_RESULT,
        OTHER_ACTION,
        ONLY_BASE,
        ONLY_CANDIDATE
    }

    /**
     * Two steps beside each other, or one alone.
     *
     * @param base the step of the base, from 0; -1 for none
     * @param candidate that of the candidate
     */
    public record Row(int base, int candidate, Kind kind) {

        /** Returns whether the traces differ here. */
        public boolean differs() {
            return kind != Kind.SAME;
        }
    }

    /** A step as far as it is compared. */
    private record Key(String name, String action, String result) {

        static Key of(Turn turn) {
            String chosen = EpisodeSteps.chosen(turn);
            String action = plain(chosen.isBlank() ? turn.reply() : chosen);
            int open = action.indexOf('(');
            return new Key(
                    open < 0 ? action : action.substring(0, open),
                    action,
                    plain(EpisodeSteps.result(turn)) + "\u0000" + plain(turn.error()));
        }
    }

    /** Returns a text without what differs between any two runs. */
    static String plain(String text) {
        return PORT.matcher(text).replaceAll("$1");
    }

    /** Lines up two traces. */
    public static StepAlignment of(List<Turn> base, List<Turn> candidate) {
        List<Key> one = base.stream().map(Key::of).toList();
        List<Key> other = candidate.stream().map(Key::of).toList();
        int most = Math.min(one.size(), other.size());
        int start = 0;
        while (start < most && one.get(start).equals(other.get(start))) {
            start++;
        }
        int same = 0;
        while (same < most - start && one.get(one.size() - 1 - same).equals(other.get(other.size() - 1 - same))) {
            same++;
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < start; i++) {
            rows.add(new Row(i, i, Kind.SAME));
        }
        List<Key> left = one.subList(start, one.size() - same);
        List<Key> right = other.subList(start, other.size() - same);
        boolean exact = (long) left.size() * right.size() <= MOST_PAIRS;
        if (exact) {
            best(left, right, start, rows);
        } else {
            byNumber(left, right, start, rows);
        }
        for (int i = same; i > 0; i--) {
            rows.add(new Row(one.size() - i, other.size() - i, Kind.SAME));
        }
        return new StepAlignment(rows, exact);
    }

    private static int likeness(Key one, Key other) {
        if (!one.action().equals(other.action())) {
            return one.name().equals(other.name()) ? SAME_KIND : 0;
        }
        return one.result().equals(other.result()) ? SAME : SAME_ACTION;
    }

    /** Steps that have nothing in common never stand beside each other while something is to be won elsewhere. */
    private static void best(List<Key> one, List<Key> other, int start, List<Row> rows) {
        int[][] gain = new int[one.size() + 1][other.size() + 1];
        for (int i = one.size() - 1; i >= 0; i--) {
            for (int j = other.size() - 1; j >= 0; j--) {
                gain[i][j] = Math.max(
                        gain[i + 1][j + 1] + likeness(one.get(i), other.get(j)),
                        Math.max(gain[i + 1][j], gain[i][j + 1]));
            }
        }
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            if (gain[i][j] == gain[i + 1][j + 1] + likeness(one.get(i), other.get(j))) {
                rows.add(pair(one.get(i), other.get(j), start + i, start + j));
                i++;
                j++;
            } else if (gain[i + 1][j] >= gain[i][j + 1]) {
                rows.add(new Row(start + i++, -1, Kind.ONLY_BASE));
            } else {
                rows.add(new Row(-1, start + j++, Kind.ONLY_CANDIDATE));
            }
        }
        rest(i, one.size(), j, other.size(), start, rows);
    }

    private static void byNumber(List<Key> one, List<Key> other, int start, List<Row> rows) {
        int both = Math.min(one.size(), other.size());
        for (int i = 0; i < both; i++) {
            rows.add(pair(one.get(i), other.get(i), start + i, start + i));
        }
        rest(both, one.size(), both, other.size(), start, rows);
    }

    private static void rest(int i, int base, int j, int candidate, int start, List<Row> rows) {
        for (int at = i; at < base; at++) {
            rows.add(new Row(start + at, -1, Kind.ONLY_BASE));
        }
        for (int at = j; at < candidate; at++) {
            rows.add(new Row(-1, start + at, Kind.ONLY_CANDIDATE));
        }
    }

    private static Row pair(Key one, Key other, int base, int candidate) {
        Kind kind = switch (likeness(one, other)) {
            case SAME -> Kind.SAME;
            case SAME_ACTION -> Kind.OTHER_RESULT;
            default -> Kind.OTHER_ACTION;
        };
        return new Row(base, candidate, kind);
    }

    /** Returns the first row in which the traces differ; -1 where they do not. */
    public int firstDifference() {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).differs()) {
                return i;
            }
        }
        return -1;
    }
}
