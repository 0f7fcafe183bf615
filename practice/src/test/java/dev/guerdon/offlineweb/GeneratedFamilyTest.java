package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Suites;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The generated questions, answered by the rule-based researcher from nothing but what the sites show. */
class GeneratedFamilyTest {

    private static final Registry REGISTRY = Registry.discover();

    private static final Map<String, String> GENEROUS = Map.of(
            "environment",
            "pages",
            "axtree_limit",
            "60000",
            "payload_limit",
            "60000",
            "max_steps",
            "30",
            "urgency_step",
            "30");

    private static List<Rollout> run(String split, Map<String, String> settings) {
        List<Task> tasks = REGISTRY.environment("pages").tasks(split, Map.of()).toList();
        RolloutSetup setup = RolloutSetup.builder(
                        REGISTRY,
                        AgentCatalogue.create(REGISTRY, "web-research", settings),
                        ModelFactory.open(REGISTRY, "policy:web-researcher", null, null))
                .reward(REGISTRY.reward("assistantbench_reward"))
                .limits(RolloutLimits.turns(40))
                .build();
        return RolloutEngine.run(setup, tasks, 1, 2, 1);
    }

    private static double mean(List<Rollout> rollouts) {
        return rollouts.stream()
                .mapToDouble(rollout -> rollout.trajectory().reward().orElse(0))
                .average()
                .orElse(0);
    }

    private static Map<String, String> but(String name, String value) {
        Map<String, String> settings = new LinkedHashMap<>(GENEROUS);
        settings.put(name, value);
        return settings;
    }

    /** The researcher sees pages and JSON alone, so each question can be answered from them. */
    @Test
    @Tag("slow")
    void everyQuestionCanBeAnsweredFromItsSites() {
        for (String split : List.of("generated-11x48", "generated-2026x24", "generated-123456789012345678x24")) {
            for (Rollout rollout : run(split, GENEROUS)) {
                assertThat(rollout.error()).as(rollout.trajectory().rolloutId()).isEmpty();
                assertThat(rollout.trajectory().reward().orElse(0))
                        .as("%s: %s, answered %s", rollout.trajectory().rolloutId(), split, rollout.finalResponse())
                        .isEqualTo(1.0);
            }
        }
    }

    @Test
    @Tag("slow")
    void eachTrapCostsWhatItsCureGives() {
        String split = "generated-12x24";
        assertThat(mean(run(split, GENEROUS))).isEqualTo(1.0);
        for (Map.Entry<String, String> trap : Map.of(
                        "axtree_limit", "5000",
                        "payload_limit", "1500",
                        "max_steps", "6",
                        "section.direct_api", "off",
                        "section.per_year", "off",
                        "section.fetch_json", "off",
                        "section.timeout_fallback", "off",
                        "section.real_estate", "off",
                        "section.local_business", "off")
                .entrySet()) {
            Map<String, String> settings = new LinkedHashMap<>(but(trap.getKey(), trap.getValue()));
            if (trap.getKey().equals("section.per_year")) {
                settings.put("payload_limit", "6000"); // with a generous one, a long answer does not matter
            }
            assertThat(mean(run(split, settings))).as(trap.toString()).isLessThan(0.95);
        }
        assertThat(mean(run(split, but("section.answer_format", "off")))).isLessThan(0.2);
    }

    @Test
    void sameEpisodesTwiceAreTheSame() {
        List<String> first = run("generated-5x24", Map.of("environment", "pages", "sections", "none")).stream()
                .map(rollout -> rollout.trajectory().segments().toString())
                .toList();
        List<String> again = run("generated-5x24", Map.of("environment", "pages", "sections", "none")).stream()
                .map(rollout -> rollout.trajectory().segments().toString())
                .toList();
        assertThat(again).isEqualTo(first);
    }

    @Test
    @Tag("slow")
    void bothSuitesHaveTheFamily() {
        assertThat(Suites.load(REGISTRY, "offline-pages:generated-3x30")
                        .parts()
                        .getFirst()
                        .tasks())
                .hasSize(30);
        assertThat(Suites.load(REGISTRY, "offline-pages").parts().getFirst().tasks())
                .hasSize(48);
        assertThat(Suites.load(REGISTRY, "offline-web:generated")
                        .parts()
                        .getFirst()
                        .tasks())
                .hasSize(48)
                .allSatisfy(task -> assertThat(task.id()).startsWith("generated.1."));
        assertThatThrownBy(() -> Suites.load(REGISTRY, "offline-pages:generatd"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("generatd");
    }

    @Test
    void pagesKeepToTheRulesOfEnvironments() {
        try (Environment pages = REGISTRY.environment("pages").open(Map.of())) {
            assertThatThrownBy(() -> pages.step("noop()")).isInstanceOf(GuerdonException.class);
            assertThatThrownBy(() -> pages.reset(Task.of("generated.1.99999", "?", Map.of()), 0))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("generated.1.99999");
            Step first = pages.reset(Task.of("generated.1.0", "?", Map.of()), 0);
            assertThat(first.done()).isFalse();
            assertThat(first.observation().text()).contains("Tallow index");
            assertThat(error(pages.step("goto('file:///etc/passwd')"))).contains("net::ERR");
            assertThat(error(pages.step("goto('http://climate-1-0.localhost:1/')")))
                    .contains("net::ERR");
            assertThat(error(pages.step("click('9999')"))).contains("9999");
            assertThat(error(pages.step("__import__('os')"))).isNotEmpty();
            assertThat(pages.step("x".repeat(pages.longestAction() + 1))
                            .observation()
                            .text())
                    .contains("Nothing was done");
            Step over = pages.step("send_msg_to_user('nothing')");
            assertThat(over.terminated()).isTrue();
            assertThat(over.reward()).isZero();
            assertThat(pages.step("noop()").observation().text()).contains("over");
            assertThat(pages.reset(Task.of("generated.1.0", "?", Map.of()), 0).observation())
                    .isEqualTo(first.observation());
        }
    }

    private static String error(Step step) {
        return String.valueOf(step.observation().attributes().get("last_action_error"));
    }

    /** What the text browser shows is what Chromium shows, ids included, so that settings found with one hold for the other. */
    @Test
    @Tag("slow")
    void pagesAreThoseThatChromiumShows() {
        assumeThat(REGISTRY.environment("browser").checks().stream()
                        .filter(check -> !check.ok())
                        .filter(check ->
                                check.part().toLowerCase(java.util.Locale.ROOT).matches(".*(chromium|browser).*"))
                        .toList())
                .as("Chromium, which the browser needs")
                .isEmpty();
        Task task = REGISTRY.environment("pages")
                .tasks("generated-8x1", Map.of())
                .findFirst()
                .orElseThrow();
        OfflineWeb web = OfflineWeb.shared();
        try (Environment pages = REGISTRY.environment("pages").open(Map.of());
                Environment browser = REGISTRY.environment("browser").open(Map.of())) {
            assertThat(shown(pages.reset(task, 0))).isEqualTo(shown(browser.reset(task, 0)));
            for (String address : List.of(
                    web.address("tallow-8-0", "/search?q=weather+homes+most"),
                    web.address("register-8-0", "/all"),
                    web.address("register-8-0", "/members"),
                    web.address("company-8-0", "/nothing"),
                    listed(web, "climate-8-0"),
                    listed(web, "gable-8-0"),
                    listed(web, "kerb-8-0"),
                    listed(web, "chatter-8-0"))) {
                String action = "goto('" + address + "')";
                assertThat(shown(pages.step(action))).as(address).isEqualTo(shown(browser.step(action)));
            }
        }
    }

    private static String listed(OfflineWeb web, String host) {
        return web.address(
                host,
                dev.guerdon.offlineweb.sites.SeededWorlds.site(host)
                        .orElseThrow()
                        .entries()
                        .getFirst()
                        .path());
    }

    private static String shown(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }
}
