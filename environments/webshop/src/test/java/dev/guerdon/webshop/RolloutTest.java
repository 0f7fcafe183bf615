package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whole rollouts through the resource engine: the reward sees the shop that the tools changed. */
class RolloutTest {

    private final Registry registry = Registry.discover();

    @Test
    void theRuleBaselineShopsEveryBundledTaskAndIsPaidForIt() throws Exception {
        List<Task> tasks = new WebshopProvider().tasks("", Map.of()).limit(60).toList();
        assertThat(tasks).hasSize(60);
        double sum = 0;
        for (Task task : tasks) {
            RewardResult result = play(task);
            assertThat(result.extras()).containsKeys("output", "r_type", "r_att", "w_att", "r_price", "title_score");
            sum += result.reward();
        }
        assertThat(sum / tasks.size()).isBetween(0.3, 0.99);
    }

    @Test
    void theOfficialSuiteUsesTheOfficialProducts() throws Exception {
        Path data = Vectors.officialData();
        List<Task> tasks = new WebshopProvider()
                .tasks("official", Map.of("data", data.toString()))
                .toList();
        assertThat(tasks).hasSize(13);
        assertThat(tasks.getFirst().messages().getFirst().text()).contains("vegan plant based protein shake");
        assertThat(play(tasks.getFirst()).reward()).isPositive();
    }

    private RewardResult play(Task task) throws Exception {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r-" + task.id(), "", task.fields());
                Scorer scorer = Scorer.create()) {
            Policy.Session policy = registry.policy("webshop-rule").begin(task, context, 0);
            List<Message> messages = new ArrayList<>(task.messages());
            boolean done = false;
            for (int turn = 0; turn < 15 && !done; turn++) {
                Message reply = policy.reply(messages);
                messages.add(reply);
                if (reply.toolCalls().isEmpty()) {
                    break;
                }
                ToolCall call = reply.toolCalls().getFirst();
                ToolOutcome outcome = registry.tool(call.name()).call(call.arguments(), context);
                messages.add(Message.tool(call.id(), call.name(), outcome.text()));
                done = outcome.done();
            }
            assertThat(done).as(task.id()).isTrue();
            return scored(scorer.score(registry.reward("webshop_reward"), sample(task.fields(), context)));
        }
    }

    private static Sample sample(Map<String, @Nullable Object> fields, RolloutContext context) {
        return Sample.of("s", "", Trajectory.empty(), fields, context);
    }

    private static RewardResult scored(Score score) {
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result();
    }

    @Test
    void toolsSpeakAsAgentFlys() throws Exception {
        Map<String, @Nullable Object> fields = Map.of("task_id", 3);
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r", "", fields)) {
            assertThat(call(context, Map.of("action", "jump", "value", "x")))
                    .isEqualTo("Error: Invalid action 'jump'. Must be either 'search' or 'click'");
            assertThat(call(context, Map.of("action", "click", "value", "x")))
                    .isEqualTo("Invalid action, action argument should be one of the clickables: ['search']");
            assertThat(call(context, Map.of("action", "search", "value", "tea / coffee? #1")))
                    .startsWith("Instruction: [SEP] ")
                    .contains("\nClickables: ['back to search', 'next >', 'b0");
            ToolOutcome chosen =
                    registry.tool("webshop_browser_action").call(Map.of("action", "choose[back to search]"), context);
            assertThat(chosen.text()).startsWith("WebShop [SEP] ");
        }
    }

    @Test
    void toolsRefuseASearchThatIsTooLongInASentence() throws Exception {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r", "", Map.of("task_id", 3))) {
            assertThat(call(context, Map.of("action", "search", "value", "tea ".repeat(200_000))))
                    .isEqualTo("Invalid action, it has 800,008 characters, and at most 16,384 are read.");
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 1_001; i++) {
                many.append(" w").append(i);
            }
            assertThat(call(context, Map.of("action", "search", "value", many.toString())))
                    .startsWith("Invalid action, nothing was done: the search has more than 1000 different words");
            assertThat(Webshop.of(context).page().place()).isEqualTo(Webshop.Place.START);
        }
    }

    private String call(RolloutContext context, Map<String, @Nullable Object> arguments) throws Exception {
        return registry.tool("webshop_browser").call(arguments, context).text();
    }

    @Test
    void withoutAPurchaseTheRewardIsZeroAndTheOutputIsThePage() {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r", "", Map.of("task_id", 0));
                Scorer scorer = Scorer.create()) {
            RewardResult result =
                    scored(scorer.score(registry.reward("webshop_reward"), sample(Map.of("task_id", 0), context)));
            assertThat(result.reward()).isZero();
            assertThat(result.extras().get("output")).asString().startsWith("WebShop [SEP] ");
        }
    }

    @Test
    void aFailureIsZeroAndSaysWhy() {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r", "", Map.of("task_id", 999_999));
                Scorer scorer = Scorer.create()) {
            RewardResult result = scored(scorer.score(registry.reward("webshop_reward"), sample(Map.of(), context)));
            assertThat(result.reward()).isZero();
            assertThat(result.extras().get("output"))
                    .asString()
                    .startsWith("Error webshop reward function: ")
                    .contains("there is no goal 999999");
        }
    }

    @Test
    void numbersOfGoalsAreReadTheSameWayByToolsAndReward() throws Exception {
        String seven = instruction("r", Map.of("task_id", 7));
        for (Object same : List.of("7", "007", " 7", "+7", "\uff17", 7.0, 7L)) {
            assertThat(instruction("r", Map.of("task_id", same))).as("%s", same).isEqualTo(seven);
        }
        for (Object none : List.of("-1", -1, "99999999999999999999", 1e15, "-0", "9".repeat(3_000))) {
            try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                    RolloutContext context = resources.rollout("r", "", Map.of("task_id", none))) {
                assertThatThrownBy(() -> Webshop.of(context))
                        .as("%s", none)
                        .isInstanceOf(UnscoredException.class)
                        .hasMessageContaining("there is no goal ")
                        .hasMessageContaining("this shop has the goals 0 to 199");
            }
        }
    }

    @Test
    void rolloutsWithoutAGoalDrawDifferentOnes() throws Exception {
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            drawn.add(instruction("rollout-" + i, Map.of()));
        }
        assertThat(drawn).hasSizeGreaterThan(25);
        assertThat(instruction("a", Map.of("seed", 5))).isEqualTo(instruction("b", Map.of("seed", 5)));
        assertThat(instruction("a", Map.of("session", "1e3")))
                .isEqualTo(instruction("b", Map.of("session", "1e3")))
                .isNotEqualTo(instruction("b", Map.of("session", "a/b?#")));
    }

    private static String instruction(String rollout, Map<String, @Nullable Object> fields) {
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout(rollout, "", fields)) {
            return Webshop.of(context).goal().instruction();
        }
    }

    @Test
    void aSampleWithoutARolloutCannotBeScored() {
        try (Scorer scorer = Scorer.create()) {
            Score score = scorer.score(
                    registry.reward("webshop_reward"), Sample.of("s", "", List.of(), Map.of("task_id", 0)));
            assertThat(score)
                    .isInstanceOfSatisfying(
                            Score.Unscored.class,
                            unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE));
        }
    }
}
