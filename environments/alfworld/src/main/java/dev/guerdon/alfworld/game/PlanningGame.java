package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A loaded game: what never changes while it is played. Shared by all its episodes, in any number of threads.
 *
 * <p>Commands that do not depend on the state are rendered once and remembered, so that listing the commands of a state costs the
 * joins and a sort.
 */
@Internal
public final class PlanningGame {

    /**
     * One way to satisfy an action's precondition.
     *
     * @param prefix how every command of the action begins
     */
    private record PlannedAction(
            ActionSchema schema, ConjunctiveFormula alternative, FactJoin join, boolean mayBeIdle, String prefix) {}

    private static final Comparator<Command> IN_ORDER =
            Comparator.comparing(Command::text).thenComparing(Command::action);

    private record Grounded(@Nullable GroundTask task) {}

    private final String name;
    private final GameRules rules;
    private final Optional<List<GameRules.Production>> task;
    private final ProblemReader.Problem problem;
    private final Optional<List<String>> walkthrough;
    private final List<PlannedAction> actions;
    private final List<FactJoin> goal;
    private volatile @Nullable Start start;
    private volatile @Nullable Subgoals subgoals;
    private volatile SoftReference<Grounded> grounded = new SoftReference<>(null);
    private final Map<GroundAction, Command> steadyCommands;

    /**
     * Makes a game.
     *
     * @param name names it in messages
     * @param task the task sentence if it is not part of the shared rules
     * @param walkthrough the commands that solve it, where the file has them
     */
    PlanningGame(
            String name,
            GameRules rules,
            @Nullable GameTemplate task,
            ProblemReader.Problem problem,
            @Nullable List<String> walkthrough) {
        this.name = name;
        this.rules = rules;
        this.task = Optional.ofNullable(task).map(template -> List.of(new GameRules.Production(template, null)));
        this.problem = problem;
        this.walkthrough = Optional.ofNullable(walkthrough);
        this.steadyCommands = new ConcurrentHashMap<>();
        this.actions = new ArrayList<>();
        this.goal = new ArrayList<>();
        for (ActionSchema schema : rules.actions()) {
            for (ConjunctiveFormula alternative : schema.alternatives()) {
                FactJoin join =
                        FactJoin.plan(alternative, schema.parameterSlots(), schema.slotTypes(), problem.initial());
                actions.add(new PlannedAction(
                        schema, alternative, join, schema.mayBeIdle(alternative), rules.commandPrefix(schema)));
            }
        }
        for (ConjunctiveFormula alternative :
                ConjunctiveFormula.alternatives(problem.goal(), new BitSet(), name + ", goal")) {
            goal.add(FactJoin.plan(alternative, new BitSet(), problem.goalSlotTypes(), problem.initial()));
        }
    }

    private PlanningGame(PlanningGame other, GameTemplate task) {
        this.name = other.name;
        this.rules = other.rules;
        this.task = Optional.of(List.of(new GameRules.Production(task, null)));
        this.problem = other.problem;
        this.walkthrough = other.walkthrough;
        this.steadyCommands = other.steadyCommands;
        this.actions = other.actions;
        this.goal = other.goal;
    }

    /** Returns the same game with another task sentence, which is taken as it stands; everything else is shared. */
    public PlanningGame withTask(String sentence) {
        return new PlanningGame(this, new GameTemplate(List.of(new GameTemplate.Literal(sentence))));
    }

    String name() {
        return name;
    }

    GameRules rules() {
        return rules;
    }

    GameObjects world() {
        return problem.world();
    }

    PlanningVocabulary vocabulary() {
        return problem.vocabulary();
    }

    StateFormula goal() {
        return problem.goal();
    }

    int[] goalSlotTypes() {
        return problem.goalSlotTypes();
    }

    /** Returns the goal in planning language, on one line. */
    public String goalText() {
        return problem.goalText();
    }

    public FactSet initial() {
        return problem.initial();
    }

    /** Returns the commands that win from the start, where the file says so. */
    public Optional<List<String>> walkthrough() {
        return walkthrough;
    }

    Optional<List<GameRules.Production>> rule(String rule) {
        return rule.equals("task") && task.isPresent() ? task : rules.rule(rule);
    }

    /**
     * Start of every episode of the game.
     *
     * @param intro what the player sees first
     */
    record Start(String intro, AdmissibleCommands choices, boolean won) {}

    /** Returns the beginning, which is worked out once. */
    Start start() {
        Start known = start;
        if (known == null) {
            // Listed at once: a command that cannot be rendered is told before anyone plays.
            AdmissibleCommands choices = choices(initial()).now();
            known = new Start(TemplateRenderer.rule(this, initial(), "intro"), choices, isWon(initial()));
            start = known;
        }
        return known;
    }

    /** Returns what the player sees first. */
    public String intro() {
        return start().intro();
    }

    public boolean isWon(FactSet facts) {
        for (FactJoin join : goal) {
            if (join.solve(facts, world(), binding -> true)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the commands that a state allows, each once, sorted. */
    Command[] commands(FactSet facts) {
        List<Command> all = new ArrayList<>(64);
        for (PlannedAction planned : actions) {
            solve(planned, facts, all::add);
        }
        // Two readings of one command stand side by side then, the one that is meant first.
        all.sort(IN_ORDER);
        int count = 0;
        for (Command command : all) {
            if (count == 0 || !all.get(count - 1).text().equals(command.text())) {
                all.set(count++, command);
            }
        }
        return all.subList(0, count).toArray(Command[]::new);
    }

    /** Returns the command of a text in a state; only the actions whose commands begin like it are looked at. */
    public Optional<Command> find(FactSet facts, String text) {
        @Nullable Command[] found = new @Nullable Command[1];
        for (PlannedAction planned : actions) {
            if (text.startsWith(planned.prefix)) {
                solve(planned, facts, command -> {
                    if (command.text().equals(text)) {
                        found[0] = found[0] == null ? command : first(found[0], command);
                    }
                });
            }
        }
        return Optional.ofNullable(found[0]);
    }

    /** Returns which of two actions a command means that fits both: the first in the domain, then in the order of the arguments. */
    private static Command first(Command one, Command other) {
        return one.action().compareTo(other.action()) <= 0 ? one : other;
    }

    private void solve(PlannedAction planned, FactSet facts, Consumer<Command> found) {
        int parameters = planned.schema.parameters().size();
        planned.join.solve(facts, world(), binding -> {
            if (!planned.mayBeIdle || !planned.schema.isIdle(planned.alternative, world(), binding)) {
                found.accept(command(facts, new GroundAction(planned.schema, Arrays.copyOf(binding, parameters))));
            }
            return false;
        });
    }

    /** Returns the commands that a state allows; they are listed when they are looked at. */
    public AdmissibleCommands choices(FactSet facts) {
        return new AdmissibleCommands(this, facts);
    }

    /** Returns the command of an action in a state. */
    public Command command(FactSet facts, GroundAction action) {
        if (!rules.hasSteadyCommand(action.schema())) {
            return new Command(action, TemplateRenderer.command(this, facts, action.schema(), action.arguments()));
        }
        Command known = steadyCommands.get(action);
        if (known == null) {
            known = new Command(action, TemplateRenderer.command(this, facts, action.schema(), action.arguments()));
            Command earlier = steadyCommands.putIfAbsent(action, known);
            known = earlier == null ? known : earlier;
        }
        return known;
    }

    public FactSet apply(FactSet facts, GroundAction action) {
        return action.schema().apply(facts, world(), action.arguments(), rules.denials());
    }

    /** Returns the game written out for the planner; made on first use and dropped when memory is short. */
    public Optional<GroundTask> groundTask() {
        Grounded known = grounded.get();
        if (known == null) {
            known = new Grounded(ActionGrounding.of(this).orElse(null));
            grounded = new SoftReference<>(known);
        }
        return Optional.ofNullable(known.task);
    }

    /** Returns the parts of the goal; worked out on first use. */
    public Subgoals subgoals() {
        Subgoals known = subgoals;
        if (known == null) {
            known = new Subgoals(this);
            subgoals = known;
        }
        return known;
    }

    String feedback(FactSet after, GroundAction action) {
        return TemplateRenderer.feedback(this, after, action.schema(), action.arguments());
    }

    /**
     * A command and what it does.
     *
     * @param action the action
     * @param text what the player says
     */
    @Internal
    public record Command(GroundAction action, String text) {

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The parts of a game's goal that actions can change, and which of them hold.
     *
     * <p>A goal speaks of some apple and some fridge. Of all objects that fit what never changes, those are taken for which the most parts
     * hold, so that the parts all hold exactly where the game is won.
     */
    public static final class Subgoals {

        /** Bounds the search in foreign games; official goals have some hundred candidates. */
        private static final int MAX_CANDIDATES = 200_000;

        /**
         * A part of a goal.
         *
         * @param text the part with the objects that come nearest, such as {@code inreceptacle(apple 1, fridge 1)}
         */
        public record Part(String text, boolean holds) {}

        private record Alternative(List<StateFormula> parts, FactJoin candidates) {}

        private final PlanningGame game;
        private final List<Alternative> alternatives = new ArrayList<>();

        Subgoals(PlanningGame game) {
            this.game = game;
            for (ConjunctiveFormula each : ConjunctiveFormula.alternatives(game.goal(), new BitSet(), "goal")) {
                List<StateFormula.Atom> fixedFacts =
                        each.facts().stream().filter(fact -> !changes(fact)).toList();
                List<StateFormula> fixedChecks =
                        each.checks().stream().filter(check -> !changes(check)).toList();
                List<StateFormula> parts = Stream.<StateFormula>concat(each.facts().stream(), each.checks().stream())
                        .filter(this::changes)
                        .toList();
                BitSet slots = (BitSet) each.slots().clone();
                parts.forEach(part -> part.free(slots));
                ConjunctiveFormula fixed = new ConjunctiveFormula(slots, fixedFacts, fixedChecks);
                alternatives.add(new Alternative(
                        parts, FactJoin.plan(fixed, new BitSet(), game.goalSlotTypes(), game.initial())));
            }
        }

        private boolean changes(StateFormula formula) {
            BitSet mentioned = new BitSet();
            formula.predicates(mentioned);
            return mentioned.intersects(game.rules().fluents());
        }

        /** Returns the parts of the goal in a state; empty where no object fits, so that the goal can never be reached. */
        public List<Part> in(FactSet facts) {
            GameObjects world = game.world();
            List<Part> nearest = List.of();
            int most = -1;
            int least = Integer.MAX_VALUE;
            for (Alternative alternative : alternatives) {
                int[] seen = {0};
                int[] best = {-1};
                List<int[]> binding = new ArrayList<>();
                alternative.candidates.solve(facts, world, candidate -> {
                    int count = count(alternative.parts, facts, candidate);
                    if (count > best[0]) {
                        best[0] = count;
                        binding.clear();
                        binding.add(candidate.clone());
                    }
                    return count == alternative.parts.size() || ++seen[0] > MAX_CANDIDATES;
                });
                int missing = alternative.parts.size() - best[0];
                if (!binding.isEmpty() && (missing < least || (missing == least && best[0] > most))) {
                    most = best[0];
                    least = missing;
                    nearest = alternative.parts.stream()
                            .map(part -> new Part(
                                    text(part, binding.getFirst()), part.holds(facts, world, binding.getFirst())))
                            .toList();
                }
            }
            return nearest;
        }

        private int count(List<StateFormula> parts, FactSet facts, int[] candidate) {
            int count = 0;
            for (StateFormula part : parts) {
                if (part.holds(facts, game.world(), candidate)) {
                    count++;
                }
            }
            return count;
        }

        private String text(StateFormula formula, int[] binding) {
            return switch (formula) {
                case StateFormula.Atom atom ->
                    game.vocabulary().predicateName(atom.predicate())
                            + IntStream.of(atom.terms())
                                    .mapToObj(term -> name(term, binding))
                                    .collect(Collectors.joining(", ", "(", ")"));
                case StateFormula.Not not -> "not " + text(not.part(), binding);
                case StateFormula.And and -> all(and.parts(), " and ", binding);
                case StateFormula.Or or -> all(or.parts(), " or ", binding);
                case StateFormula.Equal equal -> name(equal.left(), binding) + " = " + name(equal.right(), binding);
                case StateFormula.Quantified quantified ->
                    (quantified.all() ? "for all ?" : "for some ?") + quantified.slot() + ": "
                            + text(quantified.part(), binding);
            };
        }

        private String all(List<StateFormula> parts, String word, int[] binding) {
            return parts.stream().map(part -> text(part, binding)).collect(Collectors.joining(word, "(", ")"));
        }

        private String name(int term, int[] binding) {
            if (term < 0) {
                return game.vocabulary().constantName(~term);
            }
            return binding[term] < 0 ? "?" + term : StateView.name(game.world(), binding[term]);
        }
    }
}
