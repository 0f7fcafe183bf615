package dev.guerdon.cli.cluster;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.ProgressMode.LogPace;
import dev.guerdon.cli.terminal.TerminalScreen;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code guerdon setup spark}: brings Apache Spark, makes the one jar, and says where both are. */
@Internal
public final class SparkSetup {

    private final Map<String, String> environment;
    private final PrintWriter err;
    private final TerminalScreen screen;

    public SparkSetup(Map<String, String> environment, PrintWriter err, TerminalScreen screen) {
        this.environment = Map.copyOf(environment);
        this.err = err;
        this.screen = screen;
    }

    /** Sets Spark up, and returns the message for the user. */
    public String run() {
        Optional<SparkHome> users =
                environment.getOrDefault(SparkHome.VARIABLE, "").isBlank()
                        ? Optional.empty()
                        : SparkHome.find(environment);
        if (users.isEmpty()) {
            fetch();
        }
        SparkHome home = users.or(() -> SparkHome.find(environment))
                .orElseThrow(() -> new GuerdonException("Spark's folder " + SparkHome.fetched(environment)
                        + " lost files while it was filled; run 'guerdon setup spark' again"));
        Path jar = jar(environment);
        DriverArchive archive = new DriverArchive(jar);
        if (archive.isMissing()) {
            err.println("guerdon: preparing drivers to start fast, with one that scores two lines");
            var unused = archive.make(new DriverCommand(home, jar, OwnJars.here(), environment));
        }
        return home.description() + "\nfor PySpark: --jars " + jar;
    }

    /** Returns the one jar of this Guerdon, made if it is missing or of other sources. */
    static Path jar(Map<String, String> environment) {
        String version = SparkSetup.class.getPackage().getImplementationVersion();
        return new SharedJar(SparkHome.cache(environment), version == null ? "development" : version)
                .make(OwnJars.here());
    }

    private void fetch() {
        Path home = SparkHome.fetched(environment);
        Path repository = Path.of(System.getProperty("user.home", "."), ".m2", "repository");
        new SparkFetch(home, repository, this::fetch).run(SparkList.jars());
    }

    private void fetch(List<SparkList.Jar> jars, Path folder) {
        String what = jars.size() + " jars of Apache Spark " + SparkList.VERSION;
        if (environment.getOrDefault("GUERDON_INSTALL", "").equals("no")) {
            throw new GuerdonException(
                    what + " are not on this machine, and GUERDON_INSTALL=no forbids to fetch them; unset it, or"
                            + " set " + SparkHome.VARIABLE + " to a Spark 4.x of your own");
        }
        Path maven = onPath("mvn")
                .orElseThrow(() -> new GuerdonException(
                        what + " are not on this machine, and there is no Maven to fetch them with;"
                                + " install Maven (any version), or set " + SparkHome.VARIABLE
                                + " to a Spark 4.x of your own"));
        err.println("guerdon: fetching " + what + " with Maven (up to " + SparkList.SIZE + ") into "
                + SparkHome.fetched(environment));
        ProgressMode mode = ProgressMode.of(false, screen);
        LogPace pace = new LogPace(System.nanoTime());
        try {
            new MavenSource(maven, environment, come -> show(come, jars.size(), mode, pace)).fetch(jars, folder);
        } finally {
            if (mode == ProgressMode.BAR) {
                err.print("\r\u001b[K");
                err.flush();
            }
        }
    }

    private void show(int come, int all, ProgressMode mode, LogPace pace) {
        String line = come + " of " + all + " jars";
        if (mode == ProgressMode.BAR) {
            err.print("\r\u001b[K" + line);
            err.flush();
        } else if (mode == ProgressMode.LINES && pace.isDue(System.nanoTime(), (double) come / all)) {
            err.println("guerdon: " + line);
        }
    }

    private Optional<Path> onPath(String program) {
        List<String> names = File.separatorChar == '\\'
                ? List.of(program + ".cmd", program + ".exe", program + ".bat")
                : List.of(program);
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path))
                .findFirst();
    }

    /** Returns what {@code guerdon doctor} says. */
    public Check check() {
        try {
            return SparkHome.find(environment)
                    .map(home -> new Check("spark", true, home.description() + "; for --on MASTER"))
                    .orElse(new Check(
                            "spark",
                            false,
                            "not set up; only --on MASTER needs it: 'guerdon setup spark' brings it (" + SparkList.SIZE
                                    + ")"));
        } catch (GuerdonException e) {
            return new Check("spark", false, String.valueOf(e.getMessage()));
        }
    }
}
