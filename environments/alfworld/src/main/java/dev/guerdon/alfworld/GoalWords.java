package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.AlfworldException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * In whose words a game says what to do: those of the template in the game file, or those that people wrote for the same task.
 *
 * @param human how likely the words of a person are, from 0 to 1, where the game comes with any
 */
record GoalWords(double human) {

    /** The words in the game file. */
    static final GoalWords TEMPLATED = new GoalWords(0);

    /** Returns the words that an option or a field asks for: {@code templated}, {@code human}, or the probability of human words. */
    static GoalWords of(@Nullable String text) {
        if (text == null || text.strip().equals("templated")) {
            return TEMPLATED;
        }
        if (text.strip().equals("human")) {
            return new GoalWords(1);
        }
        try {
            double probability = Double.parseDouble(text.strip());
            if (probability >= 0 && probability <= 1) {
                return new GoalWords(probability);
            }
        } catch (NumberFormatException e) {
            // told below, with the numbers that are out of range
        }
        throw new AlfworldException(
                "expected goals 'templated', 'human' or a probability from 0 to 1, found '" + text + "'");
    }

    /** Returns which of so many annotations is used; the same seed and game give the same. */
    OptionalInt draw(long seed, String taskId, int annotations) {
        SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + taskId.hashCode());
        boolean wanted = random.nextDouble() < human;
        return annotations == 0 || !wanted ? OptionalInt.empty() : OptionalInt.of(random.nextInt(annotations));
    }

    /** Returns what a person wrote, as a sentence for the player without its full stop; nothing if there are no words. */
    static Optional<String> clean(String annotation) {
        String words = annotation.strip().replaceAll("\\s+", " ");
        while (words.endsWith(".") || words.endsWith(" ")) {
            words = words.substring(0, words.length() - 1);
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
    }

    static List<String> clean(List<String> annotations) {
        return annotations.stream().flatMap(each -> clean(each).stream()).toList();
    }
}
