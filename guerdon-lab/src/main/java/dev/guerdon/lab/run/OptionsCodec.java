package dev.guerdon.lab.run;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.Secrets;
import dev.guerdon.lab.prompt.RunPrompts;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of a run as {@code run.json} has them; those that a continued run needs are read back. */
@Internal
public final class OptionsCodec {

    private OptionsCodec() {}

    static Map<String, @Nullable Object> toMap(RunOptions options) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("agent", options.agent());
        out.put("model", options.model().map(Secrets.known()::redact));
        out.put("settings", Secrets.known().redact(RunPrompts.named(options.settings())));
        out.put("parallel", options.parallel());
        out.put("record", options.record().map(OptionsCodec::absolute));
        out.put("replay", options.replay().map(OptionsCodec::absolute));
        out.put("record_pages", options.traffic().pages());
        out.put("record_in_clear", options.traffic().inClear());
        out.put("budget_tokens", options.budget().tokens());
        out.put("budget_usd", options.budget().usd());
        out.put("budget_ms", options.budget().time().toMillis());
        return out;
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** What a run is continued with where nothing else is said. */
    public static RunOptions fromRun(RunInfo info, Suite suite) {
        Object stored = info.provenance().get("options");
        Json json = new Json(stored == null ? Map.of() : stored);
        return RunOptions.builder(suite)
                .tasks(info.planned())
                .repeat(info.repeat())
                .parallel(json.find("parallel").map(Json::asInt).orElse(1))
                .seed(info.seed())
                .note(info.note())
                .record(json.find("record").map(Json::asString).map(Path::of).orElse(null))
                .replay(json.find("replay").map(Json::asString).map(Path::of).orElse(null))
                .recordPages(json.find("record_pages").map(Json::asBoolean).orElse(false))
                .recordInClear(json.find("record_in_clear").map(Json::asBoolean).orElse(false))
                .budget(new RunOptions.Budget(
                        json.find("budget_tokens").map(Json::asLong).orElse(0L),
                        json.find("budget_usd").map(Json::asDouble).orElse(0.0),
                        Duration.ofMillis(
                                json.find("budget_ms").map(Json::asLong).orElse(0L))))
                .build();
    }
}
