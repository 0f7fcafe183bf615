package dev.guerdon.browser.view;

import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The open elements while HTML is read, with what HTML 4 lets authors leave out: head, body, paragraphs and end tags. */
final class OpenElements {

    private static final Set<String> HEAD_CONTENT = Set.of("script", "style", "meta", "link", "title", "base");
    private static final Set<String> FRAMES = Set.of("noframes", "frame", "frameset");
    private static final Set<String> ONCE = Set.of("html", "head", "body");

    private final SoupTree soup;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private boolean headSeen;
    private boolean bodySeen;

    /** Number of tags of {@link #ONCE} that were passed over, whose end tags are passed over too. */
    private int discarded;

    OpenElements(SoupTree soup) {
        this.soup = soup;
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    private boolean isOpen(String name) {
        return counts.getOrDefault(name, 0) > 0;
    }

    /** Returns the innermost element, or an empty name. */
    String current() {
        return names.isEmpty() ? "" : names.getLast();
    }

    /** Returns whether the content is text without any markup. */
    boolean isRaw() {
        return current().equals("script") || current().equals("style");
    }

    /** Returns whether text cannot stand here. */
    boolean hasNoContent() {
        return names.isEmpty() || current().equals("html") || current().equals("head");
    }

    /**
     * Ends what the new element ends and begins what it implies.
     *
     * @return whether the element must be passed over
     */
    boolean prepare(String name) {
        while (!names.isEmpty() && Html4.ends(current(), name)) {
            end();
        }
        imply(name);
        boolean discard = switch (name) {
            case "html" -> !names.isEmpty();
            case "head" -> names.size() != 1;
            case "body" -> isOpen("body");
            default -> false;
        };
        discarded += discard ? 1 : 0;
        return discard;
    }

    private void imply(String name) {
        if (name.equals("html")) {
            return;
        }
        if (names.isEmpty()) {
            start("html", Map.of());
        }
        if (name.equals("body") || name.equals("head")) {
            return;
        }
        if (names.size() == 1 && HEAD_CONTENT.contains(name)) {
            if (!headSeen) {
                start("head", Map.of());
            }
        } else if (!FRAMES.contains(name) && !bodySeen && !isOpen("body") && !isOpen("head")) {
            start("body", Map.of());
        }
    }

    /** Begins a paragraph where text cannot stand by itself. */
    void checkParagraph() {
        if (hasNoContent()) {
            prepare("p");
            start("p", Map.of());
        }
    }

    void start(String name, Map<String, String> attributes) {
        headSeen |= name.equals("head") || name.equals("body");
        bodySeen |= name.equals("body");
        names.add(name);
        counts.merge(name, 1, Integer::sum);
        soup.start(name, attributes);
    }

    /** Ends the innermost element. */
    void end() {
        if (!names.isEmpty()) {
            String name = current();
            forget();
            soup.end(name);
        }
    }

    /** Leaves the innermost element, whose tag was cut off, without an end. */
    void forget() {
        if (!names.isEmpty()) {
            counts.merge(names.removeLast(), -1, Integer::sum);
        }
    }

    /** Ends the elements that an end tag reaches. */
    void endTag(String name) {
        if (discarded > 0 && ONCE.contains(name)) {
            discarded--;
            return;
        }
        if (!isOpen(name)) {
            return;
        }
        int priority = Html4.priority(name);
        for (int i = names.size() - 1; i >= 0; i--) {
            String inner = names.get(i);
            if (inner.equals(name)) {
                while (names.size() > i) {
                    end();
                }
                return;
            }
            if (Html4.priority(inner) > priority) {
                return;
            }
        }
    }

    void endAll() {
        while (!names.isEmpty()) {
            end();
        }
    }

    /** Elements and character names that an HTML 4 parser knows. */
    static final class Html4 {

        static final Set<String> VOID = Set.of(
                "area",
                "base",
                "basefont",
                "br",
                "col",
                "frame",
                "hr",
                "img",
                "input",
                "isindex",
                "link",
                "meta",
                "param");

        private static final Map<String, Set<String>> CLOSES = new HashMap<>();
        private static final Map<String, Integer> ENTITIES = new HashMap<>();
        private static final int USUAL_PRIORITY = 100;

        static {
            Utf8.resource(Html4.class, "html4.txt")
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(Html4::read);
        }

        private static void read(String line) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("close")) {
                CLOSES.put(words[1], new HashSet<>(Arrays.asList(words).subList(2, words.length)));
            } else {
                for (int i = 1; i < words.length; i++) {
                    int equals = words[i].indexOf('=');
                    ENTITIES.put(words[i].substring(0, equals), Integer.parseInt(words[i].substring(equals + 1), 16));
                }
            }
        }

        /** Returns whether the start of an element ends the open one. */
        static boolean ends(String open, String started) {
            return CLOSES.getOrDefault(open, Set.of()).contains(started);
        }

        /** Returns the character of that name, or -1. */
        static int entity(String name) {
            return ENTITIES.getOrDefault(name, -1);
        }

        /** Returns how strong an element is against end tags of others: a weaker end tag does not reach across it. */
        static int priority(String name) {
            return switch (name) {
                case "div" -> 150;
                case "td", "th" -> 160;
                case "tr" -> 170;
                case "thead", "tbody", "tfoot" -> 180;
                case "table" -> 190;
                case "head", "body" -> 200;
                case "html" -> 220;
                default -> USUAL_PRIORITY;
            };
        }
    }
}
