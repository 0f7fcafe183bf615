package dev.guerdon.scienceworld;

import dev.guerdon.api.Experimental;
import java.nio.file.Path;

/**
 * What the set-up left on this machine.
 *
 * @param jar where the simulator's jar is now
 * @param version the simulator's version
 * @param fetched whether it was put there just now
 * @param summary one line for the user
 */
@Experimental
public record SetupReport(Path jar, String version, boolean fetched, String summary) {}
