package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
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
record RemoteRmEndpoints(RewardService rewards) implements Endpoints {

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.post("/remote_rm", this::reward).post("/remote_rm/{reward}", this::reward);
    }

    private void reward(ServerRequest request, ServerResponse response) {
        TrainerRequest asked = TrainerRequest.of(rewards, request);
        String form = request.query().first("form").orElse("number");
        if (!form.equals("number") && !form.equals("object")) {
            throw ServeException.expected("'number' or 'object' as 'form'", "'" + form + "'");
        }
        Map<String, @Nullable Object> answer = answer(asked, asked.score(sample(asked)));
        JsonResponses.send(response, form.equals("object") ? answer : answer.get("reward"));
    }

    private static Sample sample(TrainerRequest asked) {
        if (asked.body().find("response").isEmpty()) {
            throw ServeException.expected("the members 'prompt', 'response' and 'label'", "no 'response'");
        }
        Json prompt = asked.body().find("prompt").orElse(new Json(""));
        String response = TrainerRequest.withoutMarks(asked.text("response"));
        List<Message> messages = new ArrayList<>();
        if (prompt.isList()) {
            messages.addAll(MessageReader.messages(
                    prompt.asList().stream().map(Json::value).toList()));
        } else if (prompt.isString()) {
            messages.add(Message.user(prompt.asString()));
        } else {
            throw ServeException.expected("a text or a list of messages as 'prompt'", prompt.kind());
        }
        messages.add(Message.assistant(response));
        Object label = asked.body().find("label").map(Json::value).orElse(null);
        return asked.sample(0, messages, response, label, Map.of("prompt", prompt.value()));
    }

    private static Map<String, @Nullable Object> answer(TrainerRequest asked, Score score) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        switch (score) {
            case Score.Scored scored -> {
                answer.put("reward", scored.result().reward());
                TrainerRequest.numbers(scored.result()).forEach(answer::putIfAbsent);
                answer.put("unscored", 0.0);
            }
            case Score.Unscored unscored -> {
                Double fallback = asked.reward().fallback();
                String why =
                        "could not be scored by '" + asked.reward().name() + "': " + TrainerRequest.reason(unscored);
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
