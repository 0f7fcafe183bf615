package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All worlds of all seeds, made when they are asked for.
 *
 * <p>A task is {@code generated.SEED.NUMBER}. Each 24 tasks of a seed are one world.
 */
@Internal
public final class SeededWorlds {

    /** Begins the id of every task. */
    public static final String PREFIX = "generated.";

    /** The name of the site that searches. */
    public static final String SEARCH = "tallow";

    /** Number of questions that a world has. */
    public static final int PER_WORLD = 24;

    /** Number of tasks that a seed has at most. */
    public static final int MOST = 2_400;

    private static final int USUAL_SIZE = 48;
    private static final int KEPT = 64;
    private static final Pattern SPLIT = Pattern.compile("generated(?:-(\\d{1,18}))?(?:x(\\d{1,4}))?");
    private static final Pattern HOST = Pattern.compile("[a-z]+-(\\d{1,18})-(\\d{1,3})");
    private static final Pattern ID = Pattern.compile("generated\\.(\\d{1,18})\\.(\\d{1,4})");

    /** A world with what was made of it. */
    private record Made(SeededWorld world, Map<String, OfflineSite> sites, List<OfflineQuestions.Question> questions) {}

    private static final Map<String, Made> MADE = Collections.synchronizedMap(new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Made> eldest) {
            return size() > KEPT;
        }
    });

    private SeededWorlds() {}

    private static Made made(long seed, int number) {
        return MADE.computeIfAbsent(seed + "/" + number, key -> {
            SeededWorld world = SeededWorld.of(seed, number);
            return new Made(world, world.sites(), world.questions());
        });
    }

    /** Returns the site with that first part of its host name, if it is of a world. */
    public static Optional<OfflineSite> site(String host) {
        Matcher parts = HOST.matcher(host);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) >= MOST / PER_WORLD) {
            return Optional.empty();
        }
        Made made = made(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)));
        return Optional.ofNullable(made.sites.get(host));
    }

    /** Returns whether a split is one of this family. */
    public static boolean isSplit(String split) {
        return split.startsWith("generated");
    }

    /**
     * Returns the tasks of a split: {@code generated}, {@code generated-SEED}, {@code generated-SEEDxSIZE}.
     *
     * @throws GuerdonException where the split is none
     */
    public static List<Task> tasks(String split) {
        Matcher parts = SPLIT.matcher(split);
        if (!parts.matches()) {
            throw new GuerdonException("expected generated, generated-SEED or generated-SEEDxSIZE, such as"
                    + " generated-7x48, found '" + split + "'");
        }
        long seed = parts.group(1) == null ? 1 : Long.parseLong(parts.group(1));
        int size = parts.group(2) == null ? USUAL_SIZE : Integer.parseInt(parts.group(2));
        if (size < 1 || size > MOST) {
            throw new GuerdonException("expected 1 to " + MOST + " questions, found " + size + " in '" + split + "'");
        }
        List<Task> tasks = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            Asked asked = asked(seed, number);
            tasks.add(OfflineQuestions.task(PREFIX + seed + "." + number, split, asked.question()));
        }
        return tasks;
    }

    /**
     * A question and the world it is about.
     *
     * @param question the question
     * @param world its world
     */
    public record Asked(OfflineQuestions.Question question, SeededWorld world) {

        /** Returns what an agent is told: where to begin, where to search, and where the weather data is. */
        public Map<String, String> hints(OfflineSite.Links links) {
            Map<String, String> hints = new LinkedHashMap<>();
            hints.put("start_url", links.to(world.host(SEARCH), "/"));
            hints.put("search_url", links.to(world.host(SEARCH), "/search?q="));
            hints.put("weather_api", links.to(world.host(ClimateSite.NAME), ClimateSite.SERVICE));
            return hints;
        }
    }

    private static Asked asked(long seed, int number) {
        Made made = made(seed, number / PER_WORLD);
        return new Asked(made.questions.get(number % PER_WORLD), made.world);
    }

    /**
     * Returns the question of a task.
     *
     * @param id such as {@code generated.7.12}
     * @throws GuerdonException if there is none
     */
    public static Asked asked(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) >= MOST) {
            throw new GuerdonException("there is no task '" + id + "' on the offline web; generated ones are " + PREFIX
                    + "SEED.NUMBER, with numbers from 0 to " + (MOST - 1) + ", such as " + PREFIX + "7.12");
        }
        return asked(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)));
    }
}
