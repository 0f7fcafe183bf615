package dev.guerdon.viewer.episode;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at the tags of a page as a browser would read them. */
public final class Markup {

    private static final Pattern TAG = Pattern.compile("<[a-zA-Z/](?:[^\"'>]|\"[^\"]*\"|'[^']*')*>");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s([a-zA-Z:-]+)(?:=\"([^\"]*)\")?");

    private Markup() {}

    /** Everything in a page that could run, load from elsewhere, or style it: there should be nothing. */
    public static List<String> dangers(String html) {
        return TAG.matcher(html)
                .results()
                .map(match -> match.group())
                .flatMap(Markup::dangers0)
                .toList();
    }

    /** What a reader reads: the page without its tags. */
    public static String text(String html) {
        return TAG.matcher(html).replaceAll("");
    }

    private static Stream<String> dangers0(String tag) {
        String lower = tag.toLowerCase(java.util.Locale.ROOT);
        if (lower.startsWith("<script") && !lower.matches("<script src=\"/assets/[^\"]*\"(?: defer)?>")) {
            return Stream.of(tag);
        }
        if (lower.matches("<(?:iframe|object|embed|base|style|link(?! rel=\"(?:stylesheet|icon)\")).*")) {
            return Stream.of(tag);
        }
        Matcher attribute = ATTRIBUTE.matcher(tag);
        while (attribute.find()) {
            String name = attribute.group(1).toLowerCase(java.util.Locale.ROOT);
            String value =
                    attribute.group(2) == null ? "" : attribute.group(2).strip().toLowerCase(java.util.Locale.ROOT);
            boolean address = List.of("href", "src", "action", "xlink:href", "formaction", "srcset")
                    .contains(name);
            boolean external = lower.contains("rel=\"noopener noreferrer nofollow external\"");
            if (name.startsWith("on")
                    || name.equals("style")
                    || (address
                            && !value.isEmpty()
                            && !value.startsWith("/")
                            && !value.startsWith("#")
                            && !(external && (value.startsWith("http://") || value.startsWith("https://"))))
                    || (address && value.startsWith("//"))) {
                return Stream.of(tag);
            }
        }
        return Stream.empty();
    }
}
