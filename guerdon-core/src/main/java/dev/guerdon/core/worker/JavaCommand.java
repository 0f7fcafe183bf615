package dev.guerdon.core.worker;

import dev.guerdon.base.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The command line and the environment of another JVM like this one. */
final class JavaCommand {

    /** The archive of loaded classes that this process was started with; the launcher names it. */
    private static final String ARCHIVE = "guerdon.archive";

    /** They would change the worker's limits, and make the JVM print. */
    private static final Set<String> OPTIONS_OF_JAVA = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** Ways to somebody who holds the user's keys. */
    private static final Set<String> AGENTS = Set.of("SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "KRB5CCNAME");

    private JavaCommand() {}

    static List<String> of(WorkerSettings settings, Path folder) {
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
        int version = Runtime.version().feature();
        if (version >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        String archive = System.getProperty(ARCHIVE, "");
        if (!archive.isEmpty() && Files.isReadable(Path.of(archive))) {
            command.add((version >= 25 ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path", "."), settings.mainClass()));
        command.add(folder.toString());
        return command;
    }

    /** Takes out of an environment what is a secret, unless it was asked for. */
    static void clean(Map<String, String> environment, Set<String> wanted) {
        Secrets secrets = Secrets.known();
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
