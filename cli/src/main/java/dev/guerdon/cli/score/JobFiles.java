package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.core.base.ArrivingInput;
import dev.guerdon.core.base.OutputFile;
import dev.guerdon.core.base.ProcessLock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The files of a score job: checked before the first of them is touched, and locked while they are written. */
final class JobFiles implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final DataFiles data;
    private final String in;
    private final String out;
    private final Map<String, Path> named = new LinkedHashMap<>();
    private final List<ProcessLock> locks = new ArrayList<>();

    JobFiles(DataFiles data, String in, String out, @Nullable Path metrics, @Nullable Path checkpoint) {
        this.data = data;
        this.in = in;
        this.out = out;
        if (!DataFiles.isStandard(in)) {
            named.put("--in", Path.of(in));
        }
        if (!DataFiles.isStandard(out)) {
            named.put("--out", Path.of(out));
        }
        if (metrics != null) {
            named.put("--metrics", metrics);
        }
        if (checkpoint != null) {
            named.put("--checkpoint", checkpoint);
        }
    }

    /** What can be known about the files before the first of them is touched. */
    void check() throws IOException {
        if (!DataFiles.isStandard(in) && !Files.isReadable(Path.of(in))) {
            throw new GuerdonException("cannot read the input: no such file, or no permission: " + in);
        }
        Map<Path, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, Path> file : named.entrySet()) {
            Path path = file.getValue();
            String option = file.getKey();
            Path parent = path.toAbsolutePath().getParent();
            if (!option.equals("--in") && (Files.isDirectory(path) || parent == null || !Files.isDirectory(parent))) {
                throw new GuerdonException(option + " " + path
                        + (Files.isDirectory(path) ? " is a folder; name a file" : ": there is no folder " + parent));
            }
            String other = seen.putIfAbsent(place(path), option);
            if (other != null) {
                throw new GuerdonException(other + " and " + option + " name the same file: " + path);
            }
        }
    }

    /** Returns where a file lies; a pipe such as that of a shell's {@code <(command)} has no place but its name. */
    private static Path place(Path path) throws IOException {
        try {
            return Files.isRegularFile(path) ? path.toRealPath() : path.toAbsolutePath();
        } catch (NoSuchFileException e) {
            return path.toAbsolutePath(); // it was deleted, and is still open
        }
    }

    /** Keeps other processes from writing the same checkpoint or output, until this is closed. */
    void lock() {
        Path checkpoint = named.get("--checkpoint");
        if (checkpoint != null) {
            locks.add(ProcessLock.beside(checkpoint, "the checkpoint " + checkpoint));
        }
        Path output = named.get("--out");
        if (output != null && isPlain() && mayLock(output)) {
            locks.add(ProcessLock.beside(output, "the output " + output));
        }
    }

    /** Returns whether a lock file can be made next to it; a file may be writable in a folder that is not. */
    private static boolean mayLock(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder != null && Files.isWritable(folder);
    }

    /** Returns whether the output is a file that can be cut, rather than a pipe or a device. */
    boolean isPlain() {
        Path output = named.get("--out");
        return output != null && (!Files.exists(output) || Files.isRegularFile(output));
    }

    InputStream open() throws IOException {
        return data.in(in);
    }

    /**
     * Refuses an input without a line, before the output is begun.
     *
     * @param stopped ends the waiting for the first byte
     */
    void requireLine(InputStream opened, BooleanSupplier stopped) throws IOException {
        boolean empty = data.size(in) == 0;
        if (opened instanceof ArrivingInput arriving) {
            boolean ready = false;
            while (!ready && !stopped.getAsBoolean()) {
                ready = arriving.awaitReady(PATIENCE);
            }
            empty = ready && arriving.isEmpty();
        }
        if (empty) {
            throw noLine();
        }
    }

    GuerdonException noLine() {
        return new GuerdonException((DataFiles.isStandard(in) ? "standard input" : in)
                + " has no line; expected a JSON object on each, and nothing was scored");
    }

    /** Begins the output; what was in it is gone. */
    OutputStream begin(boolean hashed) throws IOException {
        return hashed ? OutputFile.hashed(Path.of(out)) : data.out(out);
    }

    String input() {
        return in;
    }

    /** Returns what a message calls the output. */
    String output() {
        return DataFiles.isStandard(out) ? "standard output" : out;
    }

    @Override
    public void close() {
        locks.reversed().forEach(ProcessLock::close);
        locks.clear();
    }
}
