package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The ways to name a task: its name, its number in the paper, its title in the paper, and the names of older releases. */
@Internal
public final class TaskNames {

    private static final Pattern OLD_DECORATION = Pattern.compile("task-(\\d|a|b)+-|[()]");

    /** Number, topic, title and name, as the paper has them. */
    private static final String TABLE = """
            1-1|Matter|Changes of State (Boiling)|boil
            1-2|Matter|Changes of State (Melting)|melt
            1-3|Matter|Changes of State (Freezing)|freeze
            1-4|Matter|Changes of State (Any)|change-the-state-of-matter-of
            2-1|Measurement|Use Thermometer|use-thermometer
            2-2|Measurement|Measuring Boiling Point (known)|measure-melting-point-known-substance
            2-3|Measurement|Measuring Boiling Point (unknown)|measure-melting-point-unknown-substance
            3-1|Electricity|Create a circuit|power-component
            3-2|Electricity|Renewable vs Non-renewable Energy|power-component-renewable-vs-nonrenewable-energy
            3-3|Electricity|Test Conductivity (known)|test-conductivity
            3-4|Electricity|Test Conductivity (unknown)|test-conductivity-of-unknown-substances
            4-1|Classification|Find a living thing|find-living-thing
            4-2|Classification|Find a non-living thing|find-non-living-thing
            4-3|Classification|Find a plant|find-plant
            4-4|Classification|Find an animal|find-animal
            5-1|Biology|Grow a plant|grow-plant
            5-2|Biology|Grow a fruit|grow-fruit
            6-1|Chemistry|Mixing (generic)|chemistry-mix
            6-2|Chemistry|Mixing paints (secondary colours)|chemistry-mix-paint-secondary-color
            6-3|Chemistry|Mixing paints (tertiary colours)|chemistry-mix-paint-tertiary-color
            7-1|Biology|Identify longest-lived animal|lifespan-longest-lived
            7-2|Biology|Identify shortest-lived animal|lifespan-shortest-lived
            7-3|Biology|Identify longest-then-shortest-lived animal|lifespan-longest-lived-then-shortest-lived
            8-1|Biology|Identify life stages (plant)|identify-life-stages-1
            8-2|Biology|Identify life stages (animal)|identify-life-stages-2
            9-1|Forces|Inclined Planes (determine angle)|inclined-plane-determine-angle
            9-2|Forces|Friction (known surfaces)|inclined-plane-friction-named-surfaces
            9-3|Forces|Friction (unknown surfaces)|inclined-plane-friction-unnamed-surfaces
            10-1|Biology|Mendelian Genetics (known plants)|mendelian-genetics-known-plant
            10-2|Biology|Mendelian Genetics (unknown plants)|mendelian-genetics-unknown-plant
            """;

    private static final Map<String, String> ALIASES = aliases();

    private TaskNames() {}

    /** The simulator's name for a task named in any way; an unknown name comes back without its old decoration. */
    public static String normalise(String named) {
        String name = ALIASES.getOrDefault(named, named).replace("mendellian", "mendelian");
        return OLD_DECORATION.matcher(name).replaceAll("");
    }

    private static Map<String, String> aliases() {
        Map<String, String> aliases = new LinkedHashMap<>();
        TABLE.lines().map(line -> line.split("\\|", -1)).forEach(columns -> {
            aliases.put(columns[0], columns[3]);
            aliases.put(columns[1] + " " + columns[2], columns[3]);
        });
        return aliases;
    }
}
