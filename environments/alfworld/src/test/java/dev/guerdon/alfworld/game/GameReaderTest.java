package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.alfworld.Games;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is no game says where it stops being one. */
final class GameReaderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Map<String, @Nullable Object> good() {
        return new LinkedHashMap<>(Games.house(1).asMap());
    }

    private static Json with(String key, @Nullable Object value) {
        Map<String, @Nullable Object> file = good();
        file.put(key, value);
        return new Json(file);
    }

    private static String messageOf(Json game) {
        try {
            GameReader.read(game, "some.file");
        } catch (AlfworldException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("the broken game was read");
    }

    @Test
    void whatIsNotJsonIsReportedWithFileLineAndColumn() throws IOException {
        Path file = Files.writeString(folder.resolve("game.tw-pddl"), "{\"pddl_domain\":\n oops}");
        assertThatThrownBy(() -> GameReader.read(file))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("line 2");
    }

    @Test
    void aMissingFileIsReported() {
        assertThatThrownBy(() -> GameReader.read(folder.resolve("none")))
                .isInstanceOf(AlfworldException.class)
                .hasMessageContaining("none");
    }

    @Test
    void aMissingOrForeignKeyIsReportedWithTheKeysThere() {
        assertThat(messageOf(JsonCodec.read("{\"cells\":[],\"nbformat\":4}", "x")))
                .contains("some.file", "'grammar'", "cells, nbformat");
        assertThat(messageOf(JsonCodec.read("[1]", "x"))).contains("expected a JSON object, found a list");
        assertThat(messageOf(with("pddl_problem", 7))).contains("'pddl_problem'", "a whole number");
    }

    @Test
    void aBrokenProblemIsReportedWithItsLine() {
        assertThat(messageOf(with("pddl_problem", "(define (problem x)\n(:objects a - )\n(:goal (and)))")))
                .contains("some.file: pddl_problem, line 2: expected a type after '-'");
        assertThat(messageOf(with("pddl_problem", "(define\n(:init (room\nnowhere))\n(:goal (and)))")))
                .contains("pddl_problem, line 3", "'nowhere'");
        assertThat(messageOf(with("pddl_problem", "(define\n (:goal"))).contains("line 2", "never closed");
        assertThat(messageOf(with("pddl_problem", "(define (problem x))"))).contains("expected a ':goal'");
        assertThat(messageOf(with("pddl_problem", ""))).contains("pddl_problem is empty");
        assertThat(messageOf(with("pddl_problem", "(define (:goal (lies ?x ?y)))")))
                .contains("'?x'");
        assertThat(messageOf(with("pddl_problem", "(".repeat(5000)))).contains("nested");
    }

    @Test
    void aBrokenDomainIsReportedWithItsLine() {
        assertThat(messageOf(with("pddl_domain", "(define (domain d)\n(:action a :effect\n(forall (?x) (p ?x))))")))
                .contains("pddl_domain, line 3", "'forall'");
        assertThat(messageOf(with("pddl_domain", "(define (domain d))"))).contains("':action'");
        assertThat(messageOf(with("pddl_domain", "(define (domain d) (:action a :precondition (not)))")))
                .contains("'not' with 1 part");
    }

    @Test
    void aBrokenGrammarIsReportedWithItsLine() {
        assertThat(messageOf(with("grammar", "\n\nactoin x {}"))).contains("grammar, line 3", "'actoin'");
        assertThat(messageOf(with("grammar", "grammar :: \"\"\"\n{ \"a\": 1 \"\"\";")))
                .contains("grammar, the block at line 1");
        assertThat(messageOf(with("grammar", "grammar :: \"\"\" {}"))).contains("closing");
        assertThat(messageOf(with("grammar", "action look { template :: \"x\" }")))
                .contains("expected ';', found '}'");
        assertThat(messageOf(with("grammar", Games.GRAMMAR))).contains("action 'look'");
    }

    @Test
    void aTextThatGrowsWithoutEndIsStopped() {
        Map<String, @Nullable Object> file = good();
        file.put("grammar", String.valueOf(file.get("grammar")).replace("#rooms#\\n", "#intro#\\n"));
        PlanningGame game = GameReader.read(new Json(file), "endless");
        assertThatThrownBy(() -> new GameEpisode(game))
                .isInstanceOf(AlfworldException.class)
                .hasMessageContaining("without end");
    }

    @Test
    void gamesThatDifferInTheTaskSentenceShareTheirRules() {
        PlanningGame one = GameReader.read(Games.house(1), "one");
        PlanningGame two = GameReader.read(Games.house(8), "two");
        assertThat(one.rules()).isSameAs(two.rules());
        assertThat(one.intro()).isNotEqualTo(two.intro()).contains(Games.sentence(1));
    }

    @Test
    void aSentenceWithCharactersOfTheTemplateLanguageIsCutAsTheReferenceDoes() {
        Map<String, @Nullable Object> file = good();
        file.put("grammar", String.valueOf(file.get("grammar")).replace(" under the ", "; under the "));
        assertThat(GameReader.read(new Json(file), "cut").intro()).doesNotContain("under");
    }

    @Test
    void damagedFilesNeverEndInAnythingButAnAnswer() {
        String text = JsonCodec.write(Games.house(4));
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            StringBuilder damaged = new StringBuilder(text);
            for (int j = 0; j <= random.nextInt(4); j++) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.deleteCharAt(at);
                    case 1 -> damaged.insert(at, "()\"{}[]#|;?-,".charAt(random.nextInt(13)));
                    default -> damaged.setLength(Math.max(1, at));
                }
            }
            try {
                GameEpisode episode =
                        new GameEpisode(GameReader.read(JsonCodec.read(damaged.toString(), "damaged"), "damaged"));
                episode.step("look");
            } catch (GuerdonException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
