package dev.guerdon.alfworld;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of games in the official layout: {@code json_2.1.1/SPLIT/TASK/TRIAL/game.tw-pddl}, perhaps with {@code traj_data.json}
 * beside.
 *
 * <p>The folder named may also be the one that holds the splits.
 */
final class GameFolder {

    static final String GAME = "game.tw-pddl";
    static final String TRAJECTORY = "traj_data.json";

    private static final int MAX_DEPTH = 20;
    private static final String VERSION_FOLDER = "json_2.1.1";
    private static final Map<String, String> ALIASES =
            Map.of("eval_in_distribution", "valid_seen", "eval_out_of_distribution", "valid_unseen");

    private final Path folder;
    private final Map<String, Map<String, Path>> trials = new ConcurrentHashMap<>();
    private final Map<String, List<String>> playable = new ConcurrentHashMap<>();

    /** Creates a folder of games; it need not exist yet. */
    GameFolder(Path folder) {
        this.folder = folder;
    }

    /** Returns the folder that holds the splits. */
    Path root() {
        Path inner = folder.resolve(VERSION_FOLDER);
        return Files.isDirectory(inner) ? inner : folder;
    }

    /** Returns the splits that are there, sorted. */
    List<String> splits() {
        return subfolders(root()).stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }

    /** Returns the name of a split's folder; the configuration names of the reference are understood. */
    static String folderName(String split) {
        return ALIASES.getOrDefault(split, split);
    }

    /** Returns the game file of a trial, without looking into it. */
    Optional<Path> find(String split, String taskId) {
        Path known = trials(split, false).get(taskId);
        if (known == null) {
            known = trials(split, true).get(taskId); // it may have been put there since
        }
        return Optional.ofNullable(known).map(trial -> trial.resolve(GAME));
    }

    /** Returns the split that has a trial; train is looked at first. */
    Optional<String> splitOf(String taskId) {
        List<String> splits = new ArrayList<>(splits());
        splits.sort(Comparator.comparing(split -> !split.equals("train")));
        return splits.stream().filter(split -> find(split, taskId).isPresent()).findFirst();
    }

    /** Returns the trials of a split, by their ids. */
    List<String> trialIds(String split) {
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
     * Returns the games of a split, in the order of their paths.
     *
     * <p>A folder counts when it holds a game. The type is the one that {@code traj_data.json} names or, without that file, the
     * one that the folder above begins with. The game is skipped when its path speaks of movable receptacles or sliced objects,
     * when its type is none of the six, or when it is not marked solvable.
     *
     * @param problems is told of each game that cannot be read or has no type at all; the rest goes on
     */
    Stream<GameEntry> games(String split, Consumer<String> problems) {
        Path folder = splitFolder(folderName(split));
        return trialsBelow(folder, problems).stream()
                .filter(trial -> !isExcluded(folder.relativize(trial).toString()))
                .flatMap(trial -> entry(trial, folderName(split), problems).stream());
    }

    /**
     * Returns the id of one of the games of a split. They are listed once, because trainers draw thousands of times.
     *
     * @param problems as for {@link #games}
     */
    String drawn(String split, long seed, Consumer<String> problems) {
        List<String> ids = playable.get(folderName(split));
        if (ids == null) {
            ids = games(split, problems).map(GameEntry::taskId).toList();
            if (ids.isEmpty()) {
                throw new AlfworldException("the split '" + split + "' has no game that can be played");
            }
            playable.put(folderName(split), ids);
        }
        return ids.get((int) Math.floorMod(seed, (long) ids.size()));
    }

    /** Returns every folder with a game, sorted. Links are followed, as when a trial is looked for by its id; circles are reported. */
    private static List<Path> trialsBelow(Path folder, Consumer<String> problems) {
        List<Path> trials = new ArrayList<>();
        try {
            Files.walkFileTree(folder, Set.of(FileVisitOption.FOLLOW_LINKS), MAX_DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.endsWith(GAME) && attributes.isRegularFile()) {
                        trials.add(Objects.requireNonNull(file.getParent()));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    problems.accept(file + " could not be read: " + e);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) {
                    if (e != null) {
                        problems.accept(visited + " could not be read to its end: " + e);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new AlfworldException("the folder " + folder + " could not be read: " + e, e);
        }
        trials.sort(Comparator.naturalOrder());
        return trials;
    }

    private static boolean isExcluded(String path) {
        return path.contains("movable") || path.contains("Sliced");
    }

    private static Optional<GameEntry> entry(Path trial, String split, Consumer<String> problems) {
        Path game = trial.resolve(GAME);
        Path trajectory = trial.resolve(TRAJECTORY);
        try {
            String type;
            if (Files.exists(trajectory)) {
                Optional<Object> named = member(trajectory, "task_type");
                if (named.isEmpty() || TaskType.of(named.get().toString()).isEmpty()) {
                    return Optional.empty();
                }
                type = named.get().toString();
            } else {
                Optional<String> named = typeInPath(game);
                if (named.isEmpty()) {
                    problems.accept(game + ": no " + TRAJECTORY + " beside it, and the folder above does not begin with"
                            + " a type of task such as pick_and_place_simple-");
                    return Optional.empty();
                }
                type = named.get();
            }
            if (!member(game, "solvable").equals(Optional.of(true))) {
                return Optional.empty();
            }
            return Optional.of(new GameEntry(trial.getFileName().toString(), split, type, game.toString()));
        } catch (GuerdonException e) {
            problems.accept(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the type of task: what {@code traj_data.json} names, else what the folder is called. */
    static Optional<String> taskType(Path game) {
        Path trajectory = game.resolveSibling(TRAJECTORY);
        try {
            Optional<String> named = Files.isRegularFile(trajectory)
                    ? member(trajectory, "task_type").map(Object::toString)
                    : Optional.empty();
            return named.or(() -> typeInPath(game));
        } catch (GuerdonException e) {
            return typeInPath(game); // the game can be played all the same
        }
    }

    /** Returns the type in {@code pick_and_place_simple-Pencil-None-Shelf-308/TRIAL/game.tw-pddl}. */
    private static Optional<String> typeInPath(Path game) {
        Path trial = game.toAbsolutePath().normalize().getParent();
        Path task = trial == null ? null : trial.getParent();
        Path name = task == null ? null : task.getFileName();
        if (name == null) {
            return Optional.empty();
        }
        String word = name.toString();
        int dash = word.indexOf('-');
        return TaskType.of(dash < 0 ? word : word.substring(0, dash)).map(TaskType::word);
    }

    /** Returns what people wrote for a game's task, in the order of {@code traj_data.json}; empty if it has nothing of the kind. */
    static List<String> annotations(Path game) {
        Path trajectory = game.resolveSibling(TRAJECTORY);
        if (!Files.isRegularFile(trajectory)) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        if (member(trajectory, "turk_annotations").orElse(Map.of()) instanceof Map<?, ?> turk
                && turk.get("anns") instanceof List<?> annotations) {
            for (Object annotation : annotations) {
                if (annotation instanceof Map<?, ?> one && one.get("task_desc") instanceof String text) {
                    texts.add(text);
                }
            }
        }
        return GoalWords.clean(texts);
    }

    /** Returns one member of the object in a file; the rest of the file is only skimmed. */
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
                            : "; there are: " + String.join(", ", splits()) + NameRules.didYouMean(split, splits())));
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
