package dev.guerdon.server.trainer;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
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
@Internal
public final class OpenRlhfProtocol implements RewardProtocol {

    private static final String UNSCORED = "unscored";

    @Override
    public String name() {
        return "openrlhf";
    }

    @Override
    public String description() {
        return "OpenRLHF's --reward.remote_url: POST /get_reward, ?reward=NAME chooses";
    }

    @Override
    public String unscored() {
        return "the fallback and extra_logs.unscored = 1; without a fallback 422, so that the trainer stops";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new Routes(rewards);
    }

    private record Routes(RewardService rewards) implements Endpoints {

        @Override
        public void addTo(HttpRouting.Builder routing) {
            routing.post("/get_reward", this::reward).post("/get_reward/{reward}", this::reward);
        }

        @Override
        public void close() {
            // Nothing is open.
        }

        private void reward(ServerRequest request, ServerResponse response) {
            Asked asked = Asked.of(rewards, request);
            List<Sample> samples = samples(asked);
            Responses.send(response, answer(asked, asked.score(samples)));
        }

        private static List<Sample> samples(Asked asked) {
            List<Json> queries = list(asked, "query");
            List<Json> prompts = list(asked, "prompts");
            List<Json> labels = list(asked, "labels");
            sameLength("prompts", prompts, queries.size());
            sameLength("labels", labels, queries.size());
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < queries.size(); i++) {
                String prompt = prompts.isEmpty() ? "" : text(prompts.get(i), "prompts", i);
                String response = SpecialTokens.withoutLast(response(text(queries.get(i), "query", i), prompt, i));
                Map<String, @Nullable Object> fields = Labels.fields(
                        asked.reward().reward(),
                        labels.isEmpty() ? null : labels.get(i).value(),
                        Map.of("prompt", prompt));
                samples.add(
                        Asked.sample(i, List.of(Message.user(prompt), Message.assistant(response)), response, fields));
            }
            return samples;
        }

        /** The part of the whole text that the model wrote. */
        private static String response(String query, String prompt, int index) {
            if (!query.startsWith(prompt)) {
                throw Asked.wrong(
                        "'query' number " + index + " to begin with its prompt",
                        "another text; the response is what follows");
            }
            return query.substring(prompt.length());
        }

        private static List<Json> list(Asked asked, String name) {
            Json value = asked.body().find(name).orElse(new Json(List.of()));
            if (!value.isList()) {
                throw Asked.wrong("a list as '" + name + "'", value.kind());
            }
            if (name.equals("query") && asked.body().find(name).isEmpty()) {
                throw Asked.wrong("the lists 'query', 'prompts' and 'labels'", "no 'query'");
            }
            return value.asList();
        }

        private static void sameLength(String name, List<Json> values, int expected) {
            if (!values.isEmpty() && values.size() != expected) {
                throw Asked.wrong(
                        expected + " values in '" + name + "', one for each query", String.valueOf(values.size()));
            }
        }

        private static String text(Json value, String name, int index) {
            if (!value.isString()) {
                throw Asked.wrong("texts in '" + name + "'", value.kind() + " as number " + index);
            }
            return value.asString();
        }

        private static Map<String, @Nullable Object> answer(Asked asked, List<Score> scores) {
            List<Double> values = new ArrayList<>();
            List<Double> missing = new ArrayList<>();
            List<Map<String, Double>> figures = new ArrayList<>();
            for (int i = 0; i < scores.size(); i++) {
                switch (scores.get(i)) {
                    case Score.Scored scored -> {
                        values.add(scored.result().reward());
                        missing.add(0.0);
                        figures.add(Figures.of(scored.result()));
                    }
                    case Score.Unscored unscored -> {
                        Double fallback = asked.reward().fallback();
                        if (fallback == null) {
                            throw new ServeException(
                                    422,
                                    UNSCORED,
                                    "query " + i + " could not be scored by '"
                                            + asked.reward().name() + "': " + Figures.reason(unscored)
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
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            answer.put("rewards", values);
            // What the trainer filters groups by; it expects 0 to 1 there.
            answer.put(
                    "scores",
                    values.stream().map(value -> Math.clamp(value, 0.0, 1.0)).toList());
            answer.put("extra_logs", logs);
            return answer;
        }

        /** The names that all samples have a number for: the trainer makes one tensor of each. */
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
}
