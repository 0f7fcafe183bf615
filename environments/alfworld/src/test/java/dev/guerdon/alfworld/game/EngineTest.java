package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.alfworld.GamePlanner;
import dev.guerdon.alfworld.Games;
import org.junit.jupiter.api.Test;

/** The rules of states and actions, on domains of a few lines. */
final class EngineTest {

    @Test
    void conditionsLookAtTheStateBeforeAndAddsWinOverDeletes() {
        PlanningGame game = Games.game(
                """
                (:action flip :parameters (?t - thing) :precondition (here ?t)
                 :effect (and (when (on ?t) (not (on ?t))) (when (not (on ?t)) (on ?t))
                              (not (seen ?t)) (seen ?t)))
                """,
                "action flip { template :: \"flip {t}\"; feedback :: \"#state#\"; grammar :: \"\"\"{\"state\":"
                        + " [{\"condition\": \"on(t:thing) & seen(t:thing)\", \"rhs\": \"on\"}, {\"rhs\": \"off\"}]}\"\"\"; }",
                "a_bar_1 - thing",
                "(here a_bar_1)",
                "(on a_bar_1)");
        GameEpisode episode = new GameEpisode(game);
        episode.step("flip a 1");
        assertThat(episode.text()).isEqualTo("on");
        assertThat(episode.isWon()).isTrue();
        episode.step("flip a 1");
        assertThat(episode.text()).isEqualTo("off");
        assertThat(episode.isWon()).as("the goal can be lost again").isFalse();
    }

    @Test
    void anActionThatCanChangeNothingIsNotOffered() {
        PlanningGame game = Games.game(
                """
                (:action go :parameters (?from - box ?to - box) :precondition (and (at ?from) (isbox ?to))
                 :effect (and (not (at ?from)) (at ?to)))
                """,
                "action go { template :: \"go {to}\"; feedback :: \"{from} {to}\"; }",
                "x_bar_1 y_bar_1 - box",
                "(at x_bar_1) (isbox x_bar_1) (isbox y_bar_1)",
                "(at y_bar_1)");
        assertThat(new GameEpisode(game).commands()).containsExactly("go y 1");
    }

    @Test
    void aTypeWithACommaHasNoMembers() {
        PlanningGame game = Games.game(
                """
                (:action see :parameters (?t - thing) :precondition
                  (or (exists (?b - box, ?c - box) (and (in ?t ?b) (isbox ?c))) (held ?t)) :effect (noted ?t))
                """,
                "action see { template :: \"see {t}\"; feedback :: \"ok\"; }",
                "b_bar_1 - box t_bar_1 t_bar_2 - thing",
                "(in t_bar_1 b_bar_1) (isbox b_bar_1) (held t_bar_2)",
                "(noted t_bar_2)");
        assertThat(new GameEpisode(game).commands()).containsExactly("see t 1");
    }

    @Test
    void forallImplyAndEqualityAreUnderstood() {
        PlanningGame game = Games.game(
                """
                (:action open :parameters (?b - box) :precondition
                  (and (isbox ?b) (forall (?c - box) (not (open ?c)))) :effect (open ?b))
                (:action pair :parameters (?b - box ?c - box) :precondition
                  (and (isbox ?b) (isbox ?c) (not (= ?b ?c)) (imply (locked ?b) (open ?c))) :effect (paired ?b ?c))
                """,
                "action open { template :: \"open {b}\"; feedback :: \"ok\"; }"
                        + "action pair { template :: \"pair {b} {c}\"; feedback :: \"ok\"; }",
                "b_bar_1 b_bar_2 - box",
                "(isbox b_bar_1) (isbox b_bar_2) (locked b_bar_1)",
                "(paired b_bar_1 b_bar_2)");
        GameEpisode episode = new GameEpisode(game);
        // b_bar_1 is b 2: numbers run downwards
        assertThat(episode.commands()).containsExactly("open b 1", "open b 2", "pair b 1 b 2");
        episode.step("open b 1");
        assertThat(episode.commands()).containsExactly("pair b 1 b 2", "pair b 2 b 1");
        assertThat(GamePlanner.plan(game, game.initial()).orElseThrow()).containsExactly("open b 1", "pair b 2 b 1");
    }

    @Test
    void deniedFactsAreExplicitAndQueriesBindDifferentObjects() {
        PlanningGame game = Games.game(
                """
                (:action drop :parameters (?t - thing) :precondition (held ?t) :effect (not (held ?t)))
                (:action take :parameters (?t - thing) :precondition (and (thing ?t) (not (held ?t))) :effect (held ?t))
                (:action list :parameters () :precondition () :effect (listed))
                """,
                "action drop { template :: \"drop {t}\"; feedback :: \"ok\"; }"
                        + "action take { template :: \"take {t}\"; feedback :: \"ok\"; }"
                        + "action list { template :: \"list\"; feedback :: \"dropped [{t | not_held(t:thing)}]; lost\"; }",
                "t_bar_1 t_bar_2 t_bar_3 - thing",
                "(held t_bar_1) (held t_bar_2) (thing t_bar_1) (thing t_bar_2) (thing t_bar_3)",
                "(and (held t_bar_1) (held t_bar_2) (held t_bar_3))");
        GameEpisode episode = new GameEpisode(game);
        episode.step("list");
        assertThat(episode.text()).isEqualTo("dropped nothing");
        episode.step("drop t 3");
        episode.step("drop t 2");
        episode.step("  list\u00a0");
        assertThat(episode.text()).isEqualTo("dropped t 3, and t 2");
        episode.step("take t 2");
        episode.step("list");
        assertThat(episode.text()).isEqualTo("dropped t 3");
        episode.step("List");
        assertThat(episode.text()).isEqualTo("Nothing happens.");
    }
}
