package dev.guerdon.server.trainer;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.base.MessageReader;
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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The remote reward model of slime and miles: the body of the answer is the reward. */
@Internal
public final class RemoteRmProtocol implements RewardProtocol {

    @Override
    public String name() {
        return "remote_rm";
    }

    @Override
    public String description() {
        return "slime's and miles' --rm-url: POST /remote_rm, ?reward=NAME chooses, ?form=object answers for --reward-key";
    }

    @Override
    public String unscored() {
        return "503 where another try may help; else the fallback, and without one 422";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new Routes(rewards);
    }

    private record Routes(RewardService rewards) implements Endpoints {

        @Override
        public void addTo(HttpRouting.Builder routing) {
            routing.post("/remote_rm", this::reward).post("/remote_rm/{reward}", this::reward);
        }

        @Override
        public void close() {
            // Nothing is open.
        }

        private void reward(ServerRequest request, ServerResponse response) {
            Asked asked = Asked.of(rewards, request);
            String form = request.query().first("form").orElse("number");
            if (!form.equals("number") && !form.equals("object")) {
                throw Asked.wrong("'number' or 'object' as 'form'", "'" + form + "'");
            }
            Map<String, @Nullable Object> answer = answer(asked, asked.score(sample(asked)));
            Responses.send(response, form.equals("object") ? answer : answer.get("reward"));
        }

        private static Sample sample(Asked asked) {
            if (asked.body().find("response").isEmpty()) {
                throw Asked.wrong("the members 'prompt', 'response' and 'label'", "no 'response'");
            }
            Json prompt = asked.body().find("prompt").orElse(new Json(""));
            String response = SpecialTokens.withoutLast(asked.text("response"));
            List<Message> messages = new ArrayList<>();
            if (prompt.isList()) {
                messages.addAll(MessageReader.messages(
                        prompt.asList().stream().map(Json::value).toList()));
            } else if (prompt.isString()) {
                messages.add(Message.user(prompt.asString()));
            } else {
                throw Asked.wrong("a text or a list of messages as 'prompt'", prompt.kind());
            }
            messages.add(Message.assistant(response));
            Map<String, @Nullable Object> fields = Labels.fields(
                    asked.reward().reward(),
                    asked.body().find("label").map(Json::value).orElse(null),
                    Map.of("prompt", prompt.value()));
            return Asked.sample(0, messages, response, fields);
        }

        private static Map<String, @Nullable Object> answer(Asked asked, Score score) {
            Map<String, @Nullable Object> answer = new LinkedHashMap<>();
            switch (score) {
                case Score.Scored scored -> {
                    answer.put("reward", scored.result().reward());
                    Figures.of(scored.result()).forEach(answer::putIfAbsent);
                    answer.put("unscored", 0.0);
                }
                case Score.Unscored unscored -> {
                    Double fallback = asked.reward().fallback();
                    String why = "could not be scored by '" + asked.reward().name() + "': " + Figures.reason(unscored);
                    switch (unscored.reason()) {
                        case RESOURCE, CANCELLED -> throw new ServeException(503, "unscored", why).retryAfter(2);
                        default -> {
                            if (fallback == null) {
                                throw new ServeException(
                                        422,
                                        "unscored",
                                        why + "; a fallback in the server's configuration would stand for it");
                            }
                        }
                    }
                    answer.put("reward", fallback);
                    answer.put("unscored", 1.0);
                }
            }
            return answer;
        }
    }
}
