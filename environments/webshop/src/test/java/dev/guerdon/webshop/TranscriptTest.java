package dev.guerdon.webshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.webshop.WebshopSettings.ObservationMode;
import dev.guerdon.webshop.catalogue.ShopOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Plays the recorded episodes of WebShop's own environment and compares every line. */
class TranscriptTest {

    private static final WebshopSettings STANDARD = asReference(ObservationMode.TEXT);

    private final Path recorded = Vectors.folder().resolve("transcripts");
    private final ShopOptions own = ShopOptions.bundled()
            .withData(Vectors.catalogue())
            .withNouns(Vectors.catalogue().resolve("nouns.json"));

    @Test
    void humanGoalsInTextMode() {
        assertThat(play(own, STANDARD, recorded.resolve("webshop_text_human.jsonl.gz")))
                .isEqualTo(224);
    }

    @Test
    void richText() {
        assertThat(play(
                        synthetic(own),
                        asReference(ObservationMode.TEXT_RICH),
                        recorded.resolve("webshop_text_rich.jsonl")))
                .isEqualTo(12);
    }

    @Test
    void pageSource() {
        assertThat(play(synthetic(own), asReference(ObservationMode.HTML), recorded.resolve("webshop_html.jsonl.gz")))
                .isEqualTo(11);
    }

    @Test
    void addresses() {
        assertThat(play(synthetic(own), asReference(ObservationMode.URL), recorded.resolve("webshop_url.jsonl")))
                .isEqualTo(8);
    }

    @Test
    void earlierObservationsAndActions() {
        WebshopSettings history = new WebshopSettings(ObservationMode.TEXT, false, "p_", 1, 2, true);
        assertThat(play(synthetic(own), history, recorded.resolve("webshop_history.jsonl")))
                .isEqualTo(5);
    }

    @Test
    void attributesTab() {
        WebshopSettings attributes = new WebshopSettings(ObservationMode.TEXT, true, "", 0, 0, true);
        assertThat(play(synthetic(own), attributes, recorded.resolve("webshop_attrs.jsonl")))
                .isEqualTo(7);
    }

    @Test
    void officialDataInAllModes() {
        Path data = Vectors.officialData();
        ShopOptions official = ShopOptions.bundled().withData(data).withNouns(data.resolve("nouns_1000.json"));
        Path episodes = data.resolve("recordings");
        WebshopSettings history = new WebshopSettings(ObservationMode.TEXT, false, "p_", 1, 2, true);
        WebshopSettings attributes = new WebshopSettings(ObservationMode.TEXT, true, "", 0, 0, true);
        assertThat(play(official, STANDARD, episodes.resolve("webshop_text_human.jsonl")))
                .isPositive();
        ShopOptions synthetic = synthetic(official);
        assertThat(play(synthetic, STANDARD, episodes.resolve("webshop_text_synthetic.jsonl")))
                .isPositive();
        assertThat(play(synthetic, asReference(ObservationMode.TEXT_RICH), episodes.resolve("webshop_text_rich.jsonl")))
                .isPositive();
        assertThat(play(synthetic, asReference(ObservationMode.HTML), episodes.resolve("webshop_html.jsonl")))
                .isPositive();
        assertThat(play(synthetic, asReference(ObservationMode.URL), episodes.resolve("webshop_url.jsonl")))
                .isPositive();
        assertThat(play(synthetic, history, episodes.resolve("webshop_history.jsonl")))
                .isPositive();
        assertThat(play(synthetic, attributes, episodes.resolve("webshop_attrs.jsonl")))
                .isPositive();
    }

    private static WebshopSettings asReference(ObservationMode mode) {
        return new WebshopSettings(mode, false, "", 0, 0, true);
    }

    private static ShopOptions synthetic(ShopOptions options) {
        return options.withGoals(false, true);
    }

    /** Plays a file and returns how many lines were compared. */
    private static int play(ShopOptions options, WebshopSettings settings, Path file) {
        ShopWorld shop = ShopWorld.shared(options);
        WebshopEnvironment environment = new WebshopEnvironment(shop, settings);
        int compared = 0;
        for (Json line : Vectors.lines(file)) {
            if (line.find("meta").isPresent()) {
                assertThat(shop.goalCount())
                        .isEqualTo(line.get("meta").get("n_goals").asInt());
                continue;
            }
            String where = file.getFileName() + " " + line.get("episode").value() + " "
                    + line.get("step").value();
            int number = line.get("step").asInt();
            Step step;
            if (number == -1) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("session", line.get("session_arg").value());
                step = environment.reset(new Task("t", List.of(), fields));
                assertThat(step.info().get("session"))
                        .as(where)
                        .isEqualTo(line.get("session_id").asString());
                assertThat("Instruction: " + step.info().get("instruction"))
                        .as(where)
                        .isEqualTo(line.get("instruction_text").asString());
                compared++;
                continue;
            }
            if (number == 0) {
                // The reset itself is recorded twice: once with its goal, once with its page.
                compare(environment.look(), line, where);
            } else {
                step = environment.step(line.get("action").asString());
                if (line.find("error").isEmpty()) {
                    compare(step, line, where);
                    assertThat(step.reward())
                            .as(where)
                            .isEqualTo(line.get("reward").asDouble());
                    assertThat(step.done()).as(where).isEqualTo(line.get("done").asBoolean());
                    line.get("session").find("verbose_info").ifPresent(parts -> {
                        if (step.done()) {
                            assertThat(step.observation().attributes().get("reward_breakdown"))
                                    .as(where)
                                    .isEqualTo(parts.value());
                        }
                    });
                } else if (!line.get("action").asString().startsWith("search[<a>")) {
                    assertThat(step.info()).as(where).containsKey("error");
                }
            }
            compared++;
        }
        return compared;
    }

    private static void compare(Step step, Json line, String where) {
        assertThat(step.observation().text())
                .as(where)
                .isEqualTo(line.get("observation").asString());
        assertThat(step.observation().attributes().get("available_actions"))
                .as(where)
                .isEqualTo(line.get("available_actions").value());
        assertThat(step.observation().attributes().get("url"))
                .as(where)
                .isEqualTo(line.get("url").asString());
        assertThat(step.info().get("actions"))
                .as(where)
                .isEqualTo(line.get("session").get("actions").value());
    }
}
