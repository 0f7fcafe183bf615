package dev.guerdon.rewards.overlap;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Json;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.grading.GradingSteps.StepsSpent;
import dev.guerdon.rewards.grading.ReferenceTexts;
import dev.guerdon.rewards.overlap.KrippendorffAlpha.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Agreement of raters beyond chance: 1 for full agreement, 0 for what chance gives, less for worse.
 *
 * <p>Where all ratings are the same, chance and agreement cannot be told apart: the sample is not scored.
 */
@Reward.Family("agreement")
final class AgreementMeasures {

    private AgreementMeasures() {}

    @Reward(
            value = "krippendorff_alpha",
            description = "Krippendorff's alpha of ratings, one list for each rater, null where a rating is missing",
            example = """
                    {"ratings":[[1,2,3,3],[1,2,3,null],[1,2,2,3]],"level":"ordinal"}""")
    public static RewardResult krippendorffAlpha(Json ratings, @Default("interval") String level) {
        Level measured = GoldReader.oneOf(Level.class, "level", level);
        List<List<@Nullable Object>> raters = matrix("ratings", ratings);
        List<List<Object>> units = new ArrayList<>();
        for (int unit = 0; unit < raters.getFirst().size(); unit++) {
            List<Object> given = new ArrayList<>();
            for (List<@Nullable Object> rater : raters) {
                Object rating = rater.get(unit);
                if (rating != null) {
                    given.add(rating);
                }
            }
            units.add(given);
        }
        if (units.stream().allMatch(unit -> unit.size() < 2)) {
            throw undefined("no unit has two ratings");
        }
        Map<Object, Double> codes = measured == Level.NOMINAL ? codes(units) : Map.of();
        List<double[]> numbers = new ArrayList<>();
        units.forEach(unit -> numbers.add(
                unit.stream().mapToDouble(rating -> number(rating, codes)).toArray()));
        try {
            return measured("alpha", KrippendorffAlpha.of(numbers, measured, new GradingSteps(ReferenceTexts.BUDGET)));
        } catch (StepsSpent e) {
            throw new UnscoredException(Score.Reason.TIMEOUT, String.valueOf(e.getMessage()));
        }
    }

    @Reward(
            value = "cohen_kappa",
            description = "Cohen's kappa of the labels of two raters, a and b; weights none, linear or quadratic",
            example = """
                    {"a":[1,1,0,0,2,2],"b":[0,1,0,0,2,2]}""")
    public static RewardResult cohenKappa(Json a, Json b, Optional<String> weights) {
        Kappa.Weights weighted = GoldReader.oneOf(Kappa.Weights.class, "weights", weights.orElse("none"));
        List<@Nullable Object> first = row("a", a);
        List<@Nullable Object> second = row("b", b);
        if (first.size() != second.size() || first.isEmpty()) {
            throw GoldReader.fault("cohen_kappa needs as many labels in 'a' as in 'b', and at least one; found "
                    + first.size() + " and " + second.size());
        }
        List<List<Object>> both = List.of(present("a", first), present("b", second));
        Map<Object, Double> ranks = ranks(both);
        if ((long) ranks.size() * ranks.size() > ReferenceTexts.BUDGET) {
            throw new UnscoredException(Score.Reason.TIMEOUT, "cohen_kappa compares at most 20,000 different labels");
        }
        return measured(
                "kappa", Kappa.cohen(coded(both.get(0), ranks), coded(both.get(1), ranks), ranks.size(), weighted));
    }

    @Reward(
            value = "fleiss_kappa",
            description = "Fleiss' kappa of ratings, one list for each rater, none of them missing",
            example = """
                    {"ratings":[["a","b","b","a"],["a","b","a","a"],["a","b","b","a"]]}""")
    public static RewardResult fleissKappa(Json ratings) {
        List<List<Object>> raters = new ArrayList<>();
        matrix("ratings", ratings).forEach(row -> raters.add(present("ratings", row)));
        if (raters.size() < 2 || raters.getFirst().isEmpty()) {
            throw undefined("fleiss_kappa needs two raters and an item");
        }
        Map<Object, Double> codes = codes(raters);
        int items = raters.getFirst().size();
        if ((long) items * codes.size() > 100_000_000L) {
            throw new UnscoredException(Score.Reason.TIMEOUT, "fleiss_kappa has too many items and labels");
        }
        int[][] counts = new int[items][codes.size()];
        for (List<Object> rater : raters) {
            int[] labels = coded(rater, codes);
            for (int item = 0; item < items; item++) {
                counts[item][labels[item]]++;
            }
        }
        return measured("kappa", Kappa.fleiss(counts));
    }

    private static RewardResult measured(String name, double value) {
        if (!Double.isFinite(value)) {
            throw undefined("the ratings that can be compared are all the same, or their differences have no measure");
        }
        return new RewardResult(value, Map.of(name, value));
    }

    private static UnscoredException undefined(String why) {
        return new UnscoredException(Score.Reason.INVALID_RESULT, "the agreement is undefined: " + why);
    }

    private static List<List<@Nullable Object>> matrix(String field, Json value) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        row(field, value).forEach(element -> rows.add(row(field, new Json(element))));
        if (rows.isEmpty()
                || rows.stream().anyMatch(row -> row.size() != rows.getFirst().size())) {
            throw GoldReader.fault("the field '" + field + "' must hold a list for each rater, all of the same length");
        }
        return rows;
    }

    private static List<@Nullable Object> row(String field, Json value) {
        if (value.value() instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        throw GoldReader.fault("the field '" + field + "' must hold a list, found " + value.kind());
    }

    private static List<Object> present(String field, List<@Nullable Object> row) {
        List<Object> values = new ArrayList<>(row.size());
        for (Object value : row) {
            if (value == null) {
                throw GoldReader.fault(
                        "the field '" + field + "' has a missing rating; krippendorff_alpha allows them");
            }
            values.add(value);
        }
        return values;
    }

    private static double number(Object rating, Map<Object, Double> codes) {
        Double code = codes.get(key(rating));
        if (code != null) {
            return code;
        }
        if (rating instanceof Number number && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        throw GoldReader.fault(
                "ratings must be numbers, or any values with level nominal; found " + new Json(rating).kind());
    }

    /** Numbers for values whose order means nothing. */
    private static Map<Object, Double> codes(List<List<Object>> rows) {
        Map<Object, Double> codes = new HashMap<>();
        rows.forEach(row -> row.forEach(value -> codes.putIfAbsent(key(value), (double) codes.size())));
        return codes;
    }

    /** Numbers for labels in their order: all of them numbers, or all of them texts. */
    private static Map<Object, Double> ranks(List<List<Object>> rows) {
        TreeSet<Double> numbers = new TreeSet<>();
        TreeMap<String, Object> texts = new TreeMap<>(PythonStrings::compare);
        for (List<Object> row : rows) {
            for (Object value : row) {
                Object key = key(value);
                if (key instanceof Double number) {
                    numbers.add(number);
                } else {
                    texts.put(key.toString(), key);
                }
            }
        }
        if (!numbers.isEmpty() && !texts.isEmpty()) {
            throw GoldReader.fault("cohen_kappa needs labels that are all numbers or all texts");
        }
        Map<Object, Double> ranks = new HashMap<>();
        numbers.forEach(number -> ranks.put(number, (double) ranks.size()));
        texts.values().forEach(text -> ranks.put(text, (double) ranks.size()));
        return ranks;
    }

    private static int[] coded(List<Object> row, Map<Object, Double> codes) {
        return row.stream()
                .mapToInt(value -> codes.getOrDefault(key(value), 0.0).intValue())
                .toArray();
    }

    /** Equal for equal numbers, however they are written. */
    private static Object key(Object value) {
        return value instanceof Number number ? (Object) (number.doubleValue() + 0.0) : value;
    }

    /** Agreement of raters on labels, corrected for what chance would give. The labels are numbers from 0, in their order. */
    static final class Kappa {

        /** Weight of a disagreement between two labels. */
        enum Weights {
            NONE,
            LINEAR,
            QUADRATIC
        }

        private Kappa() {}

        /** Cohen's kappa of two raters who labelled the same items; NaN where chance would make no disagreement. */
        static double cohen(int[] a, int[] b, int labels, Weights weights) {
            double[] first = new double[labels];
            double[] second = new double[labels];
            double observed = 0;
            for (int i = 0; i < a.length; i++) {
                first[a[i]]++;
                second[b[i]]++;
                observed += weight(a[i], b[i], weights);
            }
            double expected = 0;
            for (int i = 0; i < labels; i++) {
                for (int j = 0; j < labels; j++) {
                    expected += first[i] * second[j] * weight(i, j, weights);
                }
            }
            return 1 - observed / (expected / a.length);
        }

        private static double weight(int one, int two, Weights weights) {
            double steps = Math.abs(one - two);
            return switch (weights) {
                case NONE -> one == two ? 0 : 1;
                case LINEAR -> steps;
                case QUADRATIC -> steps * steps;
            };
        }

        /**
         * Fleiss' kappa of items that each have the same number of ratings; NaN where all ratings are the same.
         *
         * @param counts how many raters gave each item each label
         */
        static double fleiss(int[][] counts) {
            int raters = Arrays.stream(counts[0]).sum();
            double[] totals = new double[counts[0].length];
            double agreed = 0;
            for (int[] item : counts) {
                for (int label = 0; label < item.length; label++) {
                    agreed += (double) item[label] * (item[label] - 1);
                    totals[label] += item[label];
                }
            }
            double observed = agreed / ((double) counts.length * raters * (raters - 1));
            double expected = 0;
            for (double total : totals) {
                double share = total / ((double) counts.length * raters);
                expected += share * share;
            }
            return (observed - expected) / (1 - expected);
        }
    }
}
