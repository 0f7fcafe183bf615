package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.StoredSession;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folders of sessions, which lie beside the runs, and the files in them that tell what was done: {@code session.json} of
 * {@code guerdon iterate} and {@code improve.json} of {@code guerdon improve}. Each is written to a new file that then takes the old one's
 * place, so that a process killed at any moment leaves either the state before or the state after.
 */
@Internal
public final class SessionFolder {

    /** What a session of {@code guerdon iterate} has done so far. */
    public static final String STATE = "session.json";

    /** What a session of {@code guerdon improve} came to so far. */
    public static final String OUTCOME = "improve.json";

    /** Says in {@link #OUTCOME} by which test the session decides; a session of an earlier version does not. */
    private static final String TEST = "test";

    private static final String SESSIONS = "sessions";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss", Locale.ROOT);

    private SessionFolder() {}

    /**
     * Makes the folder of a session.
     *
     * @param kind the first word of its name
     * @param plan the name of its plan, which becomes a part of its own
     */
    public static Path fresh(Path runs, String kind, String plan) {
        String safe = plan.replaceAll("[^\\p{Alnum}_-]+", "-");
        String name = kind + "_" + TIME.format(LocalDateTime.now(ZoneId.systemDefault())) + "_"
                + safe.substring(0, Math.min(60, safe.length()));
        try {
            Files.createDirectories(runs.resolve(SESSIONS));
            for (int i = 1; ; i++) {
                try {
                    return Files.createDirectory(runs.resolve(SESSIONS).resolve(i == 1 ? name : name + "_" + i));
                } catch (FileAlreadyExistsException taken) {
                    // Two sessions began within a second.
                }
            }
        } catch (IOException e) {
            throw new LabException("the folder of the session cannot be made in " + runs + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the latest session of a plan; a plan that was edited since is another one.
     *
     * @param file the file that tells what the session did
     */
    public static Path latest(Path runs, String file, IterationPlan plan) {
        return of(runs, file, plan)
                .findFirst()
                .orElseThrow(() -> new LabException("there is no session of the plan '" + plan.name()
                        + "' beside the runs in " + runs + "; a plan that was changed begins a new session"));
    }

    /** Tells whether there is a session of a plan that has a file of this name. */
    public static boolean has(Path runs, String file, IterationPlan plan) {
        return of(runs, file, plan).findFirst().isPresent();
    }

    private static Stream<Path> of(Path runs, String file, IterationPlan plan) {
        String text = SecretFilter.known().redact(plan.text());
        return all(runs, file).stream()
                .filter(folder ->
                        read(folder, file, json -> json.get("plan").asString()).equals(text));
    }

    /** Returns the folders of all sessions that have a file of this name, the newest first. */
    public static List<Path> all(Path runs, String file) {
        Path root = runs.resolve(SESSIONS);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(folder -> Files.isRegularFile(folder.resolve(file)))
                    .sorted(Comparator.comparing(Path::toString).reversed())
                    .toList();
        } catch (IOException e) {
            throw new LabException("the sessions in " + root + " cannot be listed: " + e.getMessage(), e);
        }
    }

    /** Returns the names of all sessions that have a file of this name, the newest first. */
    public static List<String> names(Path runs, String file) {
        return all(runs, file).stream()
                .map(folder -> String.valueOf(folder.getFileName()))
                .toList();
    }

    /** Returns the folder of the session of this name that has a file of this name; empty if there is none. */
    public static Optional<Path> find(Path runs, String file, String name) {
        return all(runs, file).stream()
                .filter(folder -> String.valueOf(folder.getFileName()).equals(name))
                .findFirst();
    }

    /** Returns the plan as a session began it: before there were races, a plan that names no test was tested one change after the other. */
    public static ImprovePlan begun(Path folder, ImprovePlan plan) {
        return plan.races() && read(folder, OUTCOME).find(TEST).isEmpty() ? plan.oneByOne() : plan;
    }

    /** Reads a file that tells what a session did. */
    public static Json read(Path folder, String file) {
        return read(folder, file, json -> json);
    }

    private static <T> T read(Path folder, String file, Function<Json, T> part) {
        Path path = folder.resolve(file);
        try {
            return part.apply(JsonCodec.read(Utf8.read(path), path.toString()));
        } catch (IOException | GuerdonException e) {
            throw new LabException("the session in " + path + " is damaged: " + e.getMessage(), e);
        }
    }

    private static void write(Path folder, String file, Map<String, @Nullable Object> out) {
        Path path = folder.resolve(file);
        try {
            Files.createDirectories(folder);
            KeptFile.replace(path, JsonCodec.write(out));
        } catch (IOException e) {
            throw new LabException("the session cannot be written to " + path + ": " + e.getMessage(), e);
        }
    }

    /** Writes what a session of {@code guerdon iterate} has done so far. */
    public static void write(Path folder, StoredSession state) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", SecretFilter.known().redact(state.plan()));
        out.put("decisions", state.decisions().stream().map(SessionFolder::map).toList());
        out.put("running", state.running());
        out.put("again", state.again());
        write(folder, STATE, out);
    }

    /** Reads what a session of {@code guerdon iterate} has done so far. */
    public static StoredSession state(Path folder) {
        Json json = read(folder, STATE);
        try {
            return new StoredSession(
                    json.get("plan").asString(),
                    json.get("decisions").asList().stream()
                            .map(SessionFolder::decision)
                            .toList(),
                    json.get("running").asString(),
                    json.find("again").map(SessionFolder::texts).orElse(List.of()));
        } catch (GuerdonException | IllegalArgumentException e) {
            throw new LabException(
                    "the state of the session in " + folder.resolve(STATE) + " is damaged: " + e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> map(Decision decision) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("change", decision.change());
        map.put("run", decision.run());
        map.put("against", decision.against());
        map.put("verdict", decision.verdict().name().toLowerCase(Locale.ROOT));
        map.put("reason", decision.reason());
        map.put("regressions", decision.regressions());
        return map;
    }

    private static Decision decision(Json json) {
        return new Decision(
                json.get("change").asString(),
                json.get("run").asString(),
                json.get("against").asString(),
                Decision.Verdict.valueOf(json.get("verdict").asString().toUpperCase(Locale.ROOT)),
                json.get("reason").asString(),
                texts(json.get("regressions")));
    }

    private static List<String> texts(Json json) {
        return json.asList().stream().map(Json::asString).toList();
    }

    /** Begins a session's file. */
    public static void begin(Path folder, ImprovePlan plan) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", SecretFilter.known().redact(plan.base().text()));
        out.put(TEST, plan.rule().test().word());
        write(folder, OUTCOME, out);
    }

    /** Writes what is known. */
    public static void write(Path folder, ImprovePlan plan, TaskSplit split, ImprovementLoop.Outcome outcome) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", SecretFilter.known().redact(plan.base().text()));
        out.put(TEST, plan.rule().test().word());
        out.put("complete", outcome.complete());
        out.put("ended", outcome.ended());
        out.put("champion", outcome.champion().id());
        out.put("front", outcome.front());
        out.put("tasks", Map.of("train", split.train(), "validation", split.tried(), "holdout", split.apart()));
        out.put(
                "candidates",
                outcome.contenders().stream().map(SessionFolder::candidate).toList());
        out.put("confirmation", outcome.held().map(SessionFolder::held).orElse(null));
        out.put("spent", spent(outcome.spent()));
        write(folder, OUTCOME, out);
    }

    /** Returns a candidate for programs. */
    public static Map<String, @Nullable Object> candidate(ImprovementCandidate one) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", one.id());
        out.put("parents", one.parents());
        out.put("change", one.patch().title());
        out.put("proposer", one.proposer());
        out.put("cause", one.patch().cause());
        out.put("why", one.patch().reason());
        out.put("changes", one.patch().changes());
        out.put("reached", one.stage().name().toLowerCase(Locale.ROOT));
        out.put("decision", one.verdict().name().toLowerCase(Locale.ROOT));
        out.put("reason", one.reason());
        out.put("train_mean", one.trainMean());
        out.put("train_gain", one.gain());
        one.tested().ifPresent(tested -> {
            out.put("gain", tested.gain());
            out.put("low", tested.interval().low());
            out.put("high", tested.interval().high());
            out.put("compared", tested.tasks());
            out.put("unit", tested.unit());
            out.put("level", tested.level());
            out.put("against", tested.champion());
        });
        return out;
    }

    /** Returns the confirmation for programs. */
    public static Map<String, @Nullable Object> held(Held held) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("holdout", held.apart());
        out.put("avg_reward", held.mean());
        out.put("low", held.interval().map(range -> (Object) range.low()).orElse(null));
        out.put("high", held.interval().map(range -> (Object) range.high()).orElse(null));
        out.put("avg_reward_when_chosen", held.selected());
        out.put("avg_reward_start", held.figures().start());
        out.put("gain", held.figures().gain());
        out.put("gain_low", held.figures().interval().low());
        out.put("gain_high", held.figures().interval().high());
        out.put("tasks", held.figures().compared());
        out.put("missing", held.missing());
        out.put("confirmed", held.confirmed());
        out.put("sentence", held.sentence());
        return out;
    }

    /** Returns the costs for programs. */
    public static Map<String, @Nullable Object> spent(SessionCost spent) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("episodes", spent.episodes());
        out.put("tokens", spent.usage().tokens());
        out.put("usd", spent.usage().usd());
        out.put("cost_known", spent.usage().costKnown());
        out.put("seconds", spent.time().toMillis() / 1000.0);
        out.put("words", spent.words());
        return out;
    }
}
