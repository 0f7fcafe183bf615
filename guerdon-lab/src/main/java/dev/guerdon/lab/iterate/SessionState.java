package dev.guerdon.lab.iterate;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Utf8;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session has done so far, as {@code session.json} keeps it. Written to a new file that then takes the old one's place, so that
 * a process killed at any moment leaves either the state before or the state after.
 *
 * @param plan the text of the plan
 * @param decisions what was decided, in order
 * @param running the run of the step under way, empty where there is none or it has not begun
 * @param again the runs of the confirmation at the end: the winner again, then the start again
 */
@Internal
public record SessionState(String plan, List<Decision> decisions, String running, List<String> again) {

    static final String FILE = "session.json";

    public SessionState {
        decisions = List.copyOf(decisions);
        again = List.copyOf(again);
    }

    public static SessionState begin(String plan) {
        return new SessionState(plan, List.of(), "", List.of());
    }

    public SessionState running(String run) {
        return new SessionState(plan, decisions, run, again);
    }

    public SessionState decided(Decision decision) {
        List<Decision> all = new ArrayList<>(decisions);
        all.add(decision);
        return new SessionState(plan, all, "", again);
    }

    /** The state after one more run of the confirmation. */
    public SessionState confirmedBy(String run) {
        List<String> all = new ArrayList<>(again);
        all.add(run);
        return new SessionState(plan, decisions, "", all);
    }

    public void write(Path folder) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("plan", Secrets.known().redact(plan));
        out.put("decisions", decisions.stream().map(SessionState::map).toList());
        out.put("running", running);
        out.put("again", again);
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            KeptFile.replace(file, JsonCodec.write(out));
        } catch (IOException e) {
            throw new LabException("the state of the session cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    public static SessionState read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            Json json = JsonCodec.read(Utf8.read(file), file.toString());
            return new SessionState(
                    json.get("plan").asString(),
                    json.get("decisions").asList().stream()
                            .map(SessionState::decision)
                            .toList(),
                    json.get("running").asString(),
                    json.find("again").map(SessionState::texts).orElse(List.of()));
        } catch (IOException e) {
            throw new LabException("the state of the session cannot be read from " + file + ": " + e.getMessage(), e);
        } catch (GuerdonException | IllegalArgumentException e) {
            throw new LabException("the state of the session in " + file + " is damaged: " + e.getMessage(), e);
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
}
