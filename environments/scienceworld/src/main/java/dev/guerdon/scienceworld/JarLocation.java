package dev.guerdon.scienceworld;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.SimulatorJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places where the simulator's jar is looked for: the option, the environment variable, the cache, in this order. */
@Internal
public final class JarLocation {

    static final String VARIABLE = "SCIENCEWORLD_JAR";
    public static final String JAR = "scienceworld.jar";

    private final Map<String, String> environment;

    public JarLocation(Map<String, String> environment) {
        this.environment = environment;
    }

    public static JarLocation ofThisProcess() {
        return new JarLocation(System.getenv());
    }

    /**
     * Returns the jar to use, if one was named or is in the cache; a named one need not exist.
     *
     * @param option the name that the user gave, if any
     */
    public Optional<Path> find(@Nullable String option) {
        return Optional.ofNullable(option)
                .or(() -> Optional.ofNullable(environment.get(VARIABLE)).filter(name -> !name.isBlank()))
                .map(Path::of)
                .or(() -> Optional.of(cached()).filter(Files::isRegularFile));
    }

    /** Returns the jar to use. */
    public Path require(@Nullable String option) {
        return find(option)
                .orElseThrow(() -> new ScienceworldException("ScienceWorld's jar is not on this machine: no --jar, no "
                        + VARIABLE + ", nothing at " + cached() + SimulatorJar.REMEDY
                        + ". The environment 'minilab' needs no jar"));
    }

    /** Returns where {@link ScienceworldSetup} puts the jar. */
    public Path cached() {
        return cacheFolder().resolve(JAR);
    }

    /** Returns whether the user has forbidden to fetch anything. */
    public boolean forbidsFetching() {
        return "no".equals(environment.get("GUERDON_INSTALL"));
    }

    public Path cacheFolder() {
        return CacheFolder.of("scienceworld", environment);
    }
}
