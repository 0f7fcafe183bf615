package dev.guerdon.agent.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * A process with everything it started.
 *
 * <p>Children whose parent has ended are no longer its descendants. Where the system shows the environments of processes (Linux),
 * they are found by a mark that every process inherits.
 */
final class ProcessTree {

    private static final String MARK = "GUERDON_CLI_CALL";
    private static final Path PROCESSES = Path.of("/proc");

    /** A process that forks while its tree is killed may leave a new child; so often it is looked for again. */
    private static final int ROUNDS = 5;

    private final Process process;
    private final String mark;

    private ProcessTree(Process process, String mark) {
        this.process = process;
        this.mark = mark;
    }

    static ProcessTree start(ProcessBuilder builder) throws IOException {
        String mark = UUID.randomUUID().toString();
        builder.environment().put(MARK, mark);
        return new ProcessTree(builder.start(), mark);
    }

    Process process() {
        return process;
    }

    /** Ends all of it, at once. */
    void kill() {
        for (int round = 0; round < ROUNDS; round++) {
            Set<ProcessHandle> alive = alive();
            if (alive.isEmpty()) {
                return;
            }
            alive.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Set<ProcessHandle> alive() {
        Set<ProcessHandle> alive = new HashSet<>();
        if (process.isAlive()) {
            alive.add(process.toHandle());
        }
        process.descendants().filter(ProcessHandle::isAlive).forEach(alive::add);
        if (!Files.isDirectory(PROCESSES)) {
            return alive;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path folder : folders) {
                if (isMarked(folder)) {
                    ProcessHandle.of(Long.parseLong(folder.getFileName().toString()))
                            .filter(ProcessHandle::isAlive)
                            .ifPresent(alive::add);
                }
            }
        } catch (IOException | NumberFormatException e) {
            // The descendants are found all the same.
        }
        return alive;
    }

    private boolean isMarked(Path folder) {
        try {
            String environment = new String(Files.readAllBytes(folder.resolve("environ")), StandardCharsets.ISO_8859_1);
            return environment.contains(MARK + "=" + mark);
        } catch (IOException e) {
            return false; // it has ended, or belongs to someone else
        }
    }
}
