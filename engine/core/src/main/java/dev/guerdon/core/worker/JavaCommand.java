package dev.guerdon.core.worker;

import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command line and the environment of another JVM like this one. */
final class JavaCommand {

    /** Options that name an archive of loaded classes. */
    private static final List<String> ARCHIVES = List.of("-XX:AOTCache=", "-XX:SharedArchiveFile=");

    /** They would change the worker's limits, and make the JVM print. */
    private static final Set<String> OPTIONS_OF_JAVA = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Sockets of agents that hold the user's keys. */
    private static final Set<String> AGENTS = Set.of("SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "KRB5CCNAME");

    private JavaCommand() {}

    /**
     * @throws IOException if Guerdon's classes are nowhere that another process could read them
     */
    static List<String> of(StartSettings settings, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Xmx" + settings.memory(),
                "-XX:+UseSerialGC",
                "-XX:ActiveProcessorCount=" + settings.cpus(),
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("crash.log"),
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + folder.resolve(WorkerProcess.TEMPORARY),
                // Virtual threads that compute must not keep those that wait from running.
                "-Djdk.virtualThreadScheduler.parallelism=16",
                "-D" + WorkerProcess.PARENT + "=" + ProcessHandle.current().pid()));
        for (String name : List.of("guerdon.home", "user.language", "user.country", "user.timezone")) {
            String value = System.getProperty(name);
            if (value != null && !value.isEmpty()) {
                command.add("-D" + name + "=" + value);
            }
        }
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (!OwnClassPath.isForeign()) {
            archive().ifPresent(command::add); // it is one of the classes of this process
        }
        command.addAll(settings.options());
        command.addAll(List.of("-cp", OwnClassPath.text(), settings.mainClass()));
        command.add(folder.toString());
        return command;
    }

    /** Returns the option with which this process was started that makes a start fast, if it was. */
    private static Optional<String> archive() {
        List<String> options;
        try {
            // The JDK reads no more than a page of it.
            options = List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0", -1));
        } catch (IOException e) {
            options = ProcessHandle.current().info().arguments().map(List::of).orElse(List.of());
        }
        return options.stream()
                .takeWhile(option -> !option.equals("-jar"))
                .filter(option -> ARCHIVES.stream().anyMatch(option::startsWith))
                .findFirst();
    }

    /** Takes out of an environment what is a secret, unless it was asked for. */
    static void clean(Map<String, String> environment, Set<String> wanted) {
        SecretFilter secrets = SecretFilter.known();
        environment.entrySet().removeIf(variable -> {
            String name = variable.getKey();
            if (wanted.contains(name)) {
                return false;
            }
            return OPTIONS_OF_JAVA.contains(name)
                    || AGENTS.contains(name.toUpperCase(Locale.ROOT))
                    || !secrets.redact(Map.of(name, variable.getValue()))
                            .getOrDefault(name, "")
                            .equals(variable.getValue());
        });
    }
}
