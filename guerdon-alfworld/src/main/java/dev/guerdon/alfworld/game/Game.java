package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.ActionSchema;
import dev.guerdon.alfworld.logic.Conjunction;
import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.alfworld.logic.Formula;
import dev.guerdon.alfworld.logic.GroundAction;
import dev.guerdon.alfworld.logic.GroundTask;
import dev.guerdon.alfworld.logic.Join;
import dev.guerdon.alfworld.logic.Vocabulary;
import dev.guerdon.alfworld.logic.World;
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
import org.jspecify.annotations.Nullable;

/**
 * A loaded game: what never changes while it is played. Shared by all its episodes, in any number of threads.
 *
 * <p>Commands that do not depend on the state are rendered once and remembered, so that listing the commands of a state costs the
 * joins and a sort.
 */
@Internal
public final class Game {

    /**
     * One way to satisfy an action's precondition.
     *
     * @param prefix how every command of the action begins
     */
    private record PlannedAction(
            ActionSchema schema, Conjunction alternative, Join join, boolean mayBeIdle, String prefix) {}

    private static final Comparator<Command> IN_ORDER =
            Comparator.comparing(Command::text).thenComparing(Command::action);

    private record Grounded(@Nullable GroundTask task) {}

    private final String name;
    private final Rules rules;
    private final Optional<List<Rules.Production>> task;
    private final ProblemReader.Problem problem;
    private final Optional<List<String>> walkthrough;
    private final List<PlannedAction> actions;
    private final List<Join> goal;
    private volatile @Nullable Start start;
    private volatile @Nullable Subgoals subgoals;
    private volatile SoftReference<Grounded> grounded = new SoftReference<>(null);
    private final Map<GroundAction, Command> steadyCommands;

    /**
     * Makes a game.
     *
     * @param name names it in messages
     * @param task the task sentence where it is not part of the shared rules
     * @param walkthrough the commands that solve it, where the file has them
     */
    Game(
            String name,
            Rules rules,
            @Nullable Template task,
            ProblemReader.Problem problem,
            @Nullable List<String> walkthrough) {
        this.name = name;
        this.rules = rules;
        this.task = Optional.ofNullable(task).map(template -> List.of(new Rules.Production(template, null)));
        this.problem = problem;
        this.walkthrough = Optional.ofNullable(walkthrough);
        this.steadyCommands = new ConcurrentHashMap<>();
        this.actions = new ArrayList<>();
        this.goal = new ArrayList<>();
        for (ActionSchema schema : rules.actions()) {
            for (Conjunction alternative : schema.alternatives()) {
                Join join = Join.plan(alternative, schema.parameterSlots(), schema.slotTypes(), problem.initial());
                actions.add(new PlannedAction(
                        schema, alternative, join, schema.mayBeIdle(alternative), rules.commandPrefix(schema)));
            }
        }
        for (Conjunction alternative : Conjunction.alternatives(problem.goal(), new BitSet(), name + ", goal")) {
            goal.add(Join.plan(alternative, new BitSet(), problem.goalSlotTypes(), problem.initial()));
        }
    }

    private Game(Game other, Template task) {
        this.name = other.name;
        this.rules = other.rules;
        this.task = Optional.of(List.of(new Rules.Production(task, null)));
        this.problem = other.problem;
        this.walkthrough = other.walkthrough;
        this.steadyCommands = other.steadyCommands;
        this.actions = other.actions;
        this.goal = other.goal;
    }

    /** The same game with another task sentence, which is taken as it stands; everything else is shared. */
    public Game withTask(String sentence) {
        return new Game(this, new Template(List.of(new Template.Literal(sentence))));
    }

    String name() {
        return name;
    }

    Rules rules() {
        return rules;
    }

    World world() {
        return problem.world();
    }

    Vocabulary vocabulary() {
        return problem.vocabulary();
    }

    Formula goal() {
        return problem.goal();
    }

    int[] goalSlotTypes() {
        return problem.goalSlotTypes();
    }

    /** The goal in planning language, on one line. */
    public String goalText() {
        return problem.goalText();
    }

    public Facts initial() {
        return problem.initial();
    }

    /** The commands that win from the start, where the file says so. */
    public Optional<List<String>> walkthrough() {
        return walkthrough;
    }

    Optional<List<Rules.Production>> rule(String rule) {
        return rule.equals("task") && task.isPresent() ? task : rules.rule(rule);
    }

    /**
     * How every episode of the game begins.
     *
     * @param intro what the player sees first
     */
    record Start(String intro, Choices choices, boolean won) {}

    /** The beginning, which is worked out once. */
    Start start() {
        Start known = start;
        if (known == null) {
            // Listed at once: a command that cannot be rendered is told before anyone plays.
            Choices choices = choices(initial()).now();
            known = new Start(Renderer.rule(this, initial(), "intro"), choices, isWon(initial()));
            start = known;
        }
        return known;
    }

    /** What the player sees first. */
    public String intro() {
        return start().intro();
    }

    public boolean isWon(Facts facts) {
        for (Join join : goal) {
            if (join.solve(facts, world(), binding -> true)) {
                return true;
            }
        }
        return false;
    }

    /** The commands that a state allows, each once, sorted. */
    Command[] commands(Facts facts) {
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

    /** The command of a text in a state; only the actions whose commands begin like it are looked at. */
    public Optional<Command> find(Facts facts, String text) {
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

    /** Which of two actions a command means that fits both: the first in the domain, then in the order of the arguments. */
    private static Command first(Command one, Command other) {
        return one.action().compareTo(other.action()) <= 0 ? one : other;
    }

    private void solve(PlannedAction planned, Facts facts, Consumer<Command> found) {
        int parameters = planned.schema.parameters().size();
        planned.join.solve(facts, world(), binding -> {
            if (!planned.mayBeIdle || !planned.schema.isIdle(planned.alternative, world(), binding)) {
                found.accept(command(facts, new GroundAction(planned.schema, Arrays.copyOf(binding, parameters))));
            }
            return false;
        });
    }

    /** The commands that a state allows; they are listed when they are looked at. */
    public Choices choices(Facts facts) {
        return new Choices(this, facts);
    }

    /** The command of an action in a state. */
    public Command command(Facts facts, GroundAction action) {
        if (!rules.hasSteadyCommand(action.schema())) {
            return new Command(action, Renderer.command(this, facts, action.schema(), action.arguments()));
        }
        Command known = steadyCommands.get(action);
        if (known == null) {
            known = new Command(action, Renderer.command(this, facts, action.schema(), action.arguments()));
            Command earlier = steadyCommands.putIfAbsent(action, known);
            known = earlier == null ? known : earlier;
        }
        return known;
    }

    public Facts apply(Facts facts, GroundAction action) {
        return action.schema().apply(facts, world(), action.arguments(), rules.denials());
    }

    /** The game written out for the planner; made on first use and dropped when memory is short. */
    public Optional<GroundTask> groundTask() {
        Grounded known = grounded.get();
        if (known == null) {
            known = new Grounded(Grounding.of(this).orElse(null));
            grounded = new SoftReference<>(known);
        }
        return Optional.ofNullable(known.task);
    }

    /** The parts of the goal; worked out on first use. */
    public Subgoals subgoals() {
        Subgoals known = subgoals;
        if (known == null) {
            known = new Subgoals(this);
            subgoals = known;
        }
        return known;
    }

    String feedback(Facts after, GroundAction action) {
        return Renderer.feedback(this, after, action.schema(), action.arguments());
    }
}
