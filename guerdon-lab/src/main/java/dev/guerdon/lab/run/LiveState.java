package dev.guerdon.lab.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run under way tells of itself besides its finished episodes.
 *
 * @param mode whether it starts further episodes
 * @param at when it said so
 * @param flights the episodes under way
 */
@Internal
public record LiveState(Mode mode, Instant at, List<Flight> flights) {

    static final String FILE = "live.json";

    /** Whether a run starts further episodes. */
    public enum Mode {
        RUNNING,
        PAUSED,
        /** Only what is under way is finished. */
        STOPPING
    }

    /**
     * An episode under way.
     *
     * @param task the task's id
     * @param repeat which repeat of the task
     * @param steps how many turns it has taken
     * @param started when it began
     * @param action its last action, perhaps cut
     */
    public record Flight(String task, int repeat, int steps, Instant started, String action) {

        static final int LONGEST_ACTION = 200;

        Map<String, @Nullable Object> json() {
            return Map.of(
                    "task", task, "repeat", repeat, "steps", steps, "started", started.toString(), "action", action);
        }

        static Flight of(Json json) {
            return new Flight(
                    json.get("task").asString(),
                    json.get("repeat").asInt(),
                    json.get("steps").asInt(),
                    Instant.parse(json.get("started").asString()),
                    json.get("action").asString());
        }
    }

    public LiveState {
        flights = List.copyOf(flights);
    }

    String text() {
        return JsonCodec.write(Map.of(
                        "mode", mode.name(),
                        "at", at.toString(),
                        "flights", flights.stream().map(Flight::json).toList()))
                + "\n";
    }

    /** What the run in a folder says; empty where it says nothing that can be read. */
    public static Optional<LiveState> read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
            return Optional.of(new LiveState(
                    Mode.valueOf(json.get("mode").asString()),
                    Instant.parse(json.get("at").asString()),
                    json.get("flights").asList().stream().map(Flight::of).toList()));
        } catch (IOException | GuerdonException | IllegalArgumentException | java.time.DateTimeException e) {
            return Optional.empty();
        }
    }
}
