package dev.guerdon.browser.oracle;

import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How one kind of goal is reached.
 *
 * @param goal what the goal looks like
 * @param play the next actions, given what the page shows; none where it does not know further
 */
record Rule(Pattern goal, BiFunction<Scene, MatchResult, List<String>> play) {

    static Rule of(String goal, BiFunction<Scene, MatchResult, List<String>> play) {
        return new Rule(Pattern.compile(goal, Pattern.DOTALL), play);
    }

    /** The next actions; none where the goal is another one, or this rule does not know further. */
    List<String> next(Scene scene) {
        Matcher matcher = goal.matcher(scene.goal());
        return matcher.find() ? play.apply(scene, matcher.toMatchResult()) : List.of();
    }
}
