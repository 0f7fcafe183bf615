package dev.guerdon.alfworld.household;

import dev.guerdon.alfworld.game.Game;
import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds and loads the game that a task describes.
 *
 * <p>Loaded games are kept and shared; those used least recently go when there are too many, and live on only in their episodes.
 */
@Internal
public final class Library {

    private record Loaded(Game game, String taskType) {}

    public static final String BUNDLED = "bundled";

    private static final Pattern BUNDLED_ID = Pattern.compile(BUNDLED + "--?\\d{1,18}");
    private static final int MAX_KEPT = 256;
    private static final Map<Path, GameFolder> FOLDERS = new ConcurrentHashMap<>();
    private static final Map<String, Loaded> KEPT = new LinkedHashMap<>(64, 0.75f, true);

    private final Path data;

    Library(Path data) {
        this.data = data;
    }

    /** The library in the named folder, else in {@code ALFWORLD_DATA}, else where ALFWorld's own download puts it. */
    public static Library of(@Nullable String named) {
        return new Library(Optional.ofNullable(named)
                .or(() -> Optional.ofNullable(System.getenv("ALFWORLD_DATA")))
                .filter(folder -> !folder.isBlank())
                .map(Library::path)
                .orElseGet(() -> Path.of(System.getProperty("user.home", "."), ".cache", "alfworld")));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new AlfworldException("expected the path of a file or folder, found '" + text + "'", e);
        }
    }

    public Path data() {
        return data;
    }

    public GameFolder folder() {
        return folder(data);
    }

    private static GameFolder folder(Path data) {
        return FOLDERS.computeIfAbsent(data, GameFolder::new);
    }

    /**
     * A game with what is known about it.
     *
     * @param taskType the type of task, empty where nothing says
     * @param file where it came from; empty for a bundled game
     */
    public record Selected(Game game, String taskId, String split, String taskType, String file) {}

    /**
     * Loads a task's game.
     *
     * <p>The fields, in this order: {@code game}, a game file; {@code seed}, {@code split} "bundled" or a {@code task_id} such as
     * {@code bundled-7}, a bundled game; {@code task_id} with {@code split} (where absent, the split that has it) and perhaps
     * {@code data}, an official game. A task without any of them is the first bundled game.
     */
    public Selected select(Task task) {
        return select(task, task.field("seed").map(Json::asLong).orElse(0L));
    }

    /** Loads a task's game; where the task names none, the seed makes a bundled one. */
    public Selected select(Task task, long seed) {
        Optional<String> file = text(task, "game");
        if (file.isPresent()) {
            return load(
                    path(file.get()),
                    text(task, "task_id").orElse(null),
                    text(task, "split").orElse(""));
        }
        Optional<String> taskId = text(task, "task_id");
        Optional<String> split = text(task, "split").filter(name -> !name.isEmpty());
        boolean bundled = split.map(BUNDLED::equals)
                .orElse(taskId.map(id -> id.startsWith(BUNDLED)).orElse(true));
        if (bundled) {
            return bundled(taskId.map(Library::seed)
                    .or(() -> task.field("seed").map(Json::asLong))
                    .orElse(seed));
        }
        GameFolder folder =
                text(task, "data").map(Library::path).map(Library::folder).orElseGet(this::folder);
        String from = split.or(() -> taskId.flatMap(folder::splitOf)).orElse("train");
        String id = taskId.orElseGet(() -> folder.trialIds(from).stream()
                .findFirst()
                .orElseThrow(
                        () -> new AlfworldException("the split '" + from + "' in " + folder.root() + " is empty")));
        Path game = folder.find(from, id)
                .orElseThrow(() -> new AlfworldException("there is no game '" + id + "' in the split '" + from + "' of "
                        + folder.root() + Names.didYouMean(id, folder.trialIds(from))));
        return load(game, id, GameFolder.folderName(from));
    }

    private static Selected load(Path file, @Nullable String taskId, String split) {
        Path parent = file.toAbsolutePath().getParent();
        String folderName = parent == null || parent.getFileName() == null
                ? ""
                : parent.getFileName().toString();
        Loaded loaded = keep(
                file.toAbsolutePath() + stamp(file),
                () -> new Loaded(
                        GameReader.read(file), GameFolder.taskType(file).orElse("")));
        return new Selected(loaded.game, taskId == null ? folderName : taskId, split, loaded.taskType, file.toString());
    }

    public static Selected bundled(long seed) {
        String taskId = BUNDLED + "-" + seed;
        Loaded loaded = keep(taskId, () -> {
            HouseholdGame made = HouseholdGame.of(seed);
            return new Loaded(GameReader.read(made.json(), taskId), made.type().word());
        });
        return new Selected(loaded.game, taskId, BUNDLED, loaded.taskType, "");
    }

    /** Whether an id names a bundled game. */
    public static boolean isBundled(String taskId) {
        return BUNDLED_ID.matcher(taskId).matches();
    }

    private static long seed(String taskId) {
        if (isBundled(taskId)) {
            return Long.parseLong(taskId.substring(BUNDLED.length() + 1));
        }
        throw new AlfworldException("expected a bundled game such as '" + BUNDLED + "-7', found '" + taskId + "'");
    }

    private static Loaded keep(String key, Supplier<Loaded> reader) {
        synchronized (KEPT) {
            Loaded known = KEPT.get(key);
            if (known != null) {
                return known;
            }
        }
        Loaded read = reader.get();
        synchronized (KEPT) {
            Loaded first = KEPT.putIfAbsent(key, read);
            if (KEPT.size() > MAX_KEPT) {
                KEPT.remove(KEPT.keySet().iterator().next());
            }
            return first == null ? read : first;
        }
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
}
