package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.Utf8;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opens ALFWorld: official games from a folder, a single game file, or bundled games that need nothing. */
@Experimental
public final class AlfworldProvider implements EnvironmentProvider {

    /** All options in the order in which help shows them. */
    private static final List<Option> OPTIONS = Stream.concat(
                    Utf8.resource(AlfworldProvider.class, "options.txt")
                            .lines()
                            .map(line -> line.split(" ", 3))
                            .map(parts -> new Option(parts[0], parts[1], parts[2])),
                    Stream.of(COMPAT))
            .toList();

    /** Number of bundled games that make the suite. */
    static final int BUNDLED_TASKS = 60;

    private static final String PROMPT = """
            You are in a house and act with one command at a time through the tool alfworld_step.
            Commands: go to F; open F; close F; examine F; take T from F; move T to F (in older games: put T in/on F); \
            clean T with F; heat T with F; cool T with F; use T; slice T with T; examine T; inventory; look. \
            F is a receptacle such as drawer 2, T an object such as mug 1. You can hold one object. \
            The tool alfworld_get_admissible_commands lists what is possible now. \
            The episode ends when the task is done or when the commands are used up, usually after 50.

            """;

    private static final System.Logger LOG = System.getLogger(AlfworldProvider.class.getName());

    @Override
    public String name() {
        return "alfworld";
    }

    @Override
    public String description() {
        return "Household tasks in text: find, clean, heat, cool, examine and place things.";
    }

    @Override
    public List<Option> options() {
        return OPTIONS;
    }

    @Override
    public AlfworldEnvironment open(Map<String, String> options) {
        long maxSteps = number(options, "max-steps").orElse((long) AlfworldEnvironment.DEFAULT_MAX_STEPS);
        if (maxSteps < 0 || maxSteps > Integer.MAX_VALUE) {
            throw new AlfworldException("expected --max-steps of 0 or more, found " + maxSteps);
        }
        return new AlfworldEnvironment(new AlfworldEnvironment.AlfworldSettings(
                library(options),
                (int) maxSteps,
                EnvironmentProvider.compat(options),
                GoalWords.of(options.get("goals")),
                ExpertKind.of(options.get("expert"))));
    }

    /** Returns options that continue after the goal if there is no limit, as ALFWorld's recordings do. */
    @Override
    public Map<String, String> asRecorded(Map<String, String> options) {
        Map<String, String> recorded = new LinkedHashMap<>(options);
        if (number(options, "max-steps").filter(most -> most == 0).isPresent()) {
            recorded.putIfAbsent(COMPAT.name(), "true");
        }
        return recorded;
    }

    @Override
    public Task task(Map<String, String> options) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        long seed = number(options, "seed").orElse(0L);
        String game = options.get("game");
        String trial = options.get("task");
        String split = options.get("split");
        if (game != null) {
            fields.put("game", game);
        } else if (trial != null) {
            fields.put("task_id", trial);
            if (split != null) {
                fields.put("split", split);
            }
        } else if (split != null && !split.equals(GameLibrary.BUNDLED)) {
            fields.put("task_id", library(options).folder().drawn(split, seed, AlfworldProvider::warn));
            fields.put("split", split);
        } else {
            fields.put("seed", seed);
        }
        if (options.containsKey("data")) {
            fields.put("data", options.get("data"));
        }
        GameLibrary.Selected selected =
                library(options).select(Task.of("", "", fields), seed, GoalWords.of(options.get("goals")));
        return task(selected, fields);
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        if (split.isEmpty() || split.equals(GameLibrary.BUNDLED)) {
            return LongStream.range(0, BUNDLED_TASKS)
                    .mapToObj(GameLibrary::bundled)
                    .map(selected -> task(selected, Map.of()));
        }
        GameLibrary library = library(options);
        Map<String, @Nullable Object> extra = new LinkedHashMap<>();
        if (options.containsKey("data")) {
            extra.put("data", options.get("data"));
        }
        long seed = number(options, "seed").orElse(0L);
        GoalWords words = GoalWords.of(options.get("goals"));
        return library.folder()
                .games(split, AlfworldProvider::warn)
                .flatMap(entry -> task(library, entry, extra, seed, words).stream());
    }

    /** Returns the splits that can be asked for: those of the data folder, and the bundled games. */
    public List<String> splits(Map<String, String> options) {
        List<String> splits = new ArrayList<>(library(options).folder().splits());
        splits.add(GameLibrary.BUNDLED);
        return List.copyOf(splits);
    }

    /** Returns the games of a split, which are only skimmed and not loaded; a broken file is reported, and the others go on. */
    public List<GameEntry> games(String split, Map<String, String> options) {
        if (split.equals(GameLibrary.BUNDLED)) {
            return LongStream.range(0, BUNDLED_TASKS)
                    .mapToObj(HouseholdGame::of)
                    .map(game -> new GameEntry(game.taskId(), split, game.type().word(), ""))
                    .toList();
        }
        return library(options).folder().games(split, AlfworldProvider::warn).toList();
    }

    /** Returns whether a split has a game of that id. */
    public boolean hasGame(String split, String taskId, Map<String, String> options) {
        return split.equals(GameLibrary.BUNDLED)
                ? GameLibrary.isBundled(taskId)
                : library(options).folder().find(split, taskId).isPresent();
    }

    private static GameLibrary library(Map<String, String> options) {
        return GameLibrary.of(options.get("data"));
    }

    /** Returns the task of a game; a broken file is reported, and the others go on. */
    private static Optional<Task> task(
            GameLibrary library, GameEntry entry, Map<String, @Nullable Object> extra, long seed, GoalWords words) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(extra);
        fields.put("task_id", entry.taskId());
        fields.put("split", entry.split());
        try {
            return Optional.of(task(library.select(Task.of("", "", fields), seed, words), extra));
        } catch (GuerdonException e) {
            warn(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the task of a game; the given fields come on top of the usual ones. */
    private static Task task(GameLibrary.Selected selected, Map<String, @Nullable Object> extra) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(extra);
        fields.put("task_id", selected.taskId());
        fields.put("split", selected.split());
        fields.put("task_type", selected.taskType());
        if (selected.annotation() >= 0) {
            fields.put("annotation", selected.annotation());
        }
        if (selected.file().isEmpty()) {
            fields.remove("seed"); // the id says it
        }
        String intro = selected.game().intro();
        return Task.of(selected.taskId(), PROMPT + intro, fields);
    }

    private static void warn(String message) {
        LOG.log(Level.WARNING, "skipped: {0}", message);
    }

    @Override
    public List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.add(new Check("bundled games", true, BUNDLED_TASKS + " games in the suite, any --seed, no download"));
        GameLibrary library = GameLibrary.of(null);
        GameFolder folder = library.folder();
        if (!Files.isDirectory(library.data()) || folder.splits().isEmpty()) {
            checks.add(new Check(
                    "official games",
                    false,
                    "none in " + shown(library.data())
                            + "; download ALFWorld's data (json_2.1.1) and set ALFWORLD_DATA"));
            return checks;
        }
        for (String split : folder.splits()) {
            checks.add(new Check(
                    "official games, " + split, true, folder.trialIds(split).size() + " in " + shown(folder.root())));
        }
        return checks;
    }

    private static String shown(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private static Optional<Long> number(Map<String, String> options, String name) {
        String text = options.get(name);
        try {
            return text == null ? Optional.empty() : Optional.of(Long.valueOf(text.strip()));
        } catch (NumberFormatException e) {
            throw new AlfworldException("expected a whole number after --" + name + ", found '" + text + "'", e);
        }
    }
}
