package dev.guerdon.core.stdio;

import dev.guerdon.api.Json;
import dev.guerdon.core.CompositeReward;
import dev.guerdon.core.LineBatches;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The first lines of batches, which say what to do with the others.
 *
 * <p>A client sends the same header with nearly every batch, so what it means is kept by its bytes.
 */
final class BatchHeaders {

    private static final List<String> KNOWN =
            List.of("reward", "rewards", "options", "map", "deadline", "batch_deadline");

    /** More headers than this are hardly the same again. */
    private static final int MAX_KEPT = 1024;

    /** Longer ones are not kept. */
    private static final int MAX_KEPT_LENGTH = 16 << 10;

    private static final double MAX_SECONDS = 1e9;

    private final Registry registry;
    private final LineBatches batches;
    private final Map<ByteBuffer, Header> kept = new ConcurrentHashMap<>();
    private final Map<List<String>, LineBatches.Plan> plans = new ConcurrentHashMap<>();

    BatchHeaders(Registry registry, LineBatches batches) {
        this.registry = registry;
        this.batches = batches;
    }

    /**
     * Content of a header.
     *
     * @param plan the rewards
     * @param limits the deadlines
     */
    record Header(LineBatches.Plan plan, LineBatches.Limits limits) {}

    /**
     * Reads the header of a batch.
     *
     * @param end after its last byte
     */
    Header read(byte[] payload, int end) {
        Header known = kept.get(ByteBuffer.wrap(payload, 0, end));
        if (known != null) {
            return known;
        }
        byte[] own = Arrays.copyOf(payload, end);
        Header header = parse(JsonCodec.read(own, "the header of the batch"));
        if (end <= MAX_KEPT_LENGTH) {
            if (kept.size() >= MAX_KEPT) {
                kept.clear();
            }
            kept.put(ByteBuffer.wrap(own), header);
        }
        return header;
    }

    private Header parse(Json json) {
        Map<String, @Nullable Object> members = object(json);
        for (String name : members.keySet()) {
            if (!KNOWN.contains(name)) {
                throw RequestRefusal.bad("the header of a batch has no '" + name + "'"
                        + NameRules.didYouMean(name, KNOWN) + "; it may have: " + String.join(", ", KNOWN));
            }
        }
        List<RewardEntry> rewards = rewards(json);
        Duration call = seconds(json, "deadline", EngineCatalogue.DEADLINE);
        Duration batch = seconds(json, "batch_deadline", Duration.ZERO);
        List<String> names = rewards.stream().map(RewardEntry::name).toList();
        if (plans.size() >= MAX_KEPT) {
            plans.clear();
        }
        // What is known of their speed holds for all deadlines.
        LineBatches.Plan plan = plans.computeIfAbsent(names, key -> batches.plan(rewards));
        return new Header(plan, new LineBatches.Limits(call, batch));
    }

    private static Map<String, @Nullable Object> object(Json json) {
        if (!json.isObject()) {
            throw RequestRefusal.bad(
                    "expected a JSON object as the header of the batch, such as {\"reward\":\"qa_f1_reward\"}, found "
                            + json.kind());
        }
        return json.asMap();
    }

    private List<RewardEntry> rewards(Json header) {
        Json one = header.find("reward").filter(value -> !value.isNull()).orElse(null);
        Json several = header.find("rewards").filter(value -> !value.isNull()).orElse(null);
        Json options = header.find("options").filter(value -> !value.isNull()).orElse(null);
        if ((one == null) == (several == null)) {
            throw RequestRefusal.bad(
                    "the header of a batch needs either 'reward', a name or a recipe, or 'rewards', a list of them");
        }
        if (several != null && options != null) {
            throw RequestRefusal.bad(
                    "'options' go with one 'reward'; with several, write them as part of the names, such as"
                            + " \"math_equal_reward(digits=3)\"");
        }
        List<RewardEntry> rewards = new ArrayList<>();
        if (one != null) {
            rewards.add(reward(one, options));
        } else if (several != null) {
            several.asList().forEach(each -> rewards.add(reward(each, null)));
        }
        if (rewards.isEmpty()) {
            throw RequestRefusal.bad("'rewards' is empty; name at least one");
        }
        if (rewards.stream().map(RewardEntry::label).distinct().count() < rewards.size()) {
            throw RequestRefusal.bad("a reward is named twice; each has one place in the result");
        }
        Map<String, String> names = new LinkedHashMap<>();
        header.find("map")
                .filter(value -> !value.isNull())
                .ifPresent(map ->
                        map.asMap().forEach((field, source) -> names.put(field, new Json(source).asString())));
        return names.isEmpty() ? rewards : registry.mapped(rewards, names);
    }

    /** Returns a reward by its name, which may have options, or a recipe. */
    private RewardEntry reward(Json written, @Nullable Json options) {
        if (written.isString()) {
            return options == null
                    ? registry.reward(written.asString())
                    : registry.reward(written.asString(), options.asMap());
        }
        if (!written.isObject() || options != null) {
            throw RequestRefusal.bad("expected the name of a reward, or a recipe with 'parts', found " + written.kind()
                    + (options == null ? "" : " and options"));
        }
        return registry.reward(CompositeReward.nameOf(written.asMap()));
    }

    private static Duration seconds(Json header, String name, Duration missing) {
        Json value = header.find(name).filter(each -> !each.isNull()).orElse(null);
        if (value == null) {
            return missing;
        }
        double seconds = value.isNumber() ? value.asDouble() : Double.NaN;
        if (!(seconds >= 0) || seconds > MAX_SECONDS) {
            throw RequestRefusal.bad(
                    "expected '" + name + "' in seconds, 0 for no limit, found " + JsonCodec.write(value.value()));
        }
        // Never 0 by rounding: that would be no limit.
        return seconds == 0 ? Duration.ZERO : Duration.ofNanos(Math.max(1, (long) (seconds * 1e9)));
    }
}
