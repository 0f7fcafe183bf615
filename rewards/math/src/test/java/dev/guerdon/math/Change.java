package dev.guerdon.math;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Wrong answers that look right: a gold answer with one digit, sign, operator, name, function, bound or unit changed. */
final class Change {

    private static final Map<String, String> REPLACED = Map.ofEntries(
            Map.entry("\\sin", "\\cos"),
            Map.entry("\\cos", "\\sin"),
            Map.entry("\\tan", "\\cot"),
            Map.entry("\\ln", "\\log"),
            Map.entry("\\sqrt{", "\\sqrt[3]{"),
            Map.entry("\\max", "\\min"),
            Map.entry("\\min", "\\max"),
            Map.entry("\\cup", "\\cap"),
            Map.entry("\\le", "<"),
            Map.entry("\\ge", ">"),
            Map.entry("or", "and"),
            Map.entry("cm", "mm"),
            Map.entry("km", "m"),
            Map.entry("hours", "minutes"),
            Map.entry("apples", "oranges"),
            Map.entry("p.m.", "a.m."),
            Map.entry("March", "May"),
            Map.entry("million", "billion"),
            Map.entry("dozen", "hundred"),
            Map.entry("\\text{C}", "\\text{F}"),
            Map.entry("cents", "dollars"),
            Map.entry("\\land", "\\lor"),
            Map.entry("\\pi", "e"),
            Map.entry("\\frac{", "\\frac{-"),
            Map.entry("=", "\\ne "),
            Map.entry("!", ""),
            Map.entry("\\infty", "5"),
            Map.entry("\\mathbf{i}", "\\mathbf{j}"),
            Map.entry("'", ""));

    private Change() {}

    static Set<String> of(String gold) {
        Set<String> changed = new LinkedHashSet<>();
        for (int i = 0; i < gold.length(); i++) {
            for (String other : others(gold, i)) {
                changed.add(gold.substring(0, i) + other + gold.substring(i + 1));
            }
        }
        REPLACED.forEach((from, to) -> {
            if (gold.contains(from)) {
                changed.add(gold.replace(from, to));
            }
        });
        if (gold.contains("\\lfloor")) {
            changed.add(gold.replace("\\lfloor", "\\lceil").replace("\\rfloor", "\\rceil"));
        }
        changed.add(gold.startsWith("-") ? gold.substring(1) : "-" + gold);
        changed.remove(gold);
        return changed;
    }

    private static List<String> others(String gold, int at) {
        char c = gold.charAt(at);
        List<String> others = new ArrayList<>();
        if (c >= '0' && c <= '9') {
            for (int step : new int[] {1, 3, 7}) {
                others.add(String.valueOf((char) ('0' + (c - '0' + step) % 10)));
            }
        }
        switch (c) {
            case '+' -> others.addAll(List.of("-", "\\cdot "));
            case '-' -> others.addAll(List.of("+", "\\cdot "));
            case '<' -> others.addAll(List.of("\\le ", ">"));
            case '>' -> others.addAll(List.of("\\ge ", "<"));
            case '[' -> others.add("(");
            case 'x' -> others.add("y");
            case ':' -> others.add(",");
            default -> {}
        }
        return others;
    }
}
