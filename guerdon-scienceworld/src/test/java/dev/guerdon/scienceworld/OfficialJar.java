package dev.guerdon.scienceworld;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The official jar for tests: where it is, or fetched once per machine, or the test is skipped with one line. */
final class OfficialJar {

    private static @Nullable Path found;
    private static @Nullable String missing;

    private OfficialJar() {}

    static synchronized Path require() {
        if (found == null && missing == null) {
            try {
                Optional<Path> here = JarLocation.ofThisProcess().find(null);
                found = here.isPresent()
                        ? here.get()
                        : ScienceworldSetup.setup(null, line -> {}).jar();
            } catch (GuerdonException e) {
                missing = "skipped: ScienceWorld's jar is not here and could not be fetched: " + e.getMessage();
                System.err.println(missing);
            }
        }
        Path jar = found;
        return jar != null ? jar : abort(String.valueOf(missing));
    }

    static SimulatorPool pool() {
        return SimulatorPool.of(require());
    }

    static ScienceworldEnvironment environment(Queries queries) {
        return new ScienceworldEnvironment(pool(), queries, AfterEnd.PLAY);
    }

    /** Whether the long tests were asked for, with {@code -Dguerdon.slow=true}. */
    static boolean slow() {
        return Boolean.getBoolean("guerdon.slow");
    }
}
