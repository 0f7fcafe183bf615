package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.List;

/** A search engine over the pages of some sites. */
@Internal
public final class SearchSite implements Site {

    static final String HOST = "search";

    private static final int PER_PAGE = 8;
    private static final String FORM =
            "<form action=\"/search\"><input name=\"q\" aria-label=\"Search words\"><button>Search</button></form>";

    private static final String INTRODUCTION =
            "Lantern knows a few hundred pages: a weather archive, sold homes, businesses on a map, a shop, statistics and a"
                    + " journal. Write some words and press Search; the best pages come first.";

    private final String host;
    private final String title;
    private final String introduction;
    private final Index index;

    SearchSite(List<Site> sites) {
        this(HOST, "Lantern search", INTRODUCTION, sites);
    }

    /**
     * @param host the first part of its host name
     * @param title what it is called
     * @param introduction what its first page says
     * @param sites the sites whose pages it knows
     */
    public SearchSite(String host, String title, String introduction, List<Site> sites) {
        this.host = host;
        this.title = title;
        this.introduction = introduction;
        index = new Index(
                sites.stream().flatMap(site -> site.entries().stream()).toList());
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public List<Entry> entries() {
        return List.of();
    }

    @Override
    public Reply answer(Request request) {
        return switch (request.path()) {
            case "/" -> Reply.html(Html.page(title, FORM + Html.paragraph(introduction)));
            case "/search" -> Reply.html(results(request));
            default -> Reply.missing("page " + request.path());
        };
    }

    private String results(Request request) {
        String words = request.get("q");
        List<Entry> found = index.search(words);
        int pages = Math.max(1, Math.ceilDiv(found.size(), PER_PAGE));
        int page = Math.min(request.number("page"), pages);
        StringBuilder out = new StringBuilder(FORM).append(Html.paragraph(found.size() + " results"));
        found.stream()
                .skip((page - 1L) * PER_PAGE)
                .limit(PER_PAGE)
                .forEach(entry -> out.append(result(entry, words, request.links())));
        return Html.page(
                words + " - " + title,
                out.append(Html.pager(request, page, pages)).toString());
    }

    private String result(Entry entry, String words, Links links) {
        String address = links.to(entry.host(), entry.path());
        return "<article><h3>" + Html.link(address, entry.title()) + "</h3><cite>" + Html.text(address) + "</cite>"
                + Html.paragraph(index.snippet(entry, words)) + "</article>";
    }
}
