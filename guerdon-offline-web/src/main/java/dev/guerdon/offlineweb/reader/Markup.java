package dev.guerdon.offlineweb.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An element of a page, or a piece of its text.
 *
 * @param tag the element's name; empty for text
 * @param number its place among all elements, from 0; -1 for text
 * @param attributes its attributes
 * @param text the text, empty for an element
 * @param children what is within it
 */
record Markup(String tag, int number, Map<String, String> attributes, String text, List<Markup> children) {

    private static final Set<String> EMPTY = Set.of("meta", "link", "input", "br", "img", "hr");
    private static final Set<String> RAW = Set.of("script", "style", "title");
    private static final Pattern TAG = Pattern.compile("<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"]|\"[^\"]*\")*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([a-zA-Z-]+)(?:=\"([^\"]*)\")?");
    private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt|quot|#\\d{1,6}|#x[0-9a-fA-F]{1,5});");

    /** Reads a page; end tags that fit nothing are skipped. */
    static Markup of(String html) {
        Markup root = new Markup("", -1, Map.of(), "", new ArrayList<>());
        List<Markup> open = new ArrayList<>(List.of(root));
        Matcher tags = TAG.matcher(html);
        int at = 0;
        int number = 0;
        while (tags.find(at)) {
            addText(html.substring(at, tags.start()), open.getLast());
            at = tags.end();
            String name = tags.group(2).toLowerCase(Locale.ROOT);
            if (!tags.group(1).isEmpty()) {
                close(name, open);
                continue;
            }
            Markup element = new Markup(name, number++, attributes(tags.group(3)), "", new ArrayList<>());
            open.getLast().children.add(element);
            if (RAW.contains(name)) {
                int end = html.indexOf("</" + name, at);
                int stop = end < 0 ? html.length() : end;
                addText(html.substring(at, stop), element);
                at = stop;
            }
            if (!EMPTY.contains(name)) {
                open.add(element);
            }
        }
        addText(html.substring(at), open.getLast());
        return root;
    }

    private static void close(String name, List<Markup> open) {
        for (int i = open.size() - 1; i > 0; i--) {
            if (open.get(i).tag.equals(name)) {
                open.subList(i, open.size()).clear();
                return;
            }
        }
    }

    private static void addText(String written, Markup parent) {
        String text = decoded(written).replaceAll("[ \\t\\r\\n]+", " ");
        if (!text.isBlank() && !written.startsWith("<!")) {
            parent.children.add(new Markup("", -1, Map.of(), text.strip(), List.of()));
        }
    }

    private static Map<String, String> attributes(String written) {
        Map<String, String> attributes = new LinkedHashMap<>();
        Matcher found = ATTRIBUTE.matcher(written);
        while (found.find()) {
            attributes.put(
                    found.group(1).toLowerCase(Locale.ROOT), found.group(2) == null ? "" : decoded(found.group(2)));
        }
        return attributes;
    }

    private static String decoded(String text) {
        return ENTITY.matcher(text)
                .replaceAll(entity -> Matcher.quoteReplacement(
                        switch (entity.group(1)) {
                            case "amp" -> "&";
                            case "lt" -> "<";
                            case "gt" -> ">";
                            case "quot" -> "\"";
                            default -> character(entity.group(1).substring(1));
                        }));
    }

    private static String character(String number) {
        int code = number.startsWith("x") ? Integer.parseInt(number.substring(1), 16) : Integer.parseInt(number);
        return Character.isValidCodePoint(code) ? Character.toString(code) : "";
    }

    String attribute(String name) {
        return attributes.getOrDefault(name, "");
    }

    /** All text within, pieces with a space between them. */
    String content() {
        if (tag.isEmpty() && number < 0 && children.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (Markup child : children) {
            String part = child.content();
            out.append(out.isEmpty() || part.isEmpty() ? "" : " ").append(part);
        }
        return out.toString();
    }
}
