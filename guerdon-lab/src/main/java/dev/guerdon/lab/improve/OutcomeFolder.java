package dev.guerdon.lab.improve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Utf8;
import dev.guerdon.lab.iterate.SessionFolder;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The folder of a session beside the runs, and {@code improve.json} in it, which tells programs what came out. */
@Internal
public final class OutcomeFolder {

    public static final String FILE = "improve.json";

    private OutcomeFolder() {}

    public static Path fresh(Path runs, String plan) {
        return SessionFolder.fresh(runs, "improve", plan);
    }

    /** The latest session of a plan; a plan that was edited since is another one. */
    public static Path latest(Path runs, ImprovePlan plan) {
        String text = Secrets.known().redact(plan.base().text());
        return SessionFolder.all(runs, FILE).stream()
                .filter(folder -> text.equals(planOf(folder)))
                .findFirst()
                .orElseThrow(() -> new LabException("there is no session of the plan '"
                        + plan.base().name() + "' beside the runs in " + runs
                        + "; a plan that was changed begins a new session"));
    }

    private static String planOf(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return JsonCodec.read(Utf8.read(file), file.toString()).get("plan").asString();
        } catch (IOException | GuerdonException e) {
            throw new LabException("the session in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Begins a session's file. */
    public static void begin(Path folder, ImprovePlan plan) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", Secrets.known().redact(plan.base().text()));
        write(folder, out);
    }

    /** Writes what is known. */
    public static void write(Path folder, ImprovePlan plan, Split split, Session.Outcome outcome) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", Secrets.known().redact(plan.base().text()));
        out.put("complete", outcome.complete());
        out.put("ended", outcome.ended());
        out.put("champion", outcome.champion().id());
        out.put("front", outcome.front());
        out.put("tasks", Map.of("train", split.train(), "validation", split.validation(), "holdout", split.holdout()));
        out.put(
                "candidates",
                outcome.contenders().stream().map(OutcomeFolder::candidate).toList());
        out.put("confirmation", outcome.held().map(OutcomeFolder::held).orElse(null));
        out.put("spent", spent(outcome.spent()));
        write(folder, out);
    }

    private static void write(Path folder, Map<String, @Nullable Object> out) {
        Path file = folder.resolve(FILE);
        try {
            KeptFile.replace(file, JsonCodec.write(out));
        } catch (IOException e) {
            throw new LabException("the session cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    /** A candidate for programs. */
    public static Map<String, @Nullable Object> candidate(Contender one) {
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
            out.put("level", tested.level());
            out.put("against", tested.champion());
        });
        return out;
    }

    /** The confirmation for programs. */
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

    /** The costs for programs. */
    public static Map<String, @Nullable Object> spent(Spent spent) {
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
