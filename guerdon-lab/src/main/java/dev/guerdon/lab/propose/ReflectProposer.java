package dev.guerdon.lab.propose;

import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/**
 * Lets a model read why reward was lost and what was tried, and write one change to one target.
 *
 * <p>What the model answers is data: a target that the plan lets change, a value that fits it. Anything else is refused, and the refusal is in
 * what the model reads the next time.
 */
@Internal
public final class ReflectProposer implements Proposer {

    /** Asks a model. */
    @FunctionalInterface
    public interface Asker {

        /**
         * The model's reply.
         *
         * @param turn names the conversation
         * @throws GuerdonException where no answer could be had
         */
        ModelReply ask(List<Message> messages, long turn);
    }

    private static final int LONGEST_TITLE = 80;
    private static final int LONGEST_REASON = 300;

    /** At how many braces the object may begin: each try reads what lies behind it. */
    private static final int MOST_TRIES = 32;

    private final Asker asker;

    public ReflectProposer(Asker asker) {
        this.asker = asker;
    }

    @Override
    public String name() {
        return "reflect";
    }

    @Override
    public boolean costly() {
        return true;
    }

    @Override
    public Proposed propose(Scene scene) {
        if (scene.diagnosis().episodes().isEmpty()) {
            return Proposed.NOTHING;
        }
        ReflectPrompt prompt = new ReflectPrompt(scene);
        ModelReply reply;
        try {
            reply = asker.ask(prompt.messages(), scene.seed());
        } catch (GuerdonException e) {
            return refused(
                    "the model failed: " + Figures.cut(String.valueOf(e.getMessage()), LONGEST_REASON), Usage.NONE);
        }
        String text = reply.message().text();
        if (text.contains(prompt.fence())) {
            return refused("the answer repeats the marks around text that is not to be trusted", reply.usage());
        }
        return object(text)
                .map(json -> answered(json, scene, reply.usage()))
                .orElseGet(() -> refused(
                        "expected one JSON object with 'target' and 'value', found " + Figures.quote(text),
                        reply.usage()));
    }

    private Proposed answered(Json json, Scene scene, Usage usage) {
        Optional<String> target = json.find("target").filter(Json::isString).map(Json::asString);
        Optional<String> value = json.find("value").flatMap(ReflectProposer::scalar);
        if (target.isEmpty() || value.isEmpty()) {
            return refused("expected a text for 'target' and a text or number for 'value'", usage);
        }
        if (scene.space().find(target.get()).isEmpty()) {
            return refused("the plan does not let " + Figures.quote(target.get()) + " change", usage);
        }
        Patch patch = Patch.of(
                word(json, "title").orElse("a change of " + target.get()),
                word(json, "cause").orElse(""),
                Figures.cut(
                        json.find("why")
                                .filter(Json::isString)
                                .map(Json::asString)
                                .orElse(""),
                        LONGEST_REASON),
                target.get(),
                value.get());
        if (!scene.space().changes(patch)) {
            return refused("the change to " + target.get() + " changes nothing", usage);
        }
        return new Proposed(List.of(patch), false, "", usage, "");
    }

    private static Optional<String> word(Json json, String name) {
        return json.find(name)
                .filter(Json::isString)
                .map(text -> Figures.cut(text.asString(), LONGEST_TITLE))
                .filter(text -> !text.isBlank());
    }

    private static Optional<String> scalar(Json value) {
        if (value.isString()) {
            return Optional.of(value.asString());
        }
        if (value.isNumber()) {
            return Optional.of(JsonCodec.write(value));
        }
        return value.value() instanceof Boolean on ? Optional.of(on ? "on" : "off") : Optional.empty();
    }

    private static Proposed refused(String reason, Usage usage) {
        return new Proposed(List.of(), false, "", usage, reason);
    }

    /** The first JSON object in a reply that may have words or a fence around it. */
    static Optional<Json> object(String text) {
        int tries = 0;
        for (int from = text.indexOf('{'); from >= 0 && tries < MOST_TRIES; from = text.indexOf('{', from + 1)) {
            tries++;
            int to = end(text, from);
            if (to < 0) {
                return Optional.empty();
            }
            try {
                Json json = JsonCodec.read(text.substring(from, to), "the model's answer");
                if (json.isObject()) {
                    return Optional.of(json);
                }
            } catch (GuerdonException e) {
                // Another brace may begin the object.
            }
        }
        return Optional.empty();
    }

    private static int end(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
