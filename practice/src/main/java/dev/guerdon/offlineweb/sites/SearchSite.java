package dev.guerdon.offlineweb.sites;

import dev.guerdon.offlineweb.sites.OfflineSite.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A search engine over the pages of some sites. */
final class SearchSite implements OfflineSite {

    static final String HOST = "search";

    private static final int PER_PAGE = 8;
    private static final String FORM =
            "<form action=\"/search\"><input name=\"q\" aria-label=\"Search words\"><button>Search</button></form>";

    private static final String INTRODUCTION =
            "Lantern knows a few hundred pages: a weather archive, sold homes, businesses on a map, a shop, statistics"
                    + " and a journal. Write some words and press Search; the best pages come first.";

    private final String host;
    private final String title;
    private final String introduction;
    private final Index index;

    SearchSite(List<OfflineSite> sites) {
        this(HOST, "Lantern search", INTRODUCTION, sites);
    }

    /**
     * @param host the first part of its host name
     * @param title what it is called
     * @param introduction what its first page says
     * @param sites the sites whose pages it knows
     */
    public SearchSite(String host, String title, String introduction, List<OfflineSite> sites) {
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
    public Reply answer(Request request) {
        return switch (request.path()) {
            case "/" -> Reply.html(SiteHtml.page(title, FORM + SiteHtml.paragraph(introduction)));
            case "/search" -> Reply.html(results(request));
            default -> Reply.missing("page " + request.path());
        };
    }

    private String results(Request request) {
        String words = request.get("q");
        List<Entry> found = index.search(words);
        StringBuilder out = new StringBuilder(FORM).append(SiteHtml.paragraph(found.size() + " results"));
        request.page(found, PER_PAGE).forEach(entry -> out.append(result(entry, words, request.links())));
        return SiteHtml.page(
                words + " - " + title,
                out.append(SiteHtml.pager(request, found.size(), PER_PAGE)).toString());
    }

    private String result(Entry entry, String words, Links links) {
        String address = links.to(entry.host(), entry.path());
        return "<article><h3>" + SiteHtml.link(address, entry.title()) + "</h3><cite>" + SiteHtml.text(address)
                + "</cite>" + SiteHtml.paragraph(index.snippet(entry, words)) + "</article>";
    }

    /** Ranks pages by BM25, a word of the title counting three times. */
    static final class Index {

        private static final double K1 = 1.2;
        private static final double B = 0.6;
        private static final int SNIPPET = 160;
        private static final Set<String> COMMON = Set.of(
                "a", "an", "and", "as", "at", "by", "for", "had", "how", "in", "is", "it", "many", "of", "on", "or",
                "the", "to", "was", "were", "what", "which", "with");

        private record Document(Entry entry, Map<String, Integer> counts, int length) {}

        private record Hit(Entry entry, double score) {}

        private final List<Document> documents = new ArrayList<>();
        private final Map<String, Integer> documentsWith = new HashMap<>();
        private final double meanLength;

        Index(List<Entry> entries) {
            long total = 0;
            for (Entry entry : entries) {
                List<String> words =
                        words(entry.title() + " " + entry.title() + " " + entry.title() + " " + entry.text());
                Map<String, Integer> counts = new HashMap<>();
                words.forEach(word -> counts.merge(word, 1, Integer::sum));
                counts.keySet().forEach(word -> documentsWith.merge(word, 1, Integer::sum));
                documents.add(new Document(entry, counts, words.size()));
                total += words.size();
            }
            meanLength = Math.max(1.0, (double) total / Math.max(1, entries.size()));
        }

        /** Returns the pages that have one of the words, the best first. */
        List<Entry> search(String query) {
            Set<String> wanted = new HashSet<>(words(query));
            return documents.stream()
                    .map(document -> new Hit(document.entry, score(document, wanted)))
                    .filter(hit -> hit.score > 0)
                    .sorted(Comparator.comparingDouble(Hit::score)
                            .reversed()
                            .thenComparing(hit -> hit.entry.host() + hit.entry.path()))
                    .limit(100)
                    .map(Hit::entry)
                    .toList();
        }

        private double score(Document document, Set<String> wanted) {
            double score = 0;
            for (String word : wanted) {
                int count = document.counts.getOrDefault(word, 0);
                if (count > 0) {
                    int with = documentsWith.getOrDefault(word, 0);
                    double rarity = Math.log(1 + (documents.size() - with + 0.5) / (with + 0.5));
                    score += rarity * count * (K1 + 1) / (count + K1 * (1 - B + B * document.length / meanLength));
                }
            }
            return score;
        }

        /** Returns the part of a page's text that begins near the first of the words. */
        String snippet(Entry entry, String query) {
            String lower = entry.text().toLowerCase(Locale.ROOT);
            int first = words(query).stream()
                    .mapToInt(lower::indexOf)
                    .filter(at -> at >= 0)
                    .min()
                    .orElse(0);
            int start = Math.max(0, lower.lastIndexOf(' ', Math.max(0, first - 30)) + 1);
            int end = Math.min(entry.text().length(), start + SNIPPET);
            return (start > 0 ? "... " : "")
                    + entry.text().substring(start, end)
                    + (end < entry.text().length() ? " ..." : "");
        }

        /** Words in lower case without their plural, so that gyms find a gym. */
        private static List<String> words(String text) {
            List<String> words = new ArrayList<>();
            for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1)) {
                if (word.length() > 1 && !COMMON.contains(word)) {
                    words.add(stem(word));
                }
            }
            return words;
        }

        private static String stem(String word) {
            if (word.endsWith("ies") && word.length() > 4) {
                return word.substring(0, word.length() - 3) + "y";
            }
            return word.endsWith("s") && !word.endsWith("ss") && word.length() > 3
                    ? word.substring(0, word.length() - 1)
                    : word;
        }
    }
}
