package dev.guerdon.alfworld.household;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Names;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A folder of games in the official layout: {@code json_2.1.1/SPLIT/TASK/TRIAL/game.tw-pddl} with {@code traj_data.json} beside.
 *
 * <p>The folder named may also be the one that holds the splits.
 */
@Internal
public final class GameFolder {

    public static final String GAME = "game.tw-pddl";
    static final String TRAJECTORY = "traj_data.json";

    private static final String VERSION_FOLDER = "json_2.1.1";
    private static final Map<String, String> ALIASES =
            Map.of("eval_in_distribution", "valid_seen", "eval_out_of_distribution", "valid_unseen");

    private final Path folder;
    private final Map<String, Map<String, Path>> trials = new ConcurrentHashMap<>();

    /** A folder of games; it need not exist yet. */
    GameFolder(Path folder) {
        this.folder = folder;
    }

    /** The folder that holds the splits. */
    public Path root() {
        Path inner = folder.resolve(VERSION_FOLDER);
        return Files.isDirectory(inner) ? inner : folder;
    }

    /** The splits that are there, sorted. */
    public List<String> splits() {
        return subfolders(root()).stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }

    /** The name of a split's folder; the configuration names of the reference are understood. */
    static String folderName(String split) {
        return ALIASES.getOrDefault(split, split);
    }

    /** The game file of a trial, without looking into it. */
    public Optional<Path> find(String split, String taskId) {
        Path known = trials(split, false).get(taskId);
        if (known == null) {
            known = trials(split, true).get(taskId); // it may have been put there since
        }
        return Optional.ofNullable(known).map(trial -> trial.resolve(GAME));
    }

    /** The split that has a trial; train is looked at first. */
    Optional<String> splitOf(String taskId) {
        List<String> splits = new ArrayList<>(splits());
        splits.sort(Comparator.comparing(split -> !split.equals("train")));
        return splits.stream().filter(split -> find(split, taskId).isPresent()).findFirst();
    }

    /** The trials of a split, by their ids. */
    public List<String> trialIds(String split) {
        return trials(split, false).keySet().stream().sorted().toList();
    }

    private Map<String, Path> trials(String split, boolean again) {
        return trials.compute(folderName(split), (name, known) -> {
            if (known != null && !again) {
                return known;
            }
            Map<String, Path> found = new ConcurrentHashMap<>();
            for (Path task : subfolders(splitFolder(name))) {
                for (Path trial : subfolders(task)) {
                    if (Files.isRegularFile(trial.resolve(GAME))) {
                        found.put(trial.getFileName().toString(), trial);
                    }
                }
            }
            return found;
        });
    }

    /**
     * The games of a split that the reference would play, in the order of their paths.
     *
     * <p>A folder counts when it holds {@code traj_data.json}; it is skipped when its path speaks of movable receptacles or sliced
     * objects, when its type is none of the six, or when the game is missing or not marked solvable.
     *
     * @param problems is told of each file that cannot be read; the rest goes on
     */
    public Stream<FoundGame> games(String split, Consumer<String> problems) {
        Path folder = splitFolder(folderName(split));
        List<Path> trials = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(path -> path.endsWith(TRAJECTORY))
                    .map(path -> Objects.requireNonNull(path.getParent()))
                    .filter(trial -> !isExcluded(folder.relativize(trial).toString()))
                    .sorted()
                    .forEach(trials::add);
        } catch (IOException | UncheckedIOException e) {
            throw new AlfworldException("the folder " + folder + " could not be read: " + e, e);
        }
        return trials.stream().flatMap(trial -> entry(trial, folderName(split), problems).stream());
    }

    private static boolean isExcluded(String path) {
        return path.contains("movable") || path.contains("Sliced");
    }

    private static Optional<FoundGame> entry(Path trial, String split, Consumer<String> problems) {
        Path game = trial.resolve(GAME);
        try {
            Optional<Object> type = member(trial.resolve(TRAJECTORY), "task_type");
            if (type.isEmpty() || TaskType.of(type.get().toString()).isEmpty() || !Files.isRegularFile(game)) {
                return Optional.empty();
            }
            if (!member(game, "solvable").equals(Optional.of(true))) {
                return Optional.empty();
            }
            String id = trial.getFileName().toString();
            return Optional.of(new FoundGame(id, split, type.get().toString(), game.toString()));
        } catch (GuerdonException e) {
            problems.accept(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** The type of task that a game's neighbour file names. */
    static Optional<String> taskType(Path game) {
        Path trajectory = game.resolveSibling(TRAJECTORY);
        if (!Files.isRegularFile(trajectory)) {
            return Optional.empty();
        }
        try {
            return member(trajectory, "task_type").map(Object::toString);
        } catch (GuerdonException e) {
            return Optional.empty(); // the game can be played all the same
        }
    }

    /** One member of the object in a file; the rest of the file is only skimmed. */
    private static Optional<Object> member(Path file, String name) {
        try (JsonParser parser = JsonCodec.factory().createParser(file.toFile())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AlfworldException(file + ": expected a JSON object");
            }
            Optional<Object> found = Optional.empty();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                boolean wanted = name.equals(parser.currentName());
                parser.nextToken();
                if (wanted) {
                    found = Optional.ofNullable(JsonCodec.readValue(parser));
                } else {
                    parser.skipChildren();
                }
            }
            return found;
        } catch (IOException e) {
            throw JsonCodec.notJson(file.toString(), e);
        }
    }

    private Path splitFolder(String split) {
        if (!splits().contains(split)) { // asked this way, a name can't lead out of the folder
            throw new AlfworldException("there is no split '" + split + "' in " + root()
                    + (splits().isEmpty()
                            ? "; expected ALFWorld's data there. Name its folder with --data or ALFWORLD_DATA, or play"
                                    + " bundled games, which need no data"
                            : "; there are: " + String.join(", ", splits()) + Names.didYouMean(split, splits())));
        }
        return root().resolve(split);
    }

    private static List<Path> subfolders(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isDirectory).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new AlfworldException("the folder " + folder + " could not be read: " + e, e);
        }
    }
}
