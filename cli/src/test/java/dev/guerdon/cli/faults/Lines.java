package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input of a score job in which some samples are hit by an act, and what must come out of it.
 *
 * @param acts what happens to each line; null where nothing does
 * @param text the lines
 */
record Lines(List<@Nullable Act> acts, String text) {

    /** The longest line that a hit sample may have in the output: reasons are cut, extras are limited. */
    private static final int LONGEST = 2 << 20;

    /**
     * @param count how many lines
     * @param oneIn one line in so many is hit
     * @param padding how much text each line has besides, so that the blocks of a job hold more or fewer of them
     */
    static Lines random(Chaos chaos, List<Act> acts, int count, int oneIn, int padding) {
        List<@Nullable Act> hits = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String filler = "y".repeat(padding);
        for (int i = 0; i < count; i++) {
            Act act = chaos.oneIn(oneIn) ? chaos.pick(acts) : null;
            hits.add(act);
            text.append("{\"id\":").append(i).append(",\"number\":").append(i);
            if (act != null) {
                chaos.injected(act.name());
                text.append(",\"act\":\"").append(act.name()).append('"');
            }
            text.append(",\"final_response\":\"").append(filler).append("\"}\n");
        }
        return new Lines(hits, text.toString());
    }

    /** The same lines without any act. */
    Lines withoutFaults() {
        List<@Nullable Act> none = new ArrayList<>();
        acts.forEach(act -> none.add(null));
        return new Lines(none, text.replaceAll("\"act\":\"\\w+\",", ""));
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Checks an output against the one without faults.
     *
     * @param rewards the names of the rewards; the hit one is the first
     */
    void check(List<String> rewards, String output, String withoutFaults) {
        String[] lines = output.split("\n", -1);
        String[] honest = withoutFaults.split("\n", -1);
        assertThat(lines.length - 1).as("lines written").isEqualTo(acts.size());
        assertThat(lines[acts.size()]).as("what follows the last line").isEmpty();
        for (int i = 0; i < acts.size(); i++) {
            Act act = acts.get(i);
            if (act == null || act.expected() == Act.Expected.HONEST) {
                if (!lines[i].equals(honest[i])) {
                    assertThat(cut(lines[i]))
                            .as("line %s, %s", i, act == null ? "not hit" : act.name())
                            .isEqualTo(honest[i]);
                }
                continue;
            }
            assertThat(lines[i].length())
                    .as("length of line %s, %s", i, act.name())
                    .isLessThan(LONGEST);
            checkHit(
                    rewards,
                    act,
                    JsonCodec.read(lines[i], act.name()),
                    JsonCodec.read(honest[i], "line without fault"));
        }
    }

    private static void checkHit(List<String> rewards, Act act, Json line, Json honest) {
        assertThat(line.get("id")).as("id of a line with " + act.name()).isEqualTo(honest.get("id"));
        if (rewards.size() == 1) {
            checkScore(act, line);
            return;
        }
        for (int i = 0; i < rewards.size(); i++) {
            Json each = line.get("rewards").get(rewards.get(i));
            if (i == 0) {
                checkScore(act, each);
            } else {
                assertThat(each)
                        .as("the reward beside the one that does " + act.name())
                        .isEqualTo(honest.get("rewards").get(rewards.get(i)));
            }
        }
    }

    private static void checkScore(Act act, Json score) {
        boolean scored = !score.get("reward").isNull();
        if (act.expected() == Act.Expected.UNSCORED) {
            assertThat(scored)
                    .as("scored in spite of " + act.name() + ": " + cut(score.toString()))
                    .isFalse();
        }
        if (!scored) {
            assertThat(score.get("unscored").get("reason").asString())
                    .as(act.name())
                    .isNotEmpty();
            assertThat(score.get("unscored").get("message").asString())
                    .as(act.name())
                    .isNotEmpty();
        }
    }

    private static String cut(String text) {
        return text.length() > 500 ? text.substring(0, 500) + "..." : text;
    }
}
