package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.FactSet;
import dev.guerdon.alfworld.game.GameEpisode;
import dev.guerdon.alfworld.game.PlanningGame;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;

/** Commands that win from one state, searched for when somebody first asks. May be asked by any thread. */
final class PlanAhead {

    private final PlanningGame game;
    private final FactSet from;
    private boolean searched;
    private Optional<List<String>> found = Optional.empty();

    public PlanAhead(PlanningGame game, FactSet from) {
        this.game = game;
        this.from = from;
    }

    /** Returns the commands; empty where the state is won, nothing where the planner found no way. */
    public synchronized Optional<List<String>> commands() {
        if (!searched) {
            found = GamePlanner.plan(game, from);
            searched = true;
        }
        return found;
    }

    /** Returns the plan from the state that a command led to: what is left of this one where it foresaw the command. */
    public synchronized PlanAhead after(String command, FactSet now) {
        if (now == from) {
            return this;
        }
        PlanAhead next = new PlanAhead(game, now);
        List<String> commands = found.orElse(List.of());
        if (!commands.isEmpty() && commands.getFirst().equals(GameEpisode.strip(command))) {
            next.found = Optional.of(commands.subList(1, commands.size()));
            next.searched = true;
        }
        return next;
    }

    /** Returns the commands as a list that is searched for when it is first read; empty if there is no way. */
    public List<String> asList() {
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return commands().orElse(List.of()).get(index);
            }

            @Override
            public int size() {
                return commands().map(List::size).orElse(0);
            }
        };
    }
}
