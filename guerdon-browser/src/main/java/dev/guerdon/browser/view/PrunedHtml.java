package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.html.HtmlReader;
import dev.guerdon.browser.html.Soup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Takes from the HTML of a page what tells an agent nothing: comments, styles, scripts, and wrappers that have only a bid. */
@Internal
public final class PrunedHtml {

    private static final Set<String> OUTER = Set.of("html", "body");
    private static final Set<String> USELESS = Set.of("style", "link", "script", "br");
    private static final Set<String> WRAPPERS = Set.of("div", "span", "i", "p");

    private PrunedHtml() {}

    /**
     * Prunes a text that {@link DomText} gave.
     *
     * @param html the text
     */
    public static String of(String html) {
        Soup.Tag root = HtmlReader.read(withoutComments(html.replace('\n', ' ')));
        prune(root);
        return Soup.prettify(root);
    }

    private static String withoutComments(String html) {
        StringBuilder kept = new StringBuilder(html.length());
        int from = 0;
        int start = html.indexOf("<!--");
        while (start >= 0) {
            int end = html.indexOf("-->", start + 4);
            if (end < 0) {
                break;
            }
            kept.append(html, from, start);
            from = end + 3;
            start = html.indexOf("<!--", from);
        }
        return kept.append(html, from, html.length()).toString();
    }

    /** Inner tags go first, so that a wrapper is judged by what is left in it. */
    private static void prune(Soup.Tag root) {
        List<Soup.Tag> tags = new ArrayList<>(List.of(root));
        for (int i = 0; i < tags.size(); i++) {
            for (Soup.Node child : tags.get(i).children) {
                if (child instanceof Soup.Tag tag) {
                    tags.add(tag);
                }
            }
        }
        for (int i = tags.size() - 1; i >= 0; i--) {
            Soup.Tag tag = tags.get(i);
            List<Soup.Node> kept = new ArrayList<>(tag.children.size());
            for (Soup.Node child : tag.children) {
                if (child instanceof Soup.Tag inner && isUnwrapped(inner)) {
                    kept.addAll(inner.children);
                } else if (!(child instanceof Soup.Tag inner) || !USELESS.contains(inner.name)) {
                    kept.add(child);
                }
            }
            tag.children = kept;
        }
    }

    private static boolean isUnwrapped(Soup.Tag tag) {
        return OUTER.contains(tag.name)
                || (WRAPPERS.contains(tag.name)
                        && tag.attributes.size() == 1
                        && tag.attributes.containsKey(DomSnapshot.BID));
    }
}
