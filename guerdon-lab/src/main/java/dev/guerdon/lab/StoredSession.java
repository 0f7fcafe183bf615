package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.iterate.SessionFolder;
import dev.guerdon.lab.iterate.SessionState;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.LabException;
import java.nio.file.Path;
import java.util.List;

/**
 * A session of {@code guerdon iterate} as it is stored, also while it goes on.
 *
 * @param folder where it is
 * @param plan the text of its plan
 * @param decisions what was decided so far, in order
 * @param running the run of the change that is tried now; empty for none
 * @param again the runs of the confirmation at the end: the winner again, then the start again
 */
@Experimental
public record StoredSession(Path folder, String plan, List<Decision> decisions, String running, List<String> again) {

    public StoredSession {
        decisions = List.copyOf(decisions);
        again = List.copyOf(again);
    }

    /** The names of the sessions beside the runs of a folder, the newest first. */
    public static List<String> names(RunStore store) {
        return SessionFolder.all(store.root()).stream()
                .map(folder -> String.valueOf(folder.getFileName()))
                .toList();
    }

    /**
     * A session by its name.
     *
     * @throws LabException where there is none of that name, or it is damaged
     */
    public static StoredSession read(RunStore store, String name) {
        Path folder = SessionFolder.all(store.root()).stream()
                .filter(each -> String.valueOf(each.getFileName()).equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new LabException("there is no session '" + name + "' beside the runs in " + store.root()));
        SessionState state = SessionState.read(folder);
        return new StoredSession(folder, state.plan(), state.decisions(), state.running(), state.again());
    }

    /** The session's name. */
    public String name() {
        return String.valueOf(folder.getFileName());
    }
}
