package dev.guerdon.alfworld.plan;

import dev.guerdon.alfworld.game.Episode;
import dev.guerdon.alfworld.game.Game;
import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.api.Internal;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;

/** Commands that win from one state, searched for when somebody first asks. May be asked by any thread. */
@Internal
public final class PlanAhead {

    private final Game game;
    private final Facts from;
    private boolean searched;
    private Optional<List<String>> found = Optional.empty();

    public PlanAhead(Game game, Facts from) {
        this.game = game;
        this.from = from;
    }

    /** The commands; empty where the state is won, nothing where the planner found no way. */
    public synchronized Optional<List<String>> commands() {
        if (!searched) {
            found = Planner.plan(game, from);
            searched = true;
        }
        return found;
    }

    /** The plan from the state that a command led to: what is left of this one where it foresaw the command. */
    public synchronized PlanAhead after(String command, Facts now) {
        if (now == from) {
            return this;
        }
        PlanAhead next = new PlanAhead(game, now);
        List<String> commands = found.orElse(List.of());
        if (!commands.isEmpty() && commands.getFirst().equals(Episode.strip(command))) {
            next.found = Optional.of(commands.subList(1, commands.size()));
            next.searched = true;
        }
        return next;
    }

    /** The commands as a list that is searched for when it is first read; empty where there is no way. */
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
