package dev.guerdon.cli.faults;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The scenarios by name. */
final class Scenarios {

    private static final Map<String, Supplier<Scenario>> ALL = new TreeMap<>(Map.of(
            "foreign-quick", ForeignCode::quick,
            "foreign-large", ForeignCode::large,
            "foreign-endless", ForeignCode::endless,
            "resources", FailingResources::new));

    private Scenarios() {}

    static Scenario create(String name) {
        Supplier<Scenario> scenario = ALL.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("no scenario " + name + "; there are " + ALL.keySet());
        }
        return scenario.get();
    }
}
