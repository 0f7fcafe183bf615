package dev.guerdon.offlineweb;

import dev.guerdon.api.Json;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An episode whose cause of loss is known.
 *
 * @param truth the class that diagnosis should name
 */
record CauseCase(
        String id,
        String truth,
        String question,
        String gold,
        String answer,
        List<Turn> turns,
        FinishReason finish,
        String error) {

    private static final String SAME = "=observation";

    /** The cases of a file beside this class, one per line. */
    static List<CauseCase> read(String file) {
        try (InputStream in = Objects.requireNonNull(CauseCase.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> of(JsonCodec.read(line, file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CauseCase of(Json json) {
        Map<?, ?> map = (Map<?, ?>) Objects.requireNonNull(json.value());
        List<Turn> turns = new ArrayList<>();
        for (Object turn : (List<?>) Objects.requireNonNull(map.get("turns"))) {
            turns.add(turn(turns.size(), (Map<?, ?>) Objects.requireNonNull(turn)));
        }
        String finish = text(map, "finish");
        return new CauseCase(
                text(map, "id"),
                text(map, "truth"),
                text(map, "question"),
                text(map, "gold"),
                text(map, "answer"),
                turns,
                finish.isEmpty() ? FinishReason.NO_TOOL_CALLS : FinishReason.valueOf(finish),
                text(map, "error"));
    }

    private static Turn turn(int index, Map<?, ?> map) {
        String observation = text(map, "observation");
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        if (map.get("info") instanceof Map<?, ?> facts) {
            facts.forEach((key, value) -> info.put((String) key, SAME.equals(value) ? observation : value));
        }
        String prompt = text(map, "prompt");
        return Turn.builder()
                .index(index)
                .prompt(prompt.equals(SAME) ? observation : prompt)
                .reply(text(map, "reply"))
                .action(text(map, "action"))
                .observation(observation)
                .error(text(map, "error"))
                .info(info)
                .build();
    }

    private static String text(Map<?, ?> map, String key) {
        return Objects.toString(map.get(key), "");
    }
}
