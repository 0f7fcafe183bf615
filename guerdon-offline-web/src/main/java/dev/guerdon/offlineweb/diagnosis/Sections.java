package dev.guerdon.offlineweb.diagnosis;

import dev.guerdon.lab.spi.Patch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remedies that switch sections of the web research agent on. */
final class Sections {

    private Sections() {}

    /** Each section that is off and may be switched on, then all of them together. */
    static List<Patch> on(Patch.Space space, String cause, String... sections) {
        List<Patch> patches = new ArrayList<>();
        Map<String, String> all = new LinkedHashMap<>();
        for (String section : sections) {
            space.any(Patch.Kind.SETTING, "section." + section)
                    .filter(target -> !space.value(target.id()).equals("on"))
                    .ifPresent(target -> {
                        all.put(target.id(), "on");
                        patches.add(Patch.of(
                                "the section " + section,
                                cause,
                                "The agent is not told how to ask for the right days.",
                                target.id(),
                                "on"));
                    });
        }
        if (all.size() > 1) {
            patches.add(new Patch(
                    "the sections " + String.join(" and ", sections),
                    cause,
                    "One may not help without the other.",
                    all));
        }
        return patches;
    }
}
