package dev.guerdon.agent;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.api.Task;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Small tools, models and set-ups for tests. */
public final class Fixture {

    /** A counter that tools raise and rewards read. */
    static final class Counter implements Resource {
        static final AtomicInteger OPEN = new AtomicInteger();
        int value;
        boolean closed;

        Counter() {
            OPEN.incrementAndGet();
        }

        @Override
        public void reset() {
            value = 0;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }

    static final ResourceSpec<Counter> COUNTER = ResourceSpec.local("counter", Counter.class, 100_000, Counter::new);

    /** Tools for tests. */
    static final class Tools {

        private Tools() {}

        @Tool(value = "count", description = "Counts up.")
        static ToolOutcome count(int by, Context context) {
            Counter counter = context.acquire(COUNTER, Context.Scope.GLOBAL);
            counter.value += by;
            return new ToolOutcome("now " + counter.value, by, counter.value >= 100, Map.of());
        }

        @Tool(value = "echo", description = "Repeats.")
        static String echo(String text) {
            return text;
        }

        @Tool(value = "fail", description = "Fails.")
        static String fail() {
            throw new IllegalStateException("the tool is broken");
        }
    }

    /** A model that answers by a function of the conversation. */
    @FunctionalInterface
    public interface Answers extends Model {

        Message answer(List<Message> messages, List<AgentTool> tools) throws Exception;

        @Override
        default String spec() {
            return "test:answers";
        }

        @Override
        default ModelSession begin(ModelScope rollout) {
            return (messages, tools) -> {
                try {
                    return new ModelReply(answer(messages, tools), new Usage(1, 10, 5, 0.01));
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new ModelException(ModelException.Kind.OTHER, "the test model failed: " + e, e);
                }
            };
        }
    }

    private Fixture() {}

    public static Registry registry() {
        Registry registry = new Registry();
        registry.tools(Tools.class);
        return registry;
    }

    /** A model that gives these replies one after the other, whatever it is told. */
    public static Answers script(Message... replies) {
        return (messages, tools) -> {
            long said = messages.stream().filter(Message::isAssistant).count();
            return replies[(int) Math.min(said, replies.length - 1)];
        };
    }

    public static Message call(String tool, Map<String, @Nullable Object> arguments) {
        return calls(toolCall("c1", tool, arguments));
    }

    public static Message calls(ToolCall... calls) {
        return Message.assistant("", List.of(calls));
    }

    public static ToolCall toolCall(String id, String tool, Map<String, @Nullable Object> arguments) {
        return new ToolCall(id, tool, arguments, JsonCodec.write(arguments));
    }

    static RolloutSetup setup(Agent agent, Model model, RewardFunction reward, RolloutLimits limits) {
        return RolloutSetup.builder(registry(), agent, model)
                .reward(RewardEntry.of("test_reward", reward))
                .tools(List.of("count", "echo", "fail"))
                .limits(limits)
                .build();
    }

    public static RolloutSetup setup(Agent agent, Model model) {
        return setup(agent, model, sample -> 1.0, RolloutLimits.turns(10));
    }

    /** Runs one rollout of one task. */
    public static Rollout one(Agent agent, Model model) {
        return one(setup(agent, model));
    }

    public static Rollout one(RolloutSetup setup) {
        return RolloutEngine.run(setup, List.of(Task.of("t", "Do it.", Map.of())), 1, 1, 0)
                .getFirst();
    }

    public static Agent tools() {
        return AgentCatalogue.create(Registry.discover(), "tools", Map.of());
    }

    public static List<Task> tasks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Task.of("task-" + i, "Do " + i + ".", Map.of("number", i)))
                .toList();
    }

    /** Collects what a listener is told. */
    public static final class Heard implements RolloutListener {
        final List<String> events = new ArrayList<>();
        public final List<Rollout> rollouts = new ArrayList<>();

        @Override
        public synchronized void started(RolloutPlan plan) {
            events.add("started " + plan.id());
        }

        @Override
        public synchronized void turned(RolloutPlan plan, Turn turn) {
            events.add("turned " + plan.id() + " " + turn.index());
        }

        @Override
        public synchronized void waiting(RolloutPlan plan, ModelWait wait) {
            events.add("waiting " + plan.id() + " " + wait.reason());
        }

        @Override
        public synchronized void ended(Rollout rollout) {
            events.add("ended " + rollout.plan().id());
            rollouts.add(rollout);
        }
    }
}
