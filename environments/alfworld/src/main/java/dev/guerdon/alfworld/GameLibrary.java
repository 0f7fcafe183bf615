package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.alfworld.game.PlanningGame;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.NameRules;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds and loads the game that a task describes.
 *
 * <p>Loaded games are kept and shared; those used least recently go when there are too many, and live on only in their episodes.
 */
final class GameLibrary {

    static final String BUNDLED = "bundled";

    private static final Pattern BUNDLED_ID = Pattern.compile(BUNDLED + "--?\\d{1,18}");
    private static final int MAX_KEPT = 256;
    private static final Map<Path, GameFolder> FOLDERS = new ConcurrentHashMap<>();
    private static final GameCache KEPT = new GameCache(MAX_KEPT);

    private final Path data;

    GameLibrary(Path data) {
        this.data = data;
    }

    /** Returns the library in the named folder, else in {@code ALFWORLD_DATA}, else where ALFWorld's own download puts it. */
    static GameLibrary of(@Nullable String named) {
        return new GameLibrary(Optional.ofNullable(named)
                .or(() -> Optional.ofNullable(System.getenv("ALFWORLD_DATA")))
                .filter(folder -> !folder.isBlank())
                .map(GameLibrary::path)
                .orElseGet(() -> Path.of(System.getProperty("user.home", "."), ".cache", "alfworld")));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new AlfworldException("expected the path of a file or folder, found '" + text + "'", e);
        }
    }

    Path data() {
        return data;
    }

    GameFolder folder() {
        return folder(data);
    }

    private static GameFolder folder(Path data) {
        return FOLDERS.computeIfAbsent(data, GameFolder::new);
    }

    /**
     * A game that was chosen.
     *
     * @param file where it came from; empty for a bundled game
     * @param annotation which of the human annotations tells the task; -1 for the words in the game file
     */
    record Selected(LoadedGame loaded, String taskId, String split, String file, int annotation) {

        PlanningGame game() {
            return loaded.game();
        }

        /** Returns the type of task, empty where nothing says. */
        String taskType() {
            return loaded.taskType();
        }

        /** Returns what the player is asked to do. */
        String objective() {
            return loaded.objective();
        }
    }

    /**
     * Loads a task's game.
     *
     * <p>The fields, in this order: {@code game}, a game file; {@code seed}, {@code split} "bundled" or a {@code task_id} such as
     * {@code bundled-7}, a bundled game; {@code task_id} with {@code split} (where absent, the split that has it) and perhaps
     * {@code data}, an official game. What they leave open, the seed decides: a split alone is one of its games, and nothing at all
     * is a bundled game. {@code goals} and {@code annotation} choose the words of the task.
     *
     * @param words in whose words the task is told, where its fields do not say
     */
    Selected select(Task task, long seed, GoalWords words) {
        Optional<String> file = text(task, "game");
        Optional<String> taskId = text(task, "task_id");
        Optional<String> split = text(task, "split").filter(name -> !name.isEmpty());
        if (file.isPresent()) {
            Path named = path(file.get());
            Path game = Files.isDirectory(named) ? named.resolve(GameFolder.GAME) : named;
            return load(game, taskId.orElse(null), split.orElse(""), task, seed, words);
        }
        boolean bundled = split.map(BUNDLED::equals)
                .orElse(taskId.map(id -> id.startsWith(BUNDLED)).orElse(true));
        if (bundled) {
            return bundled(taskId.map(GameLibrary::seed)
                    .or(() -> task.field("seed").map(Json::asLong))
                    .orElse(seed));
        }
        GameFolder folder = text(task, "data")
                .map(GameLibrary::path)
                .map(GameLibrary::folder)
                .orElseGet(this::folder);
        String from = split.or(() -> taskId.flatMap(folder::splitOf)).orElse("train");
        String id = taskId.orElseGet(() -> any(folder, from, seed));
        Path game = folder.find(from, id)
                .orElseThrow(() -> new AlfworldException("there is no game '" + id + "' in the split '" + from + "' of "
                        + folder.root() + NameRules.didYouMean(id, folder.trialIds(from))));
        return load(game, id, GameFolder.folderName(from), task, seed, words);
    }

    private static String any(GameFolder folder, String split, long seed) {
        List<String> ids = folder.trialIds(split);
        if (ids.isEmpty()) {
            throw new AlfworldException("the split '" + split + "' in " + folder.root() + " is empty");
        }
        return ids.get((int) Math.floorMod(seed, (long) ids.size()));
    }

    private static Selected load(
            Path file, @Nullable String taskId, String split, Task task, long seed, GoalWords words) {
        Path parent = file.toAbsolutePath().getParent();
        String folderName = parent == null || parent.getFileName() == null
                ? ""
                : parent.getFileName().toString();
        String id = taskId == null ? folderName : taskId;
        String key = file.toAbsolutePath() + stamp(file);
        LoadedGame loaded = KEPT.get(key, () -> {
            PlanningGame game = GameReader.read(file);
            return new LoadedGame(
                    game, GameFolder.taskType(file).orElse(""), ExploringPlayer.Objective.of(game.intro()), List.of());
        });
        GoalWords wanted = text(task, "goals").map(GoalWords::of).orElse(words);
        Optional<Integer> asked = task.field("annotation").map(Json::asInt).filter(index -> index >= 0);
        if (wanted.human() == 0 && asked.isEmpty()) {
            return new Selected(loaded, id, split, file.toString(), -1);
        }
        LoadedGame annotated = KEPT.get(
                key + "#annotations",
                () -> new LoadedGame(
                        loaded.game(), loaded.taskType(), loaded.objective(), GameFolder.annotations(file)));
        int count = annotated.annotations().size();
        OptionalInt drawn = asked.map(OptionalInt::of).orElseGet(() -> wanted.draw(seed, id, count));
        if (drawn.isEmpty()) {
            return new Selected(loaded, id, split, file.toString(), -1);
        }
        int index = drawn.getAsInt();
        if (index >= count) {
            throw new AlfworldException("expected 'annotation' below " + count + ", which is how many " + file
                    + " has beside it, found " + index);
        }
        String sentence = annotated.annotations().get(index);
        LoadedGame told = KEPT.get(
                key + "#" + index,
                () -> new LoadedGame(
                        loaded.game().withTask("Your task is to: " + sentence + "."),
                        loaded.taskType(),
                        sentence,
                        List.of()));
        return new Selected(told, id, split, file.toString(), index);
    }

    static Selected bundled(long seed) {
        String taskId = BUNDLED + "-" + seed;
        LoadedGame loaded = KEPT.get(taskId, () -> {
            HouseholdGame made = HouseholdGame.of(seed);
            return new LoadedGame(
                    GameReader.read(made.json(), taskId), made.type().word(), made.sentence(), List.of());
        });
        return new Selected(loaded, taskId, BUNDLED, "", -1);
    }

    /** Returns whether an id names a bundled game. */
    static boolean isBundled(String taskId) {
        return BUNDLED_ID.matcher(taskId).matches();
    }

    private static long seed(String taskId) {
        if (isBundled(taskId)) {
            return Long.parseLong(taskId.substring(BUNDLED.length() + 1));
        }
        throw new AlfworldException("expected a bundled game such as '" + BUNDLED + "-7', found '" + taskId + "'");
    }

    private static String stamp(Path file) {
        try {
            return "@" + Files.getLastModifiedTime(file).toMillis() + "/" + Files.size(file);
        } catch (IOException e) {
            throw new AlfworldException(
                    "the game file " + file + " could not be read: " + e + "; expected a game.tw-pddl", e);
        }
    }

    private static Optional<String> text(Task task, String field) {
        return task.field(field).map(value -> value.isString() ? value.asString() : String.valueOf(value.value()));
    }

    /**
     * A loaded game with what is known about it. Whoever plays it holds on to this object, which is what shares the game.
     *
     * @param taskType the type of task, empty where nothing says
     * @param objective what the player is asked to do
     * @param annotations what people wrote for the task, if it was read
     */
    record LoadedGame(PlanningGame game, String taskType, String objective, List<String> annotations) {}

    /**
     * Loaded games by name.
     *
     * <p>The ones used last are kept. Any other is shared as long as somebody plays it, so that thousands of environments over thousands
     * of games hold each game once.
     */
    static final class GameCache {

        private final int most;
        private final Map<String, LoadedGame> recent = new LinkedHashMap<>(64, 0.75f, true);
        private final Map<String, WeakReference<LoadedGame>> live = new HashMap<>();
        private int purgeAt = 1_024;

        GameCache(int most) {
            this.most = most;
        }

        LoadedGame get(String key, Supplier<LoadedGame> reader) {
            LoadedGame known = find(key);
            return known != null ? known : keep(key, reader.get());
        }

        private synchronized @Nullable LoadedGame find(String key) {
            LoadedGame known = recent.get(key);
            if (known == null) {
                WeakReference<LoadedGame> reference = live.get(key);
                known = reference == null ? null : reference.get();
                if (known != null) {
                    remember(key, known);
                }
            }
            return known;
        }

        /** Keeps a game, or gives the one that another thread kept meanwhile. */
        private synchronized LoadedGame keep(String key, LoadedGame read) {
            LoadedGame first = find(key);
            if (first != null) {
                return first;
            }
            remember(key, read);
            live.put(key, new WeakReference<>(read));
            if (live.size() > purgeAt) {
                live.values().removeIf(reference -> reference.get() == null);
                purgeAt = Math.max(1_024, 2 * live.size());
            }
            return read;
        }

        private void remember(String key, LoadedGame game) {
            recent.put(key, game);
            if (recent.size() > most) {
                recent.remove(recent.keySet().iterator().next());
            }
        }
    }
}
