package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.webshop.catalogue.ShopOptions;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plays the recorded sessions of AgentFly's client and compares every answer, address and request. */
class AgentFlyTranscriptTest {

    private final Path recorded = Vectors.folder().resolve("transcripts");
    private final ShopOptions own = ShopOptions.bundled()
            .withData(Vectors.catalogue())
            .withNouns(Vectors.catalogue().resolve("nouns.json"))
            .withGoals(true, false);

    @Test
    @Tag("slow")
    void allEpisodes() {
        assertThat(play(own, recorded.resolve("agentfly_client.jsonl.gz"))).isEqualTo(158);
    }

    @Test
    void optionWithAHash() {
        assertThat(play(own, recorded.resolve("agentfly_client_hash_option.jsonl")))
                .isEqualTo(6);
    }

    @Test
    @Tag("slow")
    void officialData() {
        Path data = Vectors.officialData();
        ShopOptions official = ShopOptions.bundled()
                .withData(data)
                .withNouns(data.resolve("nouns_1000.json"))
                .withGoals(true, false);
        assertThat(play(official, data.resolve("recordings/agentfly_client.jsonl")))
                .isPositive();
    }

    private static int play(ShopOptions options, Path file) {
        ShopSite site = new ShopSite(ShopWorld.shared(options), true);
        ShopBrowser browser = new ShopBrowser(true);
        int compared = 0;
        for (Json line : Vectors.lines(file)) {
            String where = file.getFileName() + " " + line.get("episode").value() + " "
                    + line.get("step").value();
            String name = line.get("url").asString().split("/", -1)[2];
            if (line.get("step").asInt() == 0) {
                // Each recorded episode began with a new client, but for the one about the reward that stays.
                Object taskId = line.find("reset_args")
                        .flatMap(args -> args.find("task_id"))
                        .map(Json::value)
                        .orElse(null);
                if (!line.get("episode").asString().equals("stale_reward")) {
                    browser = new ShopBrowser(true);
                    browser.open(site, taskId == null ? name : "newcomer" + compared);
                }
                browser.takeRequests();
                browser.restart(taskId == null ? null : String.valueOf(taskId));
                assertThat(browser.takeRequests()).as(where).isEqualTo(requests(line));
                compare(browser, line, where);
                compared++;
                continue;
            }
            act(browser, line, where);
            compared++;
        }
        return compared;
    }

    private static void act(ShopBrowser browser, Json line, String where) {
        browser.takeRequests();
        String action = line.get("action").asString();
        String taskId = line.find("task_id").map(WebshopTools::text).orElse(null);
        if (line.find("error").isPresent()) {
            assertThatThrownBy(() -> answer(browser, action, taskId)).as(where).isInstanceOf(WebshopException.class);
        } else {
            ShopBrowser.Reply reply = answer(browser, action, taskId);
            Json expected = line.get("result");
            if (expected.isString()) {
                assertThat(reply.text()).as(where).isEqualTo(expected.asString());
                assertThat(reply.reward()).as(where).isEmpty();
            } else {
                assertThat(reply.text())
                        .as(where)
                        .isEqualTo(expected.get("observation").asString());
                assertThat(reply.reward())
                        .as(where)
                        .hasValue(expected.get("reward").asDouble());
            }
        }
        assertThat(browser.takeRequests()).as(where).isEqualTo(requests(line));
        compare(browser, line, where);
    }

    private static ShopBrowser.Reply answer(ShopBrowser browser, String action, @Nullable String taskId) {
        return action.equals("get_reward") ? browser.purchaseReward(taskId) : browser.step(action, taskId);
    }

    private static void compare(ShopBrowser browser, Json line, String where) {
        assertThat(browser.url()).as(where).isEqualTo(line.get("url").asString());
        line.find("observation")
                .ifPresent(text -> assertThat(browser.observation()).as(where).isEqualTo(text.asString()));
        Map<String, Object> available = new LinkedHashMap<>();
        available.put("has_search_bar", browser.searchBar());
        available.put("clickables", browser.clickables());
        assertThat(available).as(where).isEqualTo(line.get("available_actions").value());
    }

    private static List<String> requests(Json line) {
        return line.get("http").asList().stream()
                .map(request -> request.asList().get(1).asString() + " "
                        + request.asList().get(2).asInt())
                .toList();
    }
}
