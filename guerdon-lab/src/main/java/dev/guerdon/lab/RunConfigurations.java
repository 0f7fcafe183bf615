package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.compare.RunDifferences;
import dev.guerdon.lab.spi.RunInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What several runs have in common of what was asked for and where they ran, and in what they differ.
 *
 * @param constants what is the same in all runs, by name
 * @param variables what differs, by name: each value with the runs that have it, the most frequent first
 */
@Experimental
public record RunConfigurations(Map<String, String> constants, Map<String, List<Choice>> variables) {

    public RunConfigurations {
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }

    /**
     * A value, and the runs that have it.
     *
     * @param value the value; empty where a run has none
     * @param runs their names, in the order in which they were given
     */
    @Experimental
    public record Choice(String value, List<String> runs) {
        public Choice {
            runs = List.copyOf(runs);
        }
    }

    /** The configuration of one run, by name. */
    public static Map<String, String> of(RunInfo run) {
        return RunDifferences.flat(run);
    }

    /** Compares runs. */
    public static RunConfigurations over(List<RunInfo> runs) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (RunInfo run : runs) {
            Map<String, String> flat = RunDifferences.flat(run);
            names.addAll(flat.keySet());
            all.put(run.name(), flat);
        }
        Map<String, String> constants = new LinkedHashMap<>();
        Map<String, List<Choice>> variables = new LinkedHashMap<>();
        for (String name : names) {
            Map<String, List<String>> byValue = new LinkedHashMap<>();
            all.forEach((run, flat) -> byValue.computeIfAbsent(flat.getOrDefault(name, ""), value -> new ArrayList<>())
                    .add(run));
            if (byValue.size() == 1) {
                constants.put(name, byValue.keySet().iterator().next());
            } else {
                variables.put(
                        name,
                        byValue.entrySet().stream()
                                .map(entry -> new Choice(entry.getKey(), entry.getValue()))
                                .sorted(Comparator.comparingInt(
                                        choice -> -choice.runs().size()))
                                .toList());
            }
        }
        return new RunConfigurations(constants, variables);
    }
}
