package dev.guerdon.scienceworld;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.scienceworld.ScienceworldEnvironment.AfterEnd;
import dev.guerdon.scienceworld.ScienceworldEnvironment.Queries;
import dev.guerdon.scienceworld.simulator.JarSimulator.JarSimulators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The official jar for tests: where it is, or fetched once per machine where that is allowed, or the test is skipped with one line. */
public final class OfficialJar {

    private static @Nullable Path found;
    private static @Nullable String missing;

    private OfficialJar() {}

    public static synchronized Path require() {
        if (found == null && missing == null) {
            try {
                found = here().orElseGet(OfficialJar::fetch);
            } catch (GuerdonException e) {
                missing = "skipped: the tests on ScienceWorld's jar; " + e.getMessage();
                System.err.println(missing);
            }
        }
        Path jar = found;
        return jar != null ? jar : abort(String.valueOf(missing));
    }

    /** The jar where the command itself finds it, for tests of environments that are opened by their names. */
    public static synchronized void requireInPlace() {
        Path jar = require();
        if (JarLocation.ofThisProcess().find(null).isEmpty()) {
            if (isForbidden()) {
                abort(
                        "skipped: ScienceWorld's jar is not in the cache, and GUERDON_INSTALL=no forbids to put it there");
            }
            ScienceworldSetup.setup(jar, OfficialJar::tell);
        }
    }

    private static boolean isForbidden() {
        return "no".equals(System.getenv("GUERDON_INSTALL"));
    }

    /** Every version that is on this machine, the recorded one first. */
    public static List<Path> all() {
        List<Path> all = new ArrayList<>(List.of(require()));
        JarLocation.ofThisProcess()
                .find(null)
                .filter(Files::isRegularFile)
                .filter(jar -> !all.contains(jar))
                .ifPresent(all::add);
        return all;
    }

    private static Optional<Path> here() {
        Path beside = Path.of(System.getProperty("guerdon.root", ".."), "..", "shared", "data", "scienceworld")
                .resolve("scienceworld-" + Transcript.RECORDED_VERSION + ".jar")
                .normalize();
        // The recorded version first: an older one in the cache agrees with fewer transcripts.
        return Optional.of(beside)
                .filter(Files::isRegularFile)
                .or(() -> JarLocation.ofThisProcess().find(null));
    }

    private static void tell(String line) {
        System.err.println("tests of ScienceWorld: " + line);
    }

    private static Path fetch() {
        ScienceworldSetup.setup(null, OfficialJar::tell);
        return JarLocation.ofThisProcess().cached();
    }

    public static JarSimulators pool() {
        return new JarSimulators(require());
    }

    public static ScienceworldEnvironment environment(Queries queries) {
        return environment(require(), queries);
    }

    public static ScienceworldEnvironment environment(Path jar, Queries queries) {
        return new ScienceworldEnvironment(new JarSimulators(jar), queries, AfterEnd.PLAY);
    }

    /** Whether the long tests were asked for, with {@code -Dguerdon.slow=true}. */
    public static boolean slow() {
        return Boolean.getBoolean("guerdon.slow");
    }
}
