package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import dev.guerdon.junit.UserProject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewards that users write outside of Guerdon, compiled as their own project and run in rollouts. */
class UserRewardTest {

    private static final String OWN = """
            package org.example.shopping;

            import dev.guerdon.api.Context;
            import dev.guerdon.api.Reward;
            import dev.guerdon.webshop.Webshop;
            import java.util.LinkedHashMap;
            import java.util.Map;
            import java.util.Optional;

            public final class OwnRewards {

                @Reward("own_webshop_reward")
                static Map<String, Object> own(Context context) {
                    Webshop shop = Webshop.of(context);
                    Webshop.Goal goal = shop.goal();
                    Map<String, Object> result = new LinkedHashMap<>();
                    result.put("bought", shop.bought());
                    result.put("place", shop.page().place().name());
                    result.put("instruction", goal.instruction());
                    Optional<Webshop.Purchase> purchase = shop.purchase();
                    if (purchase.isEmpty()) {
                        result.put("reward", 0);
                        return result;
                    }
                    Webshop.Parts parts = purchase.get().parts();
                    double shares = parts.attributes() * parts.attributeWeight()
                            + parts.options() * parts.optionWeight()
                            + (parts.priceKept() ? parts.priceWeight() : 0);
                    result.put("reward", parts.reward());
                    result.put("by_hand", parts.type() * shares);
                    result.put("price_kept_by_hand", purchase.get().price() <= goal.priceLimit());
                    result.put("price_kept", parts.priceKept());
                    result.put("exact", purchase.get().product().asin().equals(goal.product().asin()));
                    return result;
                }

                @Reward("impatient")
                static double impatient(Context context) {
                    return Webshop.of(context).purchase().orElseThrow().price();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void ofARulePolicysPurchaseEqualsTheBundledReward() throws Exception {
        Registry registry = Registry.discover();
        List<Task> tasks = new WebshopProvider().tasks("", Map.of()).limit(30).toList();
        int below = 0;
        try (UserProject project = UserProject.compile(folder, List.of(OWN), Context.class, Webshop.class);
                Scorer scorer = Scorer.create();
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(10))) {
            registry.rewards(project.type("org.example.shopping.OwnRewards"));
            for (Task task : tasks) {
                try (RolloutContext context = resources.rollout("r-" + task.id(), "", task.fields())) {
                    RewardResult before = scored(registry, scorer, "own_webshop_reward", task, context);
                    assertThat(before.extras()).containsEntry("bought", false).containsEntry("place", "START");
                    shop(registry, task, context);
                    RewardResult own = scored(registry, scorer, "own_webshop_reward", task, context);
                    RewardResult bundled = scored(registry, scorer, "webshop_reward", task, context);
                    assertThat(own.reward()).as(task.id()).isEqualTo(bundled.reward());
                    assertThat((Double) own.extras().get("by_hand"))
                            .isCloseTo(own.reward(), org.assertj.core.data.Offset.offset(1e-9));
                    assertThat(own.extras())
                            .containsEntry("bought", true)
                            .containsEntry("place", "BOUGHT")
                            .containsEntry("instruction", task.fields().get("instruction"))
                            .containsEntry("price_kept", own.extras().get("price_kept_by_hand"));
                    below += own.reward() < 1 ? 1 : 0;
                }
            }
        }
        assertThat(below)
                .as("purchases that are not perfect, which show that more than 1.0 is compared")
                .isPositive();
    }

    private static void shop(Registry registry, Task task, RolloutContext context) throws Exception {
        Policy.Session policy = registry.policy("webshop-rule").begin(task, context, 0);
        List<Message> messages = new ArrayList<>(task.messages());
        for (int turn = 0; turn < 15 && !Webshop.of(context).bought(); turn++) {
            Message reply = policy.reply(messages);
            messages.add(reply);
            ToolCall call = reply.toolCalls().getFirst();
            messages.add(Message.tool(
                    call.id(),
                    call.name(),
                    registry.tool(call.name()).call(call.arguments(), context).text()));
        }
    }

    private static RewardResult scored(
            Registry registry, Scorer scorer, String reward, Task task, RolloutContext context) {
        Score score =
                scorer.score(registry.reward(reward), Sample.of("s", "", Trajectory.empty(), task.fields(), context));
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result();
    }

    @Test
    void thatAsksForAPurchaseTooEarlyIsUnscoredAndNotZero() throws Exception {
        Registry registry = Registry.discover();
        try (UserProject project = UserProject.compile(folder, List.of(OWN), Context.class, Webshop.class);
                Scorer scorer = Scorer.create();
                ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                RolloutContext context = resources.rollout("r", "", Map.of("task_id", 0))) {
            registry.rewards(project.type("org.example.shopping.OwnRewards"));
            assertThat(scorer.score(
                            registry.reward("impatient"), Sample.of("s", "", Trajectory.empty(), Map.of(), context)))
                    .isInstanceOf(Score.Unscored.class);
            assertThat(Webshop.of(context).purchase()).isEmpty();
        }
    }

    @Test
    void outsideOfARolloutSaysThatItNeedsOne() throws Exception {
        Registry registry = Registry.discover();
        try (UserProject project = UserProject.compile(folder, List.of(OWN), Context.class, Webshop.class);
                Scorer scorer = Scorer.create()) {
            registry.rewards(project.type("org.example.shopping.OwnRewards"));
            assertThat(scorer.score(
                            registry.reward("own_webshop_reward"), Sample.of("s", "", List.of(), Map.of("task_id", 0))))
                    .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                        assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
                        assertThat(unscored.message()).contains("'webshop' needs a running rollout");
                    });
        }
    }

    @Test
    void seesTheEnvironmentThatAnAgentOfTheUsersOwnActsIn() throws Exception {
        Task task = new WebshopProvider().task(Map.of("session", "3"));
        Registry registry = Registry.discover();
        try (ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
                Scorer scorer = Scorer.create();
                RolloutContext context = resources.rollout("r", "", task.fields())) {
            WebshopEnvironment environment = context.acquire(
                    ResourceSpec.local(
                            "webshop", WebshopEnvironment.class, 5, () -> new WebshopProvider().open(Map.of())),
                    Context.Scope.ROLLOUT);
            assertThatThrownBy(() -> Webshop.of(context).goal())
                    .isInstanceOf(UnscoredException.class)
                    .hasMessageContaining("reset the environment");
            environment.reset(task);
            environment.step(environment.actions().getFirst());
            environment.step(environment.actions().get(2));
            assertThat(Webshop.of(context).page().place()).isEqualTo(Webshop.Place.PRODUCT);
            double reward = environment.step("click[buy now]").reward();
            assertThat(Webshop.of(context).purchase().orElseThrow().parts().reward())
                    .isEqualTo(reward)
                    .isPositive();
            Sample sample = Sample.of("s", "", Trajectory.empty(), Map.of(), context);
            assertThat(scorer.score(registry.reward("webshop_reward"), sample))
                    .isInstanceOfSatisfying(
                            Score.Scored.class,
                            scored -> assertThat(scored.result().reward()).isEqualTo(reward));
        }
    }
}
