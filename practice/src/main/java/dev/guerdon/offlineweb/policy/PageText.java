package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonRepr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page as a model reads it: its accessibility tree in lines, and where its links lead.
 *
 * @param tree the text
 * @param links the addresses of links by the id that the text gives them, as the page writes them
 */
@Internal
public record PageText(String tree, Map<String, String> links) {

    private static final Map<String, String> ROLES = Arrays.stream(
                    ("h1=heading h2=heading h3=heading p=paragraph a=link ul=list li=listitem article=article"
                                    + " nav=navigation button=button input=textbox table=table caption=caption thead=rowgroup"
                                    + " tbody=rowgroup tr=row th=columnheader td=cell")
                            .split(" "))
            .map(role -> role.split("=", 2))
            .collect(Collectors.toMap(role -> role[0], role -> role[1]));
    private static final Set<String> UNSEEN = Set.of("head", "script", "style");

    /** Roles whose name is what is written in them. */
    private static final Set<String> NAMED_BY_CONTENT = Set.of("heading", "link", "button", "columnheader", "cell");

    /** Returns what a page of HTML shows. */
    public static PageText ofHtml(String html) {
        Markup page = Markup.of(html);
        StringBuilder out = new StringBuilder(html.length());
        out.append("RootWebArea ")
                .append(PythonRepr.of(find(page, "title").map(Markup::content).orElse("")))
                .append(", focused");
        Map<String, String> links = new LinkedHashMap<>();
        write(page, 1, "", out, links);
        return new PageText(out.toString(), links);
    }

    /** Returns what any other text shows: itself. */
    public static PageText ofPlain(String text) {
        return new PageText("RootWebArea '', focused\n\tStaticText " + PythonRepr.of(text), Map.of());
    }

    private static Optional<Markup> find(Markup within, String tag) {
        for (Markup child : within.children()) {
            Optional<Markup> found = child.tag().equals(tag) ? Optional.of(child) : find(child, tag);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static void write(
            Markup element, int depth, String parentName, StringBuilder out, Map<String, String> links) {
        for (Markup child : element.children()) {
            if (child.number() < 0) {
                if (!child.text().equals(parentName)) {
                    line(depth, out).append("StaticText ").append(PythonRepr.of(child.text()));
                }
                continue;
            }
            if (UNSEEN.contains(child.tag()) || child.attributes().containsKey("hidden")) {
                continue;
            }
            String role = ROLES.get(child.tag());
            if (role == null) {
                write(child, depth, parentName, out, links);
                continue;
            }
            String name = name(child, role);
            line(depth, out)
                    .append('[')
                    .append(child.number())
                    .append("] ")
                    .append(role)
                    .append(' ')
                    .append(PythonRepr.of(name));
            if (role.equals("link")) {
                links.put(String.valueOf(child.number()), child.attribute("href"));
            }
            if (role.equals("listitem")) {
                line(depth + 1, out).append("ListMarker '•'");
            }
            write(child, depth + 1, name, out, links);
        }
    }

    private static StringBuilder line(int depth, StringBuilder out) {
        return out.append('\n').append("\t".repeat(depth));
    }

    private static String name(Markup element, String role) {
        if (role.equals("table")) {
            return find(element, "caption").map(Markup::content).orElse("");
        }
        return NAMED_BY_CONTENT.contains(role) ? element.content() : element.attribute("aria-label");
    }

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

        /** Returns all text within, pieces with a space between them. */
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
}
