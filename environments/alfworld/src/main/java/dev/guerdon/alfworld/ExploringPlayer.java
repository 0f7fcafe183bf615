package dev.guerdon.alfworld;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A player that knows nothing but the texts it was shown.
 *
 * <p>It goes from one piece of furniture to the next, what usually stands open first, until it has seen the thing it needs; takes
 * it; treats it at the sink, microwave or fridge; and brings it to its place. What does not work is not tried twice.
 */
final class ExploringPlayer {

    private static final Pattern SEEN = Pattern.compile("you see ([^.\\n]*)\\.");
    private static final Pattern NUMBERED = Pattern.compile("a (\\w+ \\d+)");
    private static final Pattern OPENS = Pattern.compile("cabinet|drawer|fridge|microwave|safe|sideboard|wardrobe|box");
    private static final String NOTHING = "Nothing happens.";

    /** Facts about a piece of furniture. */
    private static final class Place {
        private boolean visited;
        private boolean closed;
        private List<String> things = List.of();
    }

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Set<String> failed = new HashSet<>();
    private Assignment assignment = new Assignment("", 1, "", "", "");
    private String here = "";
    private String held = "";
    private String lastCommand = "";
    private String placeWord = "move";
    private boolean treated;
    private String target = "";
    private final Set<String> delivered = new HashSet<>();
    private boolean asked;

    public Message reply(List<Message> messages) {
        String text = messages.isEmpty() ? "" : messages.getLast().text();
        if (places.isEmpty()) {
            messages.stream()
                    .map(Message::text)
                    .filter(each -> each.contains("Your task is to"))
                    .reduce((one, other) -> other)
                    .ifPresent(this::begin);
            if (places.isEmpty()) {
                if (asked) {
                    return Message.assistant("I see neither a room nor a task.");
                }
                asked = true;
                return AlfworldPolicy.Replies.reset(messages);
            }
        } else {
            observe(lastCommand, text);
        }
        Optional<String> command = advise();
        if (command.isEmpty()) {
            return Message.assistant(isComplete() ? "The task is done." : "I looked everywhere and found no way.");
        }
        return AlfworldPolicy.Replies.command(command.get(), messages);
    }

    /** Reads what a game shows first. */
    void begin(String intro) {
        SEEN.matcher(intro)
                .results()
                .forEach(seen -> NUMBERED.matcher(seen.group(1))
                        .results()
                        .forEach(name -> places.put(name.group(1), new Place())));
        Set<String> kinds = new HashSet<>();
        places.keySet().forEach(name -> kinds.add(kind(name)));
        assignment = Assignment.of(Objective.of(intro), kinds);
    }

    /** Learns from what a command showed; it need not be one that the explorer would have given. */
    void observe(String command, String text) {
        if (text.strip().equals(NOTHING)) {
            if (!command.equals(lastCommand)) {
                return; // somebody else's idea
            }
            reject(command);
            if (command.startsWith("move ") && placeWord.equals("move")) {
                placeWord = "put";
            }
            return;
        }
        String[] words = command.split(" ", -1);
        String object =
                words.length < 2 ? "" : String.join(" ", List.of(words).subList(words.length - 2, words.length));
        switch (words[0]) {
            case "go" -> arrive(object, text);
            case "open", "examine" -> {
                if (places.containsKey(object)) { // a thing can be examined, too
                    arrive(object, text);
                }
            }
            case "close" -> arrive(object, object + " is closed.");
            case "take" -> {
                held = words[1] + " " + words[2];
                treated = false;
                delivered.remove(held);
                forget(held);
            }
            case "clean", "heat", "cool" -> treated = words[0].equals(assignment.treatment()) || treated;
            case "move", "put" -> {
                Place place = places.get(here);
                if (place != null) {
                    place.things = Stream.concat(place.things.stream(), Stream.of(held))
                            .toList();
                }
                if (kind(here).equals(assignment.place()) && isWanted()) {
                    delivered.add(held);
                    target = here;
                }
                held = "";
            }
            default -> {}
        }
    }

    /** Learns that a command is impossible here, without having tried it. */
    void reject(String command) {
        failed.add(isWalk(command) ? here + ": " + command : command);
    }

    /** Forgets what did not work and where it has been, since something must have been overlooked. */
    void startOver() {
        failed.clear();
        delivered.clear();
        target = "";
        treated = false;
        places.values().forEach(place -> place.visited = false);
    }

    /** Learns that this game says {@code put X in/on Y}, as older ones do. */
    void usePut() {
        placeWord = "put";
    }

    /** Returns whether what is in the hand is what the task asks for, in the state that it asks for. */
    private boolean isWanted() {
        return kind(held).equals(assignment.thing()) && (assignment.treatment().isEmpty() || treated);
    }

    private void arrive(String object, String text) {
        here = object;
        Place place = places.computeIfAbsent(here, name -> new Place());
        place.visited = true;
        place.closed = text.contains(" is closed");
        if (!place.closed) {
            place.things = things(text);
        }
    }

    private static List<String> things(String text) {
        List<String> things = new ArrayList<>();
        SEEN.matcher(text)
                .results()
                .forEach(seen -> NUMBERED.matcher(seen.group(1)).results().forEach(name -> things.add(name.group(1))));
        return things;
    }

    private void forget(String thing) {
        places.values()
                .forEach(place -> place.things = place.things.stream()
                        .filter(other -> !other.equals(thing))
                        .toList());
    }

    private boolean isComplete() {
        return delivered.size() >= assignment.count();
    }

    /** Returns what to do next; nothing if it is done, or no way is known. */
    Optional<String> advise() {
        Optional<String> command = next();
        command.ifPresent(given -> lastCommand = given);
        return command;
    }

    private Optional<String> next() {
        if (assignment.thing().isEmpty() || isComplete()) {
            return Optional.empty();
        }
        if (!held.isEmpty() && !kind(held).equals(assignment.thing())) {
            return putDown();
        }
        if (held.isEmpty()) {
            return at(assignment.thing(), "take %s from %s").or(this::explore);
        }
        if (!assignment.lamp().isEmpty()) {
            return at(assignment.lamp(), "use %s").or(this::explore);
        }
        if (!assignment.treatment().isEmpty() && !treated) {
            return treat();
        }
        return deliver();
    }

    /** Does something with a thing of a kind that was seen: goes there, or acts. */
    private Optional<String> at(String kind, String command) {
        for (Map.Entry<String, Place> entry : places.entrySet()) {
            String place = entry.getKey();
            for (String thing : entry.getValue().things) {
                String action = String.format(Locale.ROOT, command, thing, place);
                boolean wanted = kind(thing).equals(kind) && !delivered.contains(thing) && !failed.contains(action);
                if (wanted) {
                    return place.equals(here) ? open(place).or(() -> Optional.of(action)) : walk(place);
                }
            }
        }
        return Optional.empty();
    }

    /** Gets rid of a thing that nobody asked for: here, or where it goes next. */
    private Optional<String> putDown() {
        if (!here.isEmpty() && !failed.contains(placing(here))) {
            return open(here).or(() -> Optional.of(placing(here)));
        }
        return places.keySet().stream()
                .filter(place -> !place.equals(here) && !failed.contains(placing(place)))
                .flatMap(place -> walk(place).stream())
                .findFirst();
    }

    private Optional<String> explore() {
        Optional<String> opened = open(here);
        if (opened.isPresent()) {
            return opened;
        }
        for (boolean opens : new boolean[] {false, true}) {
            for (Map.Entry<String, Place> entry : places.entrySet()) {
                String place = entry.getKey();
                boolean fresh = !entry.getValue().visited || entry.getValue().closed;
                if (fresh && OPENS.matcher(place).find() == opens && walk(place).isPresent()) {
                    return walk(place);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> treat() {
        String appliance = switch (assignment.treatment()) {
            case "clean" -> "sink";
            case "heat" -> "microwave";
            default -> "fridge";
        };
        for (String place : places.keySet()) {
            String action = assignment.treatment() + " " + held + " with " + place;
            if (place.startsWith(appliance) && !failed.contains(action)) {
                Optional<String> step = place.equals(here) ? Optional.of(action) : walk(place);
                if (step.isPresent()) {
                    return step;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> deliver() {
        if (!target.isEmpty()) {
            return deliver(target);
        }
        for (String place : places.keySet()) {
            if (kind(place).equals(assignment.place())) {
                Optional<String> step = deliver(place);
                if (step.isPresent()) {
                    return step;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> deliver(String place) {
        if (!place.equals(here)) {
            return failed.contains(placing(place)) ? Optional.empty() : walk(place);
        }
        return open(place).or(() -> Optional.of(placing(place)).filter(action -> !failed.contains(action)));
    }

    private String placing(String place) {
        return placeWord.equals("move") ? "move " + held + " to " + place : "put " + held + " in/on " + place;
    }

    /** Goes somewhere; what cannot be gone to may be within reach already, beside the place where the player stands. */
    private Optional<String> walk(String place) {
        return Stream.of("go to " + place, "examine " + place)
                .filter(action -> !failed.contains(here + ": " + action))
                .findFirst();
    }

    private static boolean isWalk(String command) {
        return command.startsWith("go to ") || command.startsWith("examine ");
    }

    private Optional<String> open(String place) {
        Place known = places.get(place);
        return known != null && known.closed
                ? Optional.of("open " + place).filter(action -> !failed.contains(action))
                : Optional.empty();
    }

    private static String kind(String name) {
        int blank = name.indexOf(' ');
        return blank < 0 ? name : name.substring(0, blank);
    }

    /** Finds the task sentence in what a game shows first. */
    @Internal
    public static final class Objective {

        private static final String MARK = "Your task is to";

        private Objective() {}

        /** Returns the sentence after the mark up to the first full stop, or the empty text. */
        public static String of(String intro) {
            int mark = intro.indexOf(MARK);
            if (mark < 0) {
                return "";
            }
            int start = mark + MARK.length();
            int end = intro.indexOf('.', start);
            String sentence =
                    intro.substring(start, end < 0 ? intro.length() : end).strip();
            return sentence.startsWith(":") ? sentence.substring(1).strip() : sentence;
        }
    }

    /**
     * Task that a sentence asks for, as a player reads it.
     *
     * @param thing the kind of thing
     * @param count how many of them
     * @param treatment what to do with it first: clean, heat, cool, or empty
     * @param place the kind of furniture where it must go; empty where it must be held under a lamp
     * @param lamp the kind of lamp, empty if there is none
     */
    record Assignment(String thing, int count, String treatment, String place, String lamp) {

        private static final Set<String> SMALL_WORDS = Set.of(
                "a", "an", "some", "the", "it", "them", "both", "in", "on", "to", "at", "and", "with", "under", "of",
                "light", "put", "bring", "find", "look", "hold", "examine", "clean", "hot", "heat", "cold", "cool",
                "two", "place");

        /**
         * Reads a sentence.
         *
         * @param furniture the kinds of furniture in sight; the one that the sentence names last is the place
         */
        static Assignment of(String sentence, Collection<String> furniture) {
            List<String> words = List.of(sentence.toLowerCase(Locale.ROOT).split("[^a-z]+"));
            String lamp = words.stream().filter(word -> word.endsWith("lamp")).reduce("", (one, other) -> other);
            String place =
                    lamp.isEmpty() ? words.stream().filter(furniture::contains).reduce("", (one, other) -> other) : "";
            String thing = words.stream()
                    .filter(word -> !SMALL_WORDS.contains(word) && !word.isEmpty())
                    .filter(word -> !word.equals(place) && !word.equals(lamp))
                    .findFirst()
                    .orElse("");
            return new Assignment(thing, words.contains("two") ? 2 : 1, treatment(words), place, lamp);
        }

        private static String treatment(List<String> words) {
            if (words.contains("clean")) {
                return "clean";
            }
            if (words.contains("hot") || words.contains("heat")) {
                return "heat";
            }
            return words.contains("cold") || words.contains("cool") ? "cool" : "";
        }
    }
}
