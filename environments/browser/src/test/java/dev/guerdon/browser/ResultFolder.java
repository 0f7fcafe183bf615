package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The folder of an experiment that was recorded, read back. */
record ResultFolder(Path path) {

    /** How an experiment ended. */
    enum Status {
        /** It has no summary yet. */
        INCOMPLETE,
        /** It was ended by an error, or its agent told of one. */
        ERROR,
        /** It ran to its end. */
        DONE
    }

    /** The summary, in the order of the file; empty where it is not written yet. */
    Optional<Map<String, @Nullable Object>> summary() {
        Path file = path.resolve("summary_info.json");
        byte[] bytes = Files.isRegularFile(file) ? bytes(file) : new byte[0];
        return bytes.length == 0
                ? Optional.empty()
                : Optional.of(JsonCodec.read(bytes, file.toString()).asMap());
    }

    Status status() {
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
    Map<String, @Nullable Object> arguments() {
        return CdpValues.object(value("exp_args").orElse(null));
    }

    /** How many steps are stored. */
    int stepCount() {
        int count = 0;
        while (file("step_" + count).isPresent()) {
            count++;
        }
        return count;
    }

    /** A stored step. */
    Map<String, @Nullable Object> step(int number) {
        Object value = value("step_" + number)
                .orElseThrow(() -> new GuerdonException(
                        "there is no step " + number + " in " + path + "; it has " + stepCount() + " steps"));
        return CdpValues.object(value);
    }

    /** The goal in parts, as plain values. */
    Optional<Object> goal() {
        return value("goal_object");
    }

    /** The screenshot of a step, as a PNG file. */
    Optional<Path> screenshot(int step) {
        return Optional.of(path.resolve("screenshot_step_" + step + ".png")).filter(Files::isRegularFile);
    }

    String log() {
        Path file = path.resolve("experiment.log");
        return Files.isRegularFile(file) ? new String(bytes(file), StandardCharsets.UTF_8) : "";
    }

    /** The versions of what was used, by name. */
    Map<String, String> versions() {
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
        return Stream.of(".json.gz", ".json")
                .map(suffix -> path.resolve(name + suffix))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Optional<Object> value(String name) {
        return file(name)
                .map(file -> JsonCodec.read(bytes(file), file.toString()).value());
    }

    private static byte[] bytes(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new GuerdonException("could not read " + file + ": " + e, e);
        }
    }
}
