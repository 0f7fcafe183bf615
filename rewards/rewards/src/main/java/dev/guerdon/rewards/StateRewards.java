package dev.guerdon.rewards;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.cpython.PythonTuple;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.schema.PythonValues;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rewards for what an agent leaves behind: the state of a database, and what it told its user, as in tau-bench. */
@Experimental
@Reward.Family("state")
final class StateRewards {

    private StateRewards() {}

    @Reward(
            value = "tau:reward",
            description =
                    "1.0 where the state has the gold state's hash and every output was told, as tau-bench has it",
            example = """
                    {"initial":{"a":1},"gold_state":{"a":2},"actual_state":{"a":2},"outputs":["54.99"],"agent_messages":["The total is 54.99."]}""")
    static RewardResult tau(
            @Field.Default("{}") Json initial,
            Optional<Json> goldState,
            Optional<Json> actualState,
            @Field.Default("[]") Json outputs,
            @Field.Default("[]") Json agentMessages) {
        // A state that is null was not changed.
        String gold = hash(PythonValues.read(state(goldState, initial)));
        boolean same = gold.equals(hash(PythonValues.read(state(actualState, initial))));
        List<String> wanted = GoldReader.texts("outputs", outputs);
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        boolean told = true;
        if (wanted.isEmpty()) {
            info.put("r_actions", same ? 1.0 : 0.0);
            info.put("gt_data_hash", gold);
        } else {
            Map<String, Object> found =
                    SentMessages.anywhere(wanted, GoldReader.texts("agent_messages", agentMessages));
            told = !found.containsValue(false);
            info.put("r_outputs", told ? 1.0 : 0.0);
            info.put("outputs", found);
        }
        return new RewardResult(same && told ? 1 : 0, Map.of("info", info));
    }

    private static @Nullable Object state(Optional<Json> state, Json initial) {
        return state.filter(json -> !json.isNull()).orElse(initial).value();
    }

    @Reward(
            value = "tau_reward",
            description =
                    "1.0 where the state equals the gold state by value and every output was told as a whole word",
            example = """
                    {"gold_state":{"price":3},"actual_state":{"price":3.0},"outputs":["1,200"],"agent_messages":["Total: $1,200.00"]}""")
    static RewardResult tauReward(
            Optional<Json> initial,
            Json goldState,
            @Field.Default("[]") Json outputs,
            Sample sample,
            Context context,
            Trajectory trajectory) {
        List<String> wanted = GoldReader.texts("outputs", outputs);
        for (String output : wanted) {
            if (output.isBlank()) {
                throw GoldReader.fault("tau_reward: an expected output is empty, which every message would have told");
            }
        }
        Object gold = goldState.isNull() ? initial.map(Json::value).orElse(null) : goldState.value();
        if (gold == null) {
            throw GoldReader.fault(
                    "tau_reward needs the right state in the field 'gold_state', or 'initial' where nothing changes");
        }
        String differs = difference(PythonValues.read(gold), PythonValues.read(actual(sample, initial, context)));
        Map<String, Object> found = SentMessages.whole(wanted, messages(sample, trajectory));
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("state", differs.isEmpty() ? 1.0 : 0.0);
        extras.put("told", found);
        if (!differs.isEmpty()) {
            extras.put("reason", "state: differs at " + differs);
        } else if (found.containsValue(false)) {
            extras.put("reason", "outputs: not all were told");
        }
        return new RewardResult(extras.containsKey("reason") ? 0 : 1, extras);
    }

    /** Returns the state of the field; without one, that of the rollout's live database. */
    private static @Nullable Object actual(Sample sample, Optional<Json> initial, Context context) {
        if (!sample.fields().containsKey("actual_state")) {
            return context.acquire(StateDatabase.SPEC, Context.Scope.ROLLOUT).data();
        }
        Object state = sample.fields().get("actual_state");
        return state == null ? initial.map(Json::value).orElse(null) : state;
    }

    private static List<String> messages(Sample sample, Trajectory trajectory) {
        if (sample.fields().get("agent_messages") instanceof List<?> list) {
            return GoldReader.texts("agent_messages", new Json(list));
        }
        List<String> messages = new ArrayList<>();
        for (Message message : trajectory.messages()) {
            if (message.isAssistant()) {
                messages.add(message.text());
            }
        }
        return messages;
    }

    /** Returns where the two differ first, as a path such as {@code $.orders.#W1}; empty where they are the same. */
    static String difference(@Nullable Object wanted, @Nullable Object found) {
        return difference(wanted, found, "$", 0);
    }

    private static String difference(@Nullable Object a, @Nullable Object b, String path, int depth) {
        if (depth > 1_000) {
            return path;
        }
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            for (Object name : left.keySet()) {
                String inner = path + "." + name;
                String differs =
                        right.containsKey(name) ? difference(left.get(name), right.get(name), inner, depth + 1) : inner;
                if (!differs.isEmpty()) {
                    return differs;
                }
            }
            for (Object name : right.keySet()) {
                if (!left.containsKey(name)) {
                    return path + "." + name;
                }
            }
            return "";
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            for (int i = 0; i < left.size() && i < right.size(); i++) {
                String differs = difference(left.get(i), right.get(i), path + "[" + i + "]", depth + 1);
                if (!differs.isEmpty()) {
                    return differs;
                }
            }
            return left.size() == right.size() ? "" : path;
        }
        boolean same = (a instanceof Number left && b instanceof Number right)
                ? equal(left, right)
                : a == null ? b == null : !(a instanceof Number) && a.equals(b);
        return same ? "" : path;
    }

    private static boolean equal(Number a, Number b) {
        if ((a instanceof Double x && !Double.isFinite(x)) || (b instanceof Double y && !Double.isFinite(y))) {
            return a.doubleValue() == b.doubleValue();
        }
        return PythonValues.decimal(a).compareTo(PythonValues.decimal(b)) == 0;
    }

    /** Returns the hash in hexadecimal digits. */
    static String hash(@Nullable Object state) {
        MessageDigest digest = Sha256.digest();
        digest.update(hashed(state).getBytes(StandardCharsets.UTF_8));
        return Sha256.hex(digest);
    }

    /** Returns the text that is hashed. */
    static String hashed(@Nullable Object state) {
        return PythonRepr.str(tuples(state));
    }

    private static @Nullable Object tuples(@Nullable Object value) {
        List<@Nullable Object> elements = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            map.keySet().stream()
                    .map(String::valueOf)
                    .sorted(PythonStrings::compare)
                    .forEach(name -> elements.add(PythonTuple.of(name, tuples(map.get(name)))));
            return new PythonTuple(elements);
        }
        if (value instanceof List<?> list) {
            list.forEach(element -> elements.add(tuples(element)));
            return new PythonTuple(elements);
        }
        return value;
    }
}
