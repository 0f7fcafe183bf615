package dev.guerdon.scienceworld.minilab;

import dev.guerdon.scienceworld.minilab.MinilabThing.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Actions in {@code minilab} with things: how it is spelled, when it is listed, what it does. */
final class MinilabActions {

    private static final String DOOR = "door to ";

    private final MinilabWorld world;
    private final List<Template> templates;

    /** A kind of action on what is in reach. */
    private sealed interface Template {

        /** Does the action if the words spell it. */
        Optional<String> perform(MinilabWorld world, String words);

        /** Returns the spellings that make sense now. */
        Stream<String> listed(MinilabWorld world);
    }

    /** {@code verb thing} */
    private record OnThing(List<String> verbs, Predicate<MinilabThing> sensible, Function<MinilabThing, String> effect)
            implements Template {

        @Override
        public Optional<String> perform(MinilabWorld world, String words) {
            return verbs.stream()
                    .filter(verb -> words.startsWith(verb + " "))
                    .flatMap(verb -> world.reach(words.substring(verb.length() + 1)).stream())
                    .findFirst()
                    .map(effect);
        }

        @Override
        public Stream<String> listed(MinilabWorld world) {
            return world.reach().filter(sensible).map(thing -> verbs.getFirst() + " " + thing.name());
        }
    }

    /** {@code verb thing preposition thing} */
    private record OnTwo(
            List<String> verbs,
            List<String> prepositions,
            BiPredicate<MinilabThing, MinilabThing> sensible,
            BiFunction<MinilabThing, MinilabThing, String> effect)
            implements Template {

        @Override
        public Optional<String> perform(MinilabWorld world, String words) {
            for (String verb : verbs) {
                for (String preposition : prepositions) {
                    int at = words.indexOf(" " + preposition + " ");
                    if (words.startsWith(verb + " ") && at > verb.length()) {
                        Optional<MinilabThing> one = world.reach(words.substring(verb.length() + 1, at));
                        Optional<MinilabThing> other = world.reach(words.substring(at + preposition.length() + 2));
                        if (one.isPresent() && other.isPresent()) {
                            return Optional.of(effect.apply(one.get(), other.get()));
                        }
                    }
                }
            }
            return Optional.empty();
        }

        @Override
        public Stream<String> listed(MinilabWorld world) {
            List<MinilabThing> reach = world.reach().toList();
            return reach.stream()
                    .flatMap(one -> reach.stream()
                            .filter(other -> one != other && sensible.test(one, other))
                            .map(other -> verbs.getFirst() + " " + one.name() + " " + prepositions.getFirst() + " "
                                    + other.name()));
        }
    }

    MinilabActions(MinilabWorld world) {
        this.world = world;
        templates = List.of(
                new OnThing(List.of("look at", "examine"), thing -> true, this::lookAt),
                new OnThing(List.of("open"), thing -> thing.kind() == Kind.FREEZER && !thing.open(), this::open),
                new OnThing(List.of("close"), thing -> thing.kind() == Kind.FREEZER && thing.open(), this::close),
                new OnThing(
                        List.of("activate", "turn on"),
                        thing -> thing.kind() == Kind.STOVE && !thing.on(),
                        thing -> turn(thing, true)),
                new OnThing(
                        List.of("deactivate", "turn off"),
                        thing -> thing.kind() == Kind.STOVE && thing.on(),
                        thing -> turn(thing, false)),
                new OnThing(
                        List.of("pick up", "take", "get"),
                        thing -> thing.portable() && thing.container() != world.inventory(),
                        this::pickUp),
                new OnThing(
                        List.of("put down", "drop"), thing -> thing.container() == world.inventory(), this::putDown),
                new OnThing(List.of("mix", "stir"), MinilabActions::canMix, this::mix),
                new OnThing(List.of("focus on", "focus"), thing -> true, this::focusOn),
                new OnTwo(List.of("move", "put"), List.of("to", "in", "into", "on"), this::canMove, this::move),
                new OnTwo(List.of("pour"), List.of("into", "in", "to", "on"), this::canPour, this::pour),
                new OnTwo(
                        List.of("use"),
                        List.of("on", "with"),
                        (tool, thing) -> tool.kind() == Kind.THERMOMETER || tool.kind() == Kind.CIRCUIT_TESTER,
                        this::use));
    }

    /** Does what the words spell, if they spell an action. */
    Optional<String> perform(String words) {
        return doorAction(words)
                .or(() -> templates.stream()
                        .flatMap(template -> template.perform(world, words).stream())
                        .findFirst());
    }

    /** Returns every action with things or doors that makes sense now. */
    List<String> listed() {
        List<String> actions = new ArrayList<>();
        world.doors(world.here().name()).forEach((room, door) -> {
            actions.add((door.open() ? "close " : "open ") + DOOR + room);
            if (door.open()) {
                actions.add("go to " + room);
            }
        });
        templates.stream().flatMap(template -> template.listed(world)).forEach(actions::add);
        return actions;
    }

    private Optional<String> doorAction(String words) {
        for (var way : world.doors(world.here().name()).entrySet()) {
            String room = way.getKey();
            MinilabWorld.Door door = way.getValue();
            if (words.equals("open " + DOOR + room)) {
                boolean was = door.open();
                door.open(true);
                return Optional.of(was ? "The door is already open." : "The door is now open.");
            }
            if (words.equals("close " + DOOR + room)) {
                boolean was = door.open();
                door.open(false);
                return Optional.of(was ? "The door is now closed." : "The door is already closed.");
            }
            if (words.equals("go to " + room) || words.equals("go through " + DOOR + room)) {
                if (!door.open()) {
                    return Optional.of("The door to the " + room + " is closed.");
                }
                world.go(room);
                return Optional.of("You walk to the " + room + ".");
            }
        }
        return Optional.empty();
    }

    private String lookAt(MinilabThing thing) {
        return MinilabWorld.describe(thing) + ".";
    }

    private String open(MinilabThing thing) {
        if (thing.kind() != Kind.FREEZER) {
            return "The " + thing.name() + " has nothing to open.";
        }
        thing.open(true);
        return "The " + thing.name() + " is open.";
    }

    private String close(MinilabThing thing) {
        if (thing.kind() != Kind.FREEZER) {
            return "The " + thing.name() + " has nothing to close.";
        }
        thing.open(false);
        return "The " + thing.name() + " is closed.";
    }

    private String turn(MinilabThing thing, boolean on) {
        if (thing.kind() != Kind.STOVE) {
            return "The " + thing.name() + " has no switch.";
        }
        thing.on(on);
        return "The " + thing.name() + (on ? " is on." : " is off.");
    }

    private String pickUp(MinilabThing thing) {
        if (!thing.portable()) {
            return "The " + thing.name() + " cannot be picked up.";
        }
        thing.moveTo(world.inventory());
        return "You take the " + thing.name() + ".";
    }

    private String putDown(MinilabThing thing) {
        if (thing.container() != world.inventory()) {
            return "You do not hold the " + thing.name() + ".";
        }
        thing.moveTo(world.here());
        return "You put the " + thing.name() + " down.";
    }

    private String focusOn(MinilabThing thing) {
        world.focus(thing);
        return "You focus on the " + thing.name() + ".";
    }

    private boolean canMove(MinilabThing thing, MinilabThing target) {
        return thing.portable()
                && target.holdsThings()
                && target.open()
                && !target.isInside(thing)
                && thing.container() != target;
    }

    private String move(MinilabThing thing, MinilabThing target) {
        if (!canMove(thing, target)) {
            return "The " + thing.name() + " cannot be moved there.";
        }
        thing.moveTo(target);
        return "You move the " + thing.name() + " to the " + target.name() + ".";
    }

    private boolean canPour(MinilabThing source, MinilabThing target) {
        boolean pourable = source.kind() == Kind.VESSEL
                ? source.contents().stream().anyMatch(one -> one.kind() == Kind.SUBSTANCE)
                : source.isIn(MinilabSubstance.State.LIQUID);
        return pourable
                && target.kind() == Kind.VESSEL
                && source != target
                && !target.isInside(source)
                && source.container() != target;
    }

    private String pour(MinilabThing source, MinilabThing target) {
        if (!canPour(source, target)) {
            return "The " + source.name() + " cannot be poured there.";
        }
        List<MinilabThing> moved = source.kind() == Kind.VESSEL
                ? source.contents().stream()
                        .filter(one -> one.kind() == Kind.SUBSTANCE)
                        .toList()
                : List.of(source);
        moved.forEach(one -> one.moveTo(target));
        return "You pour the "
                + String.join(
                        " and the ", moved.stream().map(MinilabThing::name).toList()) + " into the " + target.name()
                + ".";
    }

    private static boolean canMix(MinilabThing thing) {
        return thing.kind() == Kind.VESSEL && thing.contents().size() > 1;
    }

    private String mix(MinilabThing vessel) {
        if (!canMix(vessel)) {
            return "There is nothing to mix in the " + vessel.name() + ".";
        }
        List<MinilabThing> parts = vessel.contents();
        for (MinilabSubstance.Mixture mixture : MinilabSubstance.MIXTURES) {
            if (parts.size() == 2
                    && parts.stream().anyMatch(part -> part.is(mixture.one()))
                    && parts.stream().anyMatch(part -> part.is(mixture.other()))) {
                int temperature =
                        (parts.getFirst().temperature() + parts.getLast().temperature()) / 2;
                List.copyOf(parts).forEach(MinilabThing::leave);
                MinilabThing product = MinilabThing.substance(mixture.product(), temperature);
                product.moveTo(vessel);
                return "You mix what is in the " + vessel.name() + " and get " + product.name() + ".";
            }
        }
        return "You stir, and nothing changes.";
    }

    private String use(MinilabThing tool, MinilabThing thing) {
        return switch (tool.kind()) {
            case THERMOMETER -> {
                world.tested(tool, thing);
                yield "The thermometer reads " + thing.temperature() + " degrees Celsius.";
            }
            case CIRCUIT_TESTER -> {
                world.tested(tool, thing);
                yield thing.conductive()
                        ? "The lamp of the circuit tester lights up."
                        : "The lamp of the circuit tester stays dark.";
            }
            default -> "The " + tool.name() + " is of no use for that.";
        };
    }
}
