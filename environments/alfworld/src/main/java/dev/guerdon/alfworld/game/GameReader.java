package dev.guerdon.alfworld.game;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads game files.
 *
 * <p>Thousands of official games differ in the problem and in one sentence of the grammar. That sentence is taken out before the
 * grammar is looked up among those already compiled.
 */
@Internal
public final class GameReader {

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_RULES = 64;
    private static final Pattern TASK_NAME = Pattern.compile("\"task\"\\s*:");
    private static final Pattern TASK = Pattern.compile(
            "(\"task\"\\s*:\\s*\\[\\s*\\{\\s*\"rhs\"\\s*:\\s*)\"((?:[^\"\\\\]|\\\\.)*+)\"(?=\\s*}\\s*])");

    private record RulesKey(String domain, String grammar) {}

    private static final Map<RulesKey, GameRules> RULES = new ConcurrentHashMap<>();

    private GameReader() {}

    /** Reads the game in a file. */
    public static PlanningGame read(Path file) {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new AlfworldException(
                        file + " is larger than " + (MAX_BYTES >> 20) + " MiB; a game has about 80 kB");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new AlfworldException("the game file " + file + " could not be read: " + e, e);
        }
        return read(JsonCodec.read(bytes, file.toString()), file.toString());
    }

    /**
     * Makes the game that a JSON object describes.
     *
     * @param name names the game in messages
     */
    public static PlanningGame read(Json json, String name) {
        try {
            Split split = Split.of(text(json, "grammar"));
            GameRules rules = rules(text(json, "pddl_domain"), split.shared);
            ProblemReader.Problem problem = ProblemReader.read(text(json, "pddl_problem"), rules);
            // The sentence may name no new words: they would have to be part of the shared rules.
            GameTemplate task = split.task == null
                    ? null
                    : TemplateParser.parse(
                            split.task, rules.vocabulary().extend(), new GameRules.Placeholders(rules.vocabulary()));
            List<String> walkthrough = json.find("walkthrough")
                    .map(list -> list.asList().stream().map(Json::asString).toList())
                    .orElse(null);
            return new PlanningGame(name, rules, task, problem, walkthrough);
        } catch (AlfworldException e) {
            throw new AlfworldException(name + ": " + e.getMessage(), e);
        } catch (GuerdonException e) {
            throw new AlfworldException(name + " is not an ALFWorld game: " + e.getMessage(), e);
        }
    }

    private static String text(Json json, String key) {
        if (!json.isObject()) {
            throw new AlfworldException("expected a JSON object, found " + json.kind());
        }
        Json value = json.get(key);
        if (!value.isString()) {
            throw new AlfworldException("expected text under the key '" + key + "', found "
                    + (value.isNull() ? "none" : value.kind()) + "; the keys are: "
                    + String.join(", ", json.asMap().keySet()));
        }
        return value.asString();
    }

    private static GameRules rules(String domain, String grammar) {
        if (RULES.size() > MAX_RULES) {
            RULES.clear(); // foreign files must not fill the memory; compiling again costs milliseconds
        }
        return RULES.computeIfAbsent(new RulesKey(domain, grammar), key -> GameRules.compile(key.domain, key.grammar));
    }

    /** A grammar with its task sentence taken out, if it is a plain sentence in the one rule of that name. */
    private record Split(String shared, @Nullable String task) {

        static Split of(String grammar) {
            Matcher task = TASK.matcher(grammar);
            if (TASK_NAME.matcher(grammar).results().limit(2).count() != 1 || !task.find()) {
                return new Split(grammar, null);
            }
            String json = "\"" + task.group(2) + "\"";
            String sentence = JsonCodec.read(json, "grammar, rule 'task'").asString();
            if (sentence.contains("{") || sentence.contains("[")) {
                return new Split(grammar, null);
            }
            String shared = grammar.substring(0, task.end(1)) + "\"\"" + grammar.substring(task.end());
            return new Split(shared, sentence);
        }
    }
}
