package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardService;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** OpenRLHF's remote reward model: {@code --reward.remote_url http://host:8700/get_reward}. */
record OpenRlhfEndpoints(RewardService rewards) implements Endpoints {

    private static final String UNSCORED = "unscored";

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.post("/get_reward", this::reward).post("/get_reward/{reward}", this::reward);
    }

    private void reward(ServerRequest request, ServerResponse response) {
        TrainerRequest asked = TrainerRequest.of(rewards, request);
        List<Sample> samples = samples(asked);
        JsonResponses.send(response, answer(asked, asked.score(samples)));
    }

    private static List<Sample> samples(TrainerRequest asked) {
        List<Json> queries = list(asked, "query");
        List<Json> prompts = list(asked, "prompts");
        List<Json> labels = list(asked, "labels");
        sameLength("prompts", prompts, queries.size());
        sameLength("labels", labels, queries.size());
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            String prompt = prompts.isEmpty() ? "" : text(prompts.get(i), "prompts", i);
            String response = TrainerRequest.withoutMarks(response(text(queries.get(i), "query", i), prompt, i));
            List<Message> messages = List.of(Message.user(prompt), Message.assistant(response));
            Object label = labels.isEmpty() ? null : labels.get(i).value();
            samples.add(asked.sample(i, messages, response, label, Map.of("prompt", prompt)));
        }
        return samples;
    }

    /** Returns the part of the whole text that the model wrote. */
    private static String response(String query, String prompt, int index) {
        if (!query.startsWith(prompt)) {
            throw ServeException.expected(
                    "'query' number " + index + " to begin with its prompt",
                    "another text; the response is what follows");
        }
        return query.substring(prompt.length());
    }

    private static List<Json> list(TrainerRequest asked, String name) {
        Json value = asked.body().find(name).orElse(new Json(List.of()));
        if (!value.isList()) {
            throw ServeException.expected("a list as '" + name + "'", value.kind());
        }
        if (name.equals("query") && asked.body().find(name).isEmpty()) {
            throw ServeException.expected("the lists 'query', 'prompts' and 'labels'", "no 'query'");
        }
        return value.asList();
    }

    private static void sameLength(String name, List<Json> values, int expected) {
        if (!values.isEmpty() && values.size() != expected) {
            throw ServeException.expected(
                    expected + " values in '" + name + "', one for each query", String.valueOf(values.size()));
        }
    }

    private static String text(Json value, String name, int index) {
        if (!value.isString()) {
            throw ServeException.expected("texts in '" + name + "'", value.kind() + " as number " + index);
        }
        return value.asString();
    }

    private static Map<String, @Nullable Object> answer(TrainerRequest asked, List<Score> scores) {
        List<Double> values = new ArrayList<>();
        List<Double> missing = new ArrayList<>();
        List<Map<String, Double>> figures = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            switch (scores.get(i)) {
                case Score.Scored scored -> {
                    values.add(scored.result().reward());
                    missing.add(0.0);
                    figures.add(TrainerRequest.numbers(scored.result()));
                }
                case Score.Unscored unscored -> {
                    Double fallback = asked.reward().fallback();
                    if (fallback == null) {
                        throw new ServeException(
                                422,
                                UNSCORED,
                                "query " + i + " could not be scored by '"
                                        + asked.reward().name() + "': " + TrainerRequest.reason(unscored)
                                        + "; a fallback in the server's configuration would stand for it");
                    }
                    values.add(fallback);
                    missing.add(1.0);
                }
            }
        }
        Map<String, @Nullable Object> logs = new LinkedHashMap<>();
        shared(figures, scores.size())
                .forEach(name -> logs.put(
                        name, figures.stream().map(each -> each.get(name)).toList()));
        if (!scores.isEmpty()) {
            logs.put(UNSCORED, missing);
        }
        JsonMembers answer = new JsonMembers().with("rewards", values);
        // What the trainer filters groups by; it expects 0 to 1 there.
        answer.put(
                "scores",
                values.stream().map(value -> Math.clamp(value, 0.0, 1.0)).toList());
        answer.put("extra_logs", logs);
        return answer;
    }

    /** Returns the names that all samples have a number for: the trainer makes one tensor of each. */
    private static Set<String> shared(List<Map<String, Double>> figures, int samples) {
        if (figures.isEmpty() || figures.size() < samples) {
            return Set.of();
        }
        Set<String> names = new LinkedHashSet<>(figures.getFirst().keySet());
        figures.forEach(each -> names.retainAll(each.keySet()));
        names.remove(UNSCORED);
        return names;
    }
}
