package dev.guerdon.scienceworld;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The official jar for tests: where it is, or fetched once per machine where that is allowed, or the test is skipped with one line. */
final class OfficialJar {

    private static @Nullable Path found;
    private static @Nullable String missing;

    private OfficialJar() {}

    static synchronized Path require() {
        if (found == null && missing == null) {
            try {
                found = here().orElseGet(OfficialJar::fetch);
            } catch (GuerdonException e) {
                missing = "skipped: ScienceWorld's jar is not here and could not be fetched: " + e.getMessage();
                System.err.println(missing);
            }
        }
        Path jar = found;
        return jar != null ? jar : abort(String.valueOf(missing));
    }

    private static Optional<Path> here() {
        Path beside = Path.of(System.getProperty("guerdon.root", ".."), "..", "shared", "data", "scienceworld")
                .resolve("scienceworld-" + Transcript.RECORDED_VERSION + ".jar")
                .normalize();
        return JarLocation.ofThisProcess()
                .find(Optional.empty())
                .or(() -> Optional.of(beside).filter(Files::isRegularFile));
    }

    private static Path fetch() {
        if ("no".equals(System.getenv("GUERDON_INSTALL"))) {
            throw new ScienceworldException("GUERDON_INSTALL=no forbids it");
        }
        return ScienceworldSetup.setup(Optional.empty(), line -> {}).jar();
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
