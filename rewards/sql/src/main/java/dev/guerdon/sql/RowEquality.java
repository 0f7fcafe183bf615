package dev.guerdon.sql;

import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonStrings;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says whether two results are the same.
 *
 * <p>The order of columns does not count for the test suites. The reference tries all n^n assignments; here columns are assigned
 * one after the other, and what has been assigned must already agree as a bag of rows, under a budget of cells.
 */
final class RowEquality {

    private final List<List<Object>> gold;
    private final List<List<Object>> predicted;
    private final boolean ordered;
    private long budget;

    private RowEquality(List<List<Object>> gold, List<List<Object>> predicted, boolean ordered, long budget) {
        this.gold = gold;
        this.predicted = predicted;
        this.ordered = ordered;
        this.budget = budget;
    }

    /** Thrown where the assignment of columns takes too long; no stack trace. */
    static final class BudgetSpent extends RuntimeException {
        BudgetSpent() {
            super("the columns could not be assigned within the budget", null, false, false);
        }
    }

    /** Python's set of rows: neither order nor duplicates count, columns stay where they are. */
    static boolean sameSet(List<? extends List<?>> gold, List<? extends List<?>> predicted) {
        return new HashSet<>(keys(gold, true)).equals(new HashSet<>(keys(predicted, true)));
    }

    /**
     * Returns the test suites' equality, as their code has it.
     *
     * @param ordered whether the order of rows counts
     */
    static boolean testSuite(
            List<? extends List<?>> gold, List<? extends List<?>> predicted, boolean ordered, long budget) {
        if (gold.isEmpty() && predicted.isEmpty()) {
            return true;
        }
        if (gold.size() != predicted.size()
                || gold.getFirst().size() != predicted.getFirst().size()) {
            return false;
        }
        List<List<Object>> left = keys(sorted(gold), true);
        List<List<Object>> right = keys(sorted(predicted), true);
        boolean may = ordered ? left.equals(right) : new HashSet<>(left).equals(new HashSet<>(right));
        return may && new RowEquality(keys(gold, true), keys(predicted, true), ordered, budget).assigned();
    }

    /** Returns the test suites' equality without its accidents: what a row holds does not depend on how numbers are written. */
    static boolean same(List<? extends List<?>> gold, List<? extends List<?>> predicted, boolean ordered, long budget) {
        if (gold.size() != predicted.size()) {
            return false;
        }
        return gold.isEmpty()
                || (gold.getFirst().size() == predicted.getFirst().size()
                        && new RowEquality(keys(gold, false), keys(predicted, false), ordered, budget).assigned());
    }

    private static List<List<Object>> keys(List<? extends List<?>> rows, boolean python) {
        List<List<Object>> keys = new ArrayList<>(rows.size());
        for (List<?> row : rows) {
            List<Object> cells = new ArrayList<>(row.size());
            for (Object cell : row) {
                cells.add(Cell.key(cell, python));
            }
            keys.add(cells);
        }
        return keys;
    }

    private static List<List<@Nullable Object>> sorted(List<? extends List<?>> rows) {
        List<List<@Nullable Object>> sorted = new ArrayList<>(rows.size());
        for (List<?> row : rows) {
            List<@Nullable Object> cells = new ArrayList<>(row);
            cells.sort((a, b) -> PythonStrings.compare(Cell.sortKey(a), Cell.sortKey(b)));
            sorted.add(cells);
        }
        return sorted;
    }

    private boolean assigned() {
        int columns = gold.getFirst().size();
        for (List<List<Object>> rows : List.of(gold, predicted)) {
            for (List<Object> row : rows) {
                if (row.size() != columns) {
                    return false;
                }
            }
        }
        spend((long) gold.size() * columns * 2);
        List<List<Object>> left = columns(gold, columns);
        List<List<Object>> right = columns(predicted, columns);
        if (ordered) {
            return bag(left).equals(bag(right));
        }
        int[] classes = new int[gold.size()];
        return assign(0, left, right, new boolean[columns], classes, classes.clone());
    }

    private static List<List<Object>> columns(List<List<Object>> rows, int count) {
        List<List<Object>> columns = new ArrayList<>(count);
        for (int c = 0; c < count; c++) {
            List<Object> column = new ArrayList<>(rows.size());
            for (List<Object> row : rows) {
                column.add(row.get(c));
            }
            columns.add(column);
        }
        return columns;
    }

    private static Map<Object, Integer> bag(List<?> elements) {
        Map<Object, Integer> bag = new HashMap<>();
        elements.forEach(element -> bag.merge(element, 1, Integer::sum));
        return bag;
    }

    /**
     * Assigns the gold column of that number and those behind it.
     *
     * @param goldClass for each gold row, the number of its cells so far; the same number where they are the same
     * @param predictedClass the same for the predicted rows
     */
    private boolean assign(
            int column,
            List<List<Object>> left,
            List<List<Object>> right,
            boolean[] used,
            int[] goldClass,
            int[] predictedClass) {
        if (column == left.size()) {
            return true;
        }
        Set<List<Object>> tried = new HashSet<>();
        for (int other = 0; other < used.length; other++) {
            if (used[other] || !tried.add(right.get(other))) {
                continue;
            }
            spend(3L * goldClass.length + 1);
            Map<List<Object>, Integer> numbers = new HashMap<>();
            int[] goldNext = refined(goldClass, left.get(column), numbers);
            int known = numbers.size();
            int[] predictedNext = refined(predictedClass, right.get(other), numbers);
            if (numbers.size() > known || !sameCounts(goldNext, predictedNext, known)) {
                continue;
            }
            used[other] = true;
            if (assign(column + 1, left, right, used, goldNext, predictedNext)) {
                return true;
            }
            used[other] = false;
        }
        return false;
    }

    private static int[] refined(int[] before, List<Object> column, Map<List<Object>, Integer> numbers) {
        int[] after = new int[before.length];
        for (int row = 0; row < before.length; row++) {
            after[row] = numbers.computeIfAbsent(List.of(before[row], column.get(row)), any -> numbers.size());
        }
        return after;
    }

    private static boolean sameCounts(int[] a, int[] b, int classes) {
        int[] counts = new int[classes];
        for (int number : a) {
            counts[number]++;
        }
        for (int number : b) {
            counts[number]--;
        }
        return Arrays.stream(counts).allMatch(count -> count == 0);
    }

    private void spend(long cells) {
        budget -= cells;
        if (budget < 0) {
            throw new BudgetSpent();
        }
    }

    /** One value of a row: what it equals, and how Python would sort it. */
    static final class Cell {

        private static final Object NULL = new Object();

        private Cell() {}

        /**
         * Returns an object that equals another's key exactly where the values are the same: numbers by value, and for Python a boolean is one.
         *
         * @param python whether true is 1
         */
        static Object key(@Nullable Object value, boolean python) {
            return switch (value) {
                case null -> NULL;
                case Boolean b when python -> b ? BigDecimal.ONE : BigDecimal.ZERO;
                case Double d when d.isNaN() -> new Object();
                case Double d when d.isInfinite() -> d;
                case Double d -> new BigDecimal(d).stripTrailingZeros();
                case BigDecimal d -> d.stripTrailingZeros();
                case BigInteger i -> new BigDecimal(i).stripTrailingZeros();
                case Number n -> BigDecimal.valueOf(n.longValue()).stripTrailingZeros();
                case byte[] bytes -> ByteBuffer.wrap(bytes);
                default -> value;
            };
        }

        /** Python's text of the value and of its type, by which the test suites sort the cells of a row. */
        static String sortKey(@Nullable Object value) {
            return switch (value) {
                case null -> "None<class 'NoneType'>";
                case Boolean b -> (b ? "True" : "False") + "<class 'bool'>";
                case Double d -> PythonFloats.repr(d) + "<class 'float'>";
                case Number n -> n + "<class 'int'>";
                case byte[] bytes -> "b'" + new String(bytes, StandardCharsets.ISO_8859_1) + "'<class 'bytes'>";
                default -> value + "<class 'str'>";
            };
        }
    }
}
