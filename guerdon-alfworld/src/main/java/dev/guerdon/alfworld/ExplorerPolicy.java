package dev.guerdon.alfworld;

import dev.guerdon.alfworld.plan.Explorer;
import dev.guerdon.api.Context;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;

/** Plays by what it reads and remembers, as a model must: the honest baseline. */
final class ExplorerPolicy implements Policy {

    @Override
    public String name() {
        return "alfworld-explorer";
    }

    @Override
    public String description() {
        return "ALFWorld baseline: searches the furniture, takes, cleans or heats or cools, places; reads only the texts";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Explorer()::reply;
    }
}
