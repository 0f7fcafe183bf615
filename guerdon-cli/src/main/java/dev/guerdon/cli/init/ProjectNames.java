package dev.guerdon.cli.init;

import dev.guerdon.api.GuerdonException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * How the parts of a project are called.
 *
 * @param name the project, such as {@code my-rewards}
 * @param packageName the Java package
 * @param reward the reward, such as {@code my_reward}
 */
record ProjectNames(String name, String packageName, String reward) {

    private static final String FALLBACK = "my-rewards";

    ProjectNames {
        if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new GuerdonException("--name takes small letters, digits and single dashes, and starts with a letter,"
                    + " such as my-rewards; found '" + name + "'");
        }
        if (!SourceVersion.isName(packageName) || packageName.startsWith("java.")) {
            throw new GuerdonException(
                    "--package takes the name of a Java package, such as com.example.rewards; found '" + packageName
                            + "'");
        }
    }

    /**
     * The names for a folder, as far as the user says nothing else.
     *
     * @param taken the names of the rewards there are, which a reward of the project must not have
     */
    static ProjectNames of(Path folder, @Nullable String name, @Nullable String packageName, Collection<String> taken) {
        String chosen = name == null ? fromFolder(folder) : name;
        return new ProjectNames(
                chosen,
                packageName == null ? "com.example." + packagePart(chosen) : packageName,
                reward(chosen, taken));
    }

    private static String fromFolder(Path folder) {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String name = String.valueOf(last)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[-0-9]+|-+$", "");
        return last == null || name.isEmpty() ? FALLBACK : name;
    }

    private static String packagePart(String name) {
        String part = name.replace("-", "");
        return SourceVersion.isName(part) ? part : part + "_";
    }

    /** {@code MyRewards} is {@code My}, because the class is called {@code MyRewards} again. */
    String className() {
        String camel = Arrays.stream(name.split("-", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
        String shorter = camel.replaceFirst("Rewards?$", "");
        return shorter.isEmpty() ? camel : shorter;
    }

    /** {@code my-rewards} has {@code my_reward}; {@code webshop} has {@code my_webshop_reward}, because Guerdon has the shorter one. */
    private static String reward(String name, Collection<String> taken) {
        String snake = name.replace('-', '_');
        String reward = snake.replaceFirst("_rewards?$", "") + "_reward";
        while (taken.contains(reward)) {
            reward = "my_" + reward;
        }
        return reward;
    }

    String folder() {
        return packageName.replace('.', '/');
    }
}
