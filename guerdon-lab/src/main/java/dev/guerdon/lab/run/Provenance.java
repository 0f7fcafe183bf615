package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import dev.guerdon.lab.prompt.RunPrompts;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.suite.SuiteCodec;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is kept of how a run came about: versions, machine, and the configuration of each part. */
@Internal
public final class Provenance {

    private Provenance() {}

    public static Map<String, @Nullable Object> of(RunOptions options, List<Suite.Part> parts, RunPrompts prompts) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("guerdon", version());
        out.put("java", Runtime.version().toString());
        out.put("machine", machine());
        out.put("options", OptionsCodec.toMap(options));
        List<String> beside = parts.stream()
                .flatMap(part -> part.besideRewards().stream())
                .distinct()
                .toList();
        if (!beside.isEmpty()) {
            out.put(RunInfo.BESIDE, beside);
        }
        out.put(RunInfo.TASKS, Fingerprint.of(parts));
        out.put(RunPrompts.KEY, prompts.provenance());
        out.put("parts", parts.stream().map(Provenance::part).toList());
        return out;
    }

    static String version() {
        return Objects.requireNonNullElse(Provenance.class.getPackage().getImplementationVersion(), "development");
    }

    private static Map<String, @Nullable Object> machine() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("host", host());
        out.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        out.put("arch", System.getProperty("os.arch"));
        out.put("cores", Runtime.getRuntime().availableProcessors());
        out.put("heap_mib", Runtime.getRuntime().maxMemory() >> 20);
        return out;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private static Map<String, @Nullable Object> part(Suite.Part part) {
        Map<String, @Nullable Object> out = SuiteCodec.head(part);
        out.put("settings", Secrets.known().redact(RunPrompts.named(part.settings())));
        out.put("limits", limits(part.limits()));
        out.put("tasks", part.tasks().size());
        return out;
    }

    private static Map<String, @Nullable Object> limits(RolloutLimits limits) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("steps", limits.turns());
        out.put("tokens", limits.tokens());
        out.put("usd", limits.usd());
        out.put("seconds", limits.time().toMillis() / 1000.0);
        return out;
    }
}
