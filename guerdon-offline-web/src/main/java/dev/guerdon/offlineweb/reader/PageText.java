package dev.guerdon.offlineweb.reader;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Repr;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A page as a model reads it: its accessibility tree in lines, and where its links lead.
 *
 * @param tree the text
 * @param links the addresses of links by the id that the text gives them, as the page writes them
 */
@Internal
public record PageText(String tree, Map<String, String> links) {

    private static final Map<String, String> ROLES = Map.ofEntries(
            Map.entry("h1", "heading"),
            Map.entry("h2", "heading"),
            Map.entry("h3", "heading"),
            Map.entry("p", "paragraph"),
            Map.entry("a", "link"),
            Map.entry("ul", "list"),
            Map.entry("li", "listitem"),
            Map.entry("article", "article"),
            Map.entry("nav", "navigation"),
            Map.entry("button", "button"),
            Map.entry("input", "textbox"),
            Map.entry("table", "table"),
            Map.entry("caption", "caption"),
            Map.entry("thead", "rowgroup"),
            Map.entry("tbody", "rowgroup"),
            Map.entry("tr", "row"),
            Map.entry("th", "columnheader"),
            Map.entry("td", "cell"));
    private static final Set<String> UNSEEN = Set.of("head", "script", "style");

    /** Roles whose name is what is written in them. */
    private static final Set<String> NAMED_BY_CONTENT = Set.of("heading", "link", "button", "columnheader", "cell");

    /** What a page of HTML shows. */
    public static PageText ofHtml(String html) {
        Markup page = Markup.of(html);
        StringBuilder out = new StringBuilder(html.length());
        out.append("RootWebArea ")
                .append(Repr.of(find(page, "title").map(Markup::content).orElse("")))
                .append(", focused");
        Map<String, String> links = new LinkedHashMap<>();
        write(page, 1, "", out, links);
        return new PageText(out.toString(), links);
    }

    /** What any other text shows: itself. */
    public static PageText ofPlain(String text) {
        return new PageText("RootWebArea '', focused\n\tStaticText " + Repr.of(text), Map.of());
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
                    line(depth, out).append("StaticText ").append(Repr.of(child.text()));
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
                    .append(Repr.of(name));
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
}
