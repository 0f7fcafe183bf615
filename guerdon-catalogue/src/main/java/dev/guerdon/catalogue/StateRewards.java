package dev.guerdon.catalogue;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Field;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Reward;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Trajectory;
import dev.guerdon.catalogue.gold.Gold;
import dev.guerdon.catalogue.json.PythonValues;
import dev.guerdon.catalogue.state.Outputs;
import dev.guerdon.catalogue.state.SameState;
import dev.guerdon.catalogue.state.StateHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rewards for what an agent leaves behind: the state of a database, and what it told its user, as in tau-bench. */
@Experimental
@Reward.Family("state")
public final class StateRewards {

    private StateRewards() {}

    @Reward(
            value = "tau:reward",
            description =
                    "1.0 where the state has the gold state's hash and every output was told, as tau-bench has it",
            example = """
                    {"initial":{"a":1},"gold_state":{"a":2},"actual_state":{"a":2},"outputs":["54.99"],"agent_messages":["The total is 54.99."]}""")
    public static RewardResult tau(
            @Field.Default("{}") Json initial,
            Optional<Json> goldState,
            Optional<Json> actualState,
            @Field.Default("[]") Json outputs,
            @Field.Default("[]") Json agentMessages) {
        // A state that is null was not changed.
        String gold = StateHash.of(PythonValues.read(state(goldState, initial)));
        boolean same = gold.equals(StateHash.of(PythonValues.read(state(actualState, initial))));
        List<String> wanted = Gold.texts("outputs", outputs);
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        boolean told = true;
        if (wanted.isEmpty()) {
            info.put("r_actions", same ? 1.0 : 0.0);
            info.put("gt_data_hash", gold);
        } else {
            Map<String, Object> found = Outputs.anywhere(wanted, Gold.texts("agent_messages", agentMessages));
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
    public static RewardResult tauReward(
            Optional<Json> initial,
            Json goldState,
            @Field.Default("[]") Json outputs,
            Sample sample,
            Context context,
            Trajectory trajectory) {
        List<String> wanted = Gold.texts("outputs", outputs);
        for (String output : wanted) {
            if (output.isBlank()) {
                throw Gold.fault("tau_reward: an expected output is empty, which every message would have told");
            }
        }
        Object gold = goldState.isNull() ? initial.map(Json::value).orElse(null) : goldState.value();
        if (gold == null) {
            throw Gold.fault(
                    "tau_reward needs the right state in the field 'gold_state', or 'initial' where nothing changes");
        }
        String differs =
                SameState.difference(PythonValues.read(gold), PythonValues.read(actual(sample, initial, context)));
        Map<String, Object> found = Outputs.whole(wanted, messages(sample, trajectory));
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

    /** The state of the field; without one, that of the rollout's live database. */
    private static @Nullable Object actual(Sample sample, Optional<Json> initial, Context context) {
        if (!sample.fields().containsKey("actual_state")) {
            return context.acquire(StateDatabase.SPEC, Context.Scope.ROLLOUT).data();
        }
        Object state = sample.fields().get("actual_state");
        return state == null ? initial.map(Json::value).orElse(null) : state;
    }

    private static List<String> messages(Sample sample, Trajectory trajectory) {
        if (sample.fields().get("agent_messages") instanceof List<?> list) {
            return Gold.texts("agent_messages", new Json(list));
        }
        List<String> messages = new ArrayList<>();
        for (Message message : trajectory.messages()) {
            if (message.isAssistant()) {
                messages.add(message.text());
            }
        }
        return messages;
    }
}
