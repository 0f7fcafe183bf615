package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.cluster.ClusterAddress.Kind;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The command line of a driver.
 *
 * @param spark the Spark that it runs on
 * @param jar the one jar
 * @param own the jars of this Guerdon, which the driver need not unpack
 * @param environment that of this process
 */
record DriverCommand(SparkHome spark, Path jar, OwnJars own, Map<String, String> environment) {

    private static final String MAIN = "dev.guerdon.spark.SparkMain";
    private static final String MEMORY = "spark.driver.memory";
    private static final String OPTIONS = "spark.driver.extraJavaOptions";
    private static final String LOG = "guerdon-log4j2.properties";

    /** As Spark's own programs open them. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    /**
     * Returns the whole of it.
     *
     * @param settings Spark's, as the user gave them
     * @param link where the driver finds its parent
     */
    List<String> of(ClusterAddress master, List<String> arguments, Map<String, String> settings, Path link) {
        return master.needsSubmit()
                ? submitted(master, arguments, settings, link)
                : started(master, arguments, settings, link);
    }

    private List<String> started(
            ClusterAddress master, List<String> arguments, Map<String, String> settings, Path link) {
        Map<String, String> all = new LinkedHashMap<>(defaults());
        all.putAll(settings);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String chosen =
                String.join(" ", all.getOrDefault(OPTIONS, ""), environment.getOrDefault("GUERDON_JAVA_OPTS", ""));
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
        command.add("-Xmx" + heap(all.getOrDefault(MEMORY, master.kind() == Kind.LOCAL ? "2g" : "1g")));
        if (!chosen.contains("GC")) { // two collectors would be an error
            command.add("-XX:+UseParallelGC");
        }
        command.addAll(options(link));
        command.addAll(new DriverArchive(jar).options());
        command.add("-Dlog4j2.configurationFile=classpath:" + LOG);
        command.add("-Dguerdon.jars=" + own.classPath());
        if (!defaults().isEmpty()) {
            command.add("@" + defaultsFile(link));
        }
        Stream.of(chosen.split("\\s+", -1)).filter(option -> !option.isBlank()).forEach(command::add);
        List<String> classPath = new ArrayList<>(List.of(jar.toString()));
        spark.settings(environment).ifPresent(folder -> classPath.add(folder.toString()));
        classPath.add(spark.jars() + File.separator + "*");
        classPath.addAll(usersJars(all));
        // At the end, because an archive of classes fits only what begins as it did.
        Stream.of("HADOOP_CONF_DIR", "YARN_CONF_DIR")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(folder -> !folder.isBlank() && Files.isDirectory(Path.of(folder)))
                .distinct()
                .forEach(classPath::add);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), MAIN));
        command.addAll(arguments);
        return command;
    }

    /** Returns what {@code spark-submit} would put on the class path: the jars of the user's that are on this machine. */
    private static List<String> usersJars(Map<String, String> settings) {
        if (!settings.getOrDefault("spark.jars.packages", "").isBlank()) {
            throw new GuerdonException("spark.jars.packages is for spark-submit; name the jars with --conf"
                    + " spark.jars=FILE,FILE, or start guerdon with spark-submit, see docs/scale.md");
        }
        return Stream.of(settings.getOrDefault("spark.jars", "").split(",", -1))
                .map(jar -> jar.strip().replaceFirst("^file:(//)?(?=/)", ""))
                .filter(jar -> !jar.isEmpty() && Files.isRegularFile(Path.of(jar)))
                .toList();
    }

    private List<String> submitted(
            ClusterAddress master, List<String> arguments, Map<String, String> settings, Path link) {
        List<String> command = new ArrayList<>(List.of(spark.submit().toString()));
        command.addAll(List.of("--master", master.text(), "--deploy-mode", "client", "--class", MAIN));
        Map<String, String> all = new LinkedHashMap<>(settings);
        String before = all.getOrDefault(OPTIONS, defaults().getOrDefault(OPTIONS, ""));
        List<String> options = new ArrayList<>();
        options(link).forEach(option -> options.add(option.contains(" ") ? '"' + option + '"' : option));
        if (!before.contains("log4j") && !hasLogSettings()) {
            // The one jar is not on the class path that Spark's own program begins with.
            options.add("-Dlog4j2.configurationFile=jar:" + jar.toUri() + "!/" + LOG);
        }
        all.put(OPTIONS, (before + " " + String.join(" ", options)).strip());
        all.forEach((name, value) -> command.addAll(List.of("--conf", name + "=" + value)));
        command.add(jar.toString());
        command.addAll(arguments);
        return command;
    }

    /** Returns whether the user's Spark says what is logged. */
    private boolean hasLogSettings() {
        return spark.settings(environment)
                .filter(folder -> Stream.of("properties", "xml", "yaml", "yml", "json")
                        .anyMatch(kind -> Files.isRegularFile(folder.resolve("log4j2." + kind))))
                .isPresent();
    }

    /** Options of the JVM that every driver has. */
    private List<String> options(Path link) {
        List<String> options = new ArrayList<>();
        if (Runtime.version().feature() >= 24) {
            options.add("--enable-native-access=ALL-UNNAMED");
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        Set<String> packages = Object.class.getModule().getPackages(); // the JVM warns of those that it has no more
        OPENED.stream()
                .filter(packages::contains)
                .forEach(each -> options.add("--add-opens=java.base/" + each + "=ALL-UNNAMED"));
        options.add("-D" + DriverLink.PROPERTY + "=" + link);
        for (String name : List.of("guerdon.terminal", "guerdon.columns", "guerdon.command", "guerdon.home")) {
            String value = System.getProperty(name);
            if (value != null) {
                options.add("-D" + name + "=" + value);
            }
        }
        return options;
    }

    /** Spark writes sizes as Java does, but may end them with a "b"; a plain number is in MiB. */
    private static String heap(String memory) {
        String size = memory.strip().toLowerCase(java.util.Locale.ROOT).replaceFirst("(?<=[kmgt])i?b$", "");
        if (!size.matches("[1-9]\\d{0,12}[kmgt]?")) {
            throw new GuerdonException("expected a size such as 2g as " + MEMORY + ", found '" + memory + "'");
        }
        return Character.isDigit(size.charAt(size.length() - 1)) ? size + "m" : size;
    }

    /**
     * Writes what the user's Spark has as its defaults for the JVM to read: passwords may be among them, and everybody sees a command
     * line. What {@code --conf} says comes with the arguments, and wins.
     */
    private Path defaultsFile(Path link) {
        StringBuilder options = new StringBuilder();
        defaults()
                .forEach((name, value) -> options.append('"')
                        .append(("-D" + name + "=" + value)
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\""))
                        .append("\"\n"));
        Path file = link.resolveSibling("defaults");
        try {
            return Files.writeString(file, options);
        } catch (IOException e) {
            throw new GuerdonException(
                    "the settings of the driver cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns what {@code conf/spark-defaults.conf} of the user's Spark says. */
    private Map<String, String> defaults() {
        Optional<Path> file = spark.settings(environment)
                .map(folder -> folder.resolve("spark-defaults.conf"))
                .filter(Files::isRegularFile);
        if (file.isEmpty()) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file.get(), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new GuerdonException(
                    "the settings of Spark in " + file.get() + " cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> found = new LinkedHashMap<>();
        for (String name : new java.util.TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith("spark.")) {
                found.put(name, properties.getProperty(name).strip());
            }
        }
        return found;
    }
}
