package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A change that is to be tried.
 *
 * @param name the change in a few words
 * @param settings agent settings that it changes
 * @param agent another agent, empty for the same
 * @param model another model, empty for the same
 * @param commit the commit whose code is to be run, empty for the code at hand
 */
@Experimental
public record Candidate(String name, Map<String, String> settings, String agent, String model, String commit) {

    public Candidate {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** This state with a change on top of it. */
    public Candidate with(Candidate change) {
        Map<String, String> merged = new LinkedHashMap<>(settings);
        merged.putAll(change.settings);
        return new Candidate(
                change.name,
                merged,
                change.agent.isEmpty() ? agent : change.agent,
                change.model.isEmpty() ? model : change.model,
                change.commit.isEmpty() ? commit : change.commit);
    }

    /** The same state, run a second time. */
    public Candidate again() {
        return new Candidate(name + ", again", settings, agent, model, commit);
    }
}
