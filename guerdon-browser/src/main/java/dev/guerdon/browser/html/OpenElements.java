package dev.guerdon.browser.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The open elements while HTML is read, with what HTML 4 lets authors leave out: head, body, paragraphs and end tags. */
final class OpenElements {

    private static final Set<String> HEAD_CONTENT = Set.of("script", "style", "meta", "link", "title", "base");
    private static final Set<String> FRAMES = Set.of("noframes", "frame", "frameset");
    private static final Set<String> ONCE = Set.of("html", "head", "body");

    private final Soup soup;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private boolean headSeen;
    private boolean bodySeen;

    /** How many tags of {@link #ONCE} were passed over, whose end tags are passed over too. */
    private int discarded;

    OpenElements(Soup soup) {
        this.soup = soup;
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    private boolean isOpen(String name) {
        return counts.getOrDefault(name, 0) > 0;
    }

    /** The innermost element, or an empty name. */
    String current() {
        return names.isEmpty() ? "" : names.getLast();
    }

    /** Whether the content is text without any markup. */
    boolean isRaw() {
        return current().equals("script") || current().equals("style");
    }

    /** Whether text cannot stand here. */
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
}
