package dev.guerdon.alfworld;

import dev.guerdon.alfworld.household.FoundGame;
import dev.guerdon.alfworld.household.GameFolder;
import dev.guerdon.alfworld.household.GoalWords;
import dev.guerdon.alfworld.household.HouseholdGame;
import dev.guerdon.alfworld.household.Library;
import dev.guerdon.alfworld.household.TaskText;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.alfworld.plan.Expert;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
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

    /** How many bundled games make the suite. */
    static final int BUNDLED_TASKS = 60;

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
        return List.of(
                new Option(
                        "data",
                        "DIR",
                        "Read official games from this folder. Default: ALFWORLD_DATA, then ~/.cache/alfworld."),
                new Option("game", "FILE", "Play this game file (game.tw-pddl)."),
                new Option("task", "TRIAL_ID", "Play this official game, such as trial_T20190908_222917_366542."),
                new Option(
                        "split", "S", "Look for --task in this split: train, valid_seen, valid_unseen. Default: all."),
                new Option(
                        "seed", "N", "Choose a bundled game by this number; with --split alone, a game of the split."),
                new Option("max-steps", "N", "End an episode after N commands; 0 plays without a limit. Default: 50."),
                new Option(
                        "goals",
                        "templated|human|P",
                        "Tell the task in the game's words, in a person's, or in a person's with probability P."),
                new Option("expert", "planner|handcoded|none", "Tell in info what an expert would do. Default: none."),
                COMPAT);
    }

    @Override
    public AlfworldEnvironment open(Map<String, String> options) {
        long maxSteps = number(options, "max-steps").orElse((long) AlfworldEnvironment.DEFAULT_MAX_STEPS);
        if (maxSteps < 0 || maxSteps > Integer.MAX_VALUE) {
            throw new AlfworldException("expected --max-steps of 0 or more, found " + maxSteps);
        }
        return new AlfworldEnvironment(new AlfworldSettings(
                library(options),
                (int) maxSteps,
                EnvironmentProvider.compat(options),
                GoalWords.of(options.get("goals")),
                Expert.of(options.get("expert"))));
    }

    /** ALFWorld's recordings have no limit, and go on after the goal. */
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
        } else if (split != null && !split.equals(Library.BUNDLED)) {
            List<GameEntry> games = games(split, options);
            if (games.isEmpty()) {
                throw new AlfworldException("the split '" + split + "' has no game that can be played");
            }
            fields.put(
                    "task_id",
                    games.get((int) Math.floorMod(seed, (long) games.size())).taskId());
            fields.put("split", split);
        } else {
            fields.put("seed", seed);
        }
        if (options.containsKey("data")) {
            fields.put("data", options.get("data"));
        }
        Library.Selected selected =
                library(options).select(Task.of("", "", fields), seed, GoalWords.of(options.get("goals")));
        return TaskText.task(selected, fields);
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        if (split.isEmpty() || split.equals(Library.BUNDLED)) {
            return LongStream.range(0, BUNDLED_TASKS)
                    .mapToObj(Library::bundled)
                    .map(selected -> TaskText.task(selected, Map.of()));
        }
        Library library = library(options);
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

    /** The splits that can be asked for: those of the data folder, and the bundled games. */
    public List<String> splits(Map<String, String> options) {
        List<String> splits = new ArrayList<>(library(options).folder().splits());
        splits.add(Library.BUNDLED);
        return List.copyOf(splits);
    }

    /** The games of a split, which are only skimmed and not loaded; a broken file is reported, and the others go on. */
    public List<GameEntry> games(String split, Map<String, String> options) {
        if (split.equals(Library.BUNDLED)) {
            return LongStream.range(0, BUNDLED_TASKS)
                    .mapToObj(HouseholdGame::of)
                    .map(game -> new GameEntry(game.taskId(), split, game.type().word(), ""))
                    .toList();
        }
        return library(options)
                .folder()
                .games(split, AlfworldProvider::warn)
                .map(game -> new GameEntry(game.taskId(), game.split(), game.taskType(), game.file()))
                .toList();
    }

    /** Whether a split has a game of that id. */
    public boolean hasGame(String split, String taskId, Map<String, String> options) {
        return split.equals(Library.BUNDLED)
                ? Library.isBundled(taskId)
                : library(options).folder().find(split, taskId).isPresent();
    }

    private static Library library(Map<String, String> options) {
        return Library.of(options.get("data"));
    }

    /** The task of a game; a broken file is reported, and the others go on. */
    private static Optional<Task> task(
            Library library, FoundGame entry, Map<String, @Nullable Object> extra, long seed, GoalWords words) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(extra);
        fields.put("task_id", entry.taskId());
        fields.put("split", entry.split());
        try {
            return Optional.of(TaskText.task(library.select(Task.of("", "", fields), seed, words), extra));
        } catch (GuerdonException e) {
            warn(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static void warn(String message) {
        LOG.log(Level.WARNING, "skipped: {0}", message);
    }

    @Override
    public List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        checks.add(new Check("bundled games", true, BUNDLED_TASKS + " games in the suite, any --seed, no download"));
        Library library = Library.of(null);
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
