package dev.guerdon.offlineweb.sites;

import dev.guerdon.core.base.HtmlEscape;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pieces of HTML that the sites of the offline web share. */
final class SiteHtml {

    private SiteHtml() {}

    /** Returns a text as HTML. */
    public static String text(String text) {
        return HtmlEscape.DOUBLE_QUOTED.escape(text);
    }

    /** Returns a whole page. */
    public static String page(String title, String body) {
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + text(title)
                + "</title><link rel=\"icon\" href=\"data:,\"><style>body{font:16px/1.4 sans-serif;max-width:60rem;"
                + "margin:1rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{border:1px solid #bbb;"
                + "padding:.2rem .5rem;text-align:left}nav a{margin-right:1rem}article{border-bottom:1px solid #ddd;"
                + "padding:.4rem 0}</style></head><body><h1>" + text(title) + "</h1>" + body + "</body></html>";
    }

    public static String link(String address, String name) {
        return "<a href=\"" + text(address) + "\">" + text(name) + "</a>";
    }

    public static String paragraph(String words) {
        return "<p>" + text(words) + "</p>";
    }

    /** Returns a table with a caption. */
    public static String table(String caption, List<String> heads, List<List<String>> rows) {
        StringBuilder out =
                new StringBuilder("<table><caption>").append(text(caption)).append("</caption><thead><tr>");
        heads.forEach(head -> out.append("<th>").append(text(head)).append("</th>"));
        out.append("</tr></thead><tbody>");
        for (List<String> row : rows) {
            out.append("<tr>");
            row.forEach(cell -> out.append("<td>").append(text(cell)).append("</td>"));
            out.append("</tr>");
        }
        return out.append("</tbody></table>").toString();
    }

    /** Returns a list of links or other pieces of HTML. */
    public static String list(Stream<String> items) {
        return items.collect(Collectors.joining("</li><li>", "<ul><li>", "</li></ul>"));
    }

    /** Returns which page of a list of that size, with links to the next and the one before. */
    public static String pager(OfflineSite.Request request, int size, int perPage) {
        int pages = request.pages(size, perPage);
        int page = Math.min(request.number("page"), pages);
        StringBuilder out = new StringBuilder("<nav aria-label=\"Pages\"><p>Page " + page + " of " + pages + "</p>");
        if (page > 1) {
            out.append(link(pageAddress(request, page - 1), "Previous page"));
        }
        if (page < pages) {
            out.append(link(pageAddress(request, page + 1), "Next page"));
        }
        return out.append("</nav>").toString();
    }

    private static String pageAddress(OfflineSite.Request request, int page) {
        String base = request.with("page", "");
        return base + (base.contains("?") ? "&" : "?") + "page=" + page;
    }

    public static String name(Month month) {
        return month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    /** Returns a word with a capital letter at its beginning. */
    public static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** Returns a name as it stands in addresses. */
    public static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public static String oneDecimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
