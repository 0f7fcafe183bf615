package dev.guerdon.browser.experiment;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.view.Plain;
import dev.guerdon.cpython.Pickle;
import dev.guerdon.cpython.PythonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an experiment, written by Guerdon, BrowserGym or AgentLab.
 *
 * <p>Pickles are never loaded as Python does, which would run what they say; only their plain values are read. Files are at most
 * {@value #MOST_BYTES} bytes, unpacked.
 */
@Internal
public record ResultFolder(Path path) {

    /** How an experiment ended. */
    public enum Status {
        /** It has no summary yet. */
        INCOMPLETE,
        /** It was ended by an error, or its agent told of one. */
        ERROR,
        /** It ran to its end. */
        DONE
    }

    private static final int MOST_BYTES = 256 << 20;
    private static final int MOST_NAMES = 999;
    private static final DateTimeFormatter NAME_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss", Locale.ROOT);

    /**
     * Makes a new folder with the reference's name for it: the time, the name of the experiment, and a number where that is taken.
     *
     * @param name such as {@code "agent_on_task_3"}; what cannot be in a file name becomes an underscore
     */
    public static Path create(Path root, String name, LocalDateTime time) {
        String wanted = NAME_TIME.format(time) + "_" + name.replaceAll("[\\\\/:*?<>|]", "_");
        try {
            Files.createDirectories(root);
            for (int i = 0; i < MOST_NAMES; i++) {
                Path folder = root.resolve(i == 0 ? wanted : wanted + "_" + i);
                try {
                    return Files.createDirectory(folder);
                } catch (FileAlreadyExistsException e) {
                    // Taken: the next number.
                }
            }
        } catch (IOException e) {
            throw new GuerdonException("could not make an experiment folder in " + root + ": " + e, e);
        }
        throw new GuerdonException(
                "there are " + MOST_NAMES + " folders named " + wanted + " in " + root + "; clean up");
    }

    /** The experiments below a folder, in the order of their paths; names that begin with {@code _} or {@code .} are passed over. */
    public static List<ResultFolder> findAll(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith("exp_args.pkl") || file.endsWith("exp_args.json"))
                    .map(Path::getParent)
                    .filter(folder -> !folder.getFileName().toString().startsWith("_")
                            && !folder.getFileName().toString().startsWith("."))
                    .distinct()
                    .sorted()
                    .map(ResultFolder::new)
                    .toList();
        } catch (IOException e) {
            throw new GuerdonException("could not look for experiments in " + root + ": " + e, e);
        }
    }

    /** The summary, in the order of the file; empty where it is not written yet. */
    public Optional<Map<String, @Nullable Object>> summary() {
        Path file = path.resolve("summary_info.json");
        byte[] bytes = Files.isRegularFile(file) ? bytes(file) : new byte[0];
        return bytes.length == 0
                ? Optional.empty()
                : Optional.of(JsonCodec.read(bytes, file.toString()).asMap());
    }

    public Status status() {
        Map<String, @Nullable Object> summary = summary().orElse(null);
        if (summary == null) {
            return Status.INCOMPLETE;
        }
        if (summary.get("err_msg") != null) {
            return Status.ERROR;
        }
        boolean over = Boolean.TRUE.equals(summary.get("terminated")) || Boolean.TRUE.equals(summary.get("truncated"));
        return over ? Status.DONE : Status.INCOMPLETE;
    }

    /** What the experiment was started with; from a pickle, objects are maps with their class under {@code __class__}. */
    public Map<String, @Nullable Object> arguments() {
        return Plain.editable(value("exp_args").orElse(null));
    }

    /** How many steps are stored. */
    public int stepCount() {
        int count = 0;
        while (file("step_" + count).isPresent()) {
            count++;
        }
        return count;
    }

    /** A stored step. */
    public RecordedStep step(int number) {
        Object value = value("step_" + number)
                .orElseThrow(() -> new GuerdonException(
                        "there is no step " + number + " in " + path + "; it has " + stepCount() + " steps"));
        return RecordedStep.read(Plain.map(value));
    }

    public List<RecordedStep> steps() {
        List<RecordedStep> steps = new ArrayList<>();
        for (int i = 0, count = stepCount(); i < count; i++) {
            steps.add(step(i));
        }
        return steps;
    }

    /** The goal in parts, as plain values. */
    public Optional<Object> goal() {
        return value("goal_object");
    }

    /** The screenshot of a step, as a PNG file. */
    public Optional<Path> screenshot(int step) {
        return Optional.of(path.resolve("screenshot_step_" + step + ".png")).filter(Files::isRegularFile);
    }

    public String log() {
        Path file = path.resolve("experiment.log");
        return Files.isRegularFile(file) ? new String(bytes(file), StandardCharsets.UTF_8) : "";
    }

    /** The versions of what was used, by name. */
    public Map<String, String> versions() {
        Path file = path.resolve("package_versions.txt");
        Map<String, String> versions = new LinkedHashMap<>();
        if (Files.isRegularFile(file)) {
            for (String line : new String(bytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
                int equals = line.indexOf("==");
                if (equals > 0) {
                    versions.put(line.substring(0, equals), line.substring(equals + 2));
                }
            }
        }
        return versions;
    }

    private Optional<Path> file(String name) {
        return Stream.of(".json.gz", ".json", ".pkl.gz", ".pkl")
                .map(suffix -> path.resolve(name + suffix))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Optional<Object> value(String name) {
        return file(name).map(file -> {
            byte[] bytes = bytes(file);
            return file.toString().contains(".pkl")
                    ? unpickled(bytes, file)
                    : JsonCodec.read(bytes, file.toString()).value();
        });
    }

    private static @Nullable Object unpickled(byte[] bytes, Path file) {
        try {
            return Pickle.read(bytes, file.toString());
        } catch (PythonException e) {
            throw new GuerdonException(String.valueOf(e.getMessage()), e);
        }
    }

    private static byte[] bytes(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new GuerdonException(file + " is larger than " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new GuerdonException("could not read " + file + ": " + e, e);
        }
    }
}
