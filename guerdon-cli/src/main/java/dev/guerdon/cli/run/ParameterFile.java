package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run, read from a JSON file. Keys that are not known are passed over, so that a later Guerdon can write more of them.
 *
 * @param suite the suite's name or file
 * @param agent the agent, null for the suite's
 * @param model the model, null for the suite's
 * @param settings the agent's settings
 * @param tasks ids separated by commas, null for all
 * @param repeat how often each task
 * @param seed the run's seed
 * @param limits the limit of turns and how many episodes run at once, 0 for the usual
 * @param note the note to store
 * @param runs the folder of runs, null for the usual
 * @param plugins jars of the user's own
 * @param sources Java files of the user's own
 */
record ParameterFile(
        String suite,
        @Nullable String agent,
        @Nullable String model,
        Map<String, String> settings,
        @Nullable String tasks,
        int repeat,
        long seed,
        Limits limits,
        String note,
        @Nullable Path runs,
        List<String> plugins,
        List<Path> sources) {

    /** Two limits of a run. */
    record Limits(int maxSteps, int parallel) {}

    static ParameterFile read(Path file) {
        try {
            Json json = JsonCodec.read(Utf8.read(file), file.toString());
            Map<String, String> settings = new LinkedHashMap<>();
            json.find("settings")
                    .ifPresent(all -> all.asMap().forEach((key, value) -> settings.put(key, String.valueOf(value))));
            List<String> tasks = texts(json, "tasks");
            return new ParameterFile(
                    text(json, "suite").orElseThrow(() -> new GuerdonException(file + ": 'suite' is missing")),
                    text(json, "agent").orElse(null),
                    text(json, "model").orElse(null),
                    settings,
                    tasks.isEmpty() ? null : String.join(",", tasks),
                    json.find("repeat").map(Json::asInt).orElse(1),
                    json.find("seed").map(Json::asLong).orElse(0L),
                    new Limits(
                            json.find("max_steps").map(Json::asInt).orElse(0),
                            json.find("parallel").map(Json::asInt).orElse(0)),
                    text(json, "note").orElse(""),
                    text(json, "runs").map(Path::of).orElse(null),
                    texts(json, "plugins"),
                    texts(json, "sources").stream().map(Path::of).toList());
        } catch (IOException e) {
            throw new GuerdonException("the parameters cannot be read from " + file + ": " + e.getMessage(), e);
        }
    }

    private static Optional<String> text(Json json, String name) {
        return json.find(name).map(Json::asString).filter(value -> !value.isEmpty());
    }

    private static List<String> texts(Json json, String name) {
        return json.find(name)
                .map(all -> all.asList().stream().map(Json::asString).toList())
                .orElse(List.of());
    }

    int maxSteps() {
        return limits.maxSteps();
    }

    int parallel() {
        return limits.parallel();
    }
}
