package dev.guerdon.webshop;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.webshop.goal.Goal;
import dev.guerdon.webshop.shop.Shop;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides which goal an episode has. */
sealed interface GoalChoice {

    /**
     * How an episode begins.
     *
     * @param id the session's id, which stands in addresses
     * @param goal its goal
     * @param random what it draws from, made when it first draws
     */
    record Beginning(String id, Goal goal, Supplier<PythonRandom> random) {}

    Beginning begin(Task task, long seed);

    /** Forgets earlier episodes. */
    default void forget() {}

    /** What a task calls its session: its field {@code session}, else {@code task_id}. */
    static Optional<SessionName> name(Task task) {
        return SessionName.of(task.field("session").orElse(null))
                .or(() -> SessionName.of(task.field("task_id").orElse(null)));
    }

    /**
     * A number names a goal, and everything else is drawn from the seed, a word's goal from the word, too. Nothing is kept between
     * episodes, so that no environment's draw depends on others.
     */
    record Seeded(Shop shop) implements GoalChoice {

        private static final int LETTERS = 10;

        @Override
        public Beginning begin(Task task, long seed) {
            Optional<SessionName> name = name(task);
            String word = name.map(SessionName::text).orElse("");
            int place = name.filter(SessionName::isNumber)
                    .map(number -> number.number(shop))
                    .orElseGet(() -> shop.goals().drawn(word, seed));
            return new Beginning(
                    name.isPresent() ? word : letters(seed), shop.goals().goal(place), () -> new PythonRandom(seed));
        }

        private static String letters(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder letters = new StringBuilder(LETTERS);
            for (int i = 0; i < LETTERS; i++) {
                letters.append((char) ('a' + random.nextInt(26)));
            }
            return letters.toString();
        }
    }

    /** As the reference: one sequence of draws for each environment, the same in all of them, and known sessions keep their goals. */
    final class Reference implements GoalChoice {

        /** How many named sessions keep their goal; beyond that the oldest are forgotten. */
        private static final int MAX_KNOWN = 10_000;

        private final Shop shop;
        private final String prefix;
        private final Map<String, Goal> known = new LinkedHashMap<>();
        private @Nullable PythonRandom random;

        Reference(Shop shop, String prefix) {
            this.shop = shop;
            this.prefix = prefix;
        }

        @Override
        public Beginning begin(Task task, long seed) {
            Optional<SessionName> name = name(task);
            String word = name.map(SessionName::text).orElseGet(() -> random().letters(10));
            String id = prefix + word;
            Goal goal = known.get(id);
            if (goal == null) {
                boolean number = name.isPresent() && name.get().isNumber();
                goal = shop.goals()
                        .goal(number ? name.get().number(shop) : shop.goals().draw(random()));
                remember(id, goal);
            }
            return new Beginning(word, goal, this::random);
        }

        private void remember(String id, Goal goal) {
            known.put(id, goal);
            if (known.size() > MAX_KNOWN) {
                Iterator<String> oldest = known.keySet().iterator();
                oldest.next();
                oldest.remove();
            }
        }

        /** The reference's environment begins a random session when it is made; its draws are made here, on first need. */
        private PythonRandom random() {
            PythonRandom own = random;
            if (own == null) {
                own = shop.random();
                own.letters(10);
                shop.goals().draw(own);
                random = own;
            }
            return own;
        }

        @Override
        public void forget() {
            known.clear();
            random = null;
        }
    }

    /** The seed that a task carries, if it does. */
    static Optional<Long> seed(Task task) {
        return task.field("seed").map(Json::asLong);
    }
}
