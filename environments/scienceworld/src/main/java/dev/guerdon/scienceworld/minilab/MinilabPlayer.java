package dev.guerdon.scienceworld.minilab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Plays {@code minilab} with full knowledge of the house, and writes down what it does. */
final class MinilabPlayer {

    private static final int MOST_WAITING = 100;

    private final MinilabWorld world;
    private final Consumer<String> step;
    private final List<String> actions = new ArrayList<>();

    /**
     * @param world where it plays
     * @param step takes an action
     */
    MinilabPlayer(MinilabWorld world, Consumer<String> step) {
        this.world = world;
        this.step = step;
    }

    List<String> actions() {
        return List.copyOf(actions);
    }

    void act(String action) {
        actions.add(action);
        step.accept(action);
    }

    void waitUntil(BooleanSupplier condition) {
        for (int i = 0; i < MOST_WAITING && !condition.getAsBoolean(); i++) {
            act("wait1");
        }
    }

    /** Takes the shortest way, and opens the doors on it. */
    void walkTo(MinilabThing room) {
        for (String next : way(world.here().name(), room.name())) {
            MinilabWorld.Door door = world.doors(world.here().name()).get(next);
            if (door != null && !door.open()) {
                act("open door to " + next);
            }
            act("go to " + next);
        }
    }

    private List<String> way(String from, String to) {
        Map<String, String> cameFrom = new HashMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(from));
        cameFrom.put(from, from);
        while (!open.isEmpty()) {
            String room = open.removeFirst();
            for (String next : world.doors(room).keySet()) {
                if (cameFrom.putIfAbsent(next, room) == null) {
                    open.addLast(next);
                }
            }
        }
        List<String> way = new ArrayList<>();
        for (String room = to; !room.equals(from); room = cameFrom.getOrDefault(room, from)) {
            way.addFirst(room);
        }
        return way;
    }
}
