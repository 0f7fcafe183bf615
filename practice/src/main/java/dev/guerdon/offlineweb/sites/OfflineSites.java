package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All sites of the web, by the first part of their host names. */
@Internal
public final class OfflineSites {

    /** The host of the search engine. */
    public static final String SEARCH = SearchSite.HOST;

    /** The host of the weather archive. */
    public static final String WEATHER = WeatherSite.HOST;

    private OfflineSites() {}

    /** Makes them, the search engine last, which knows all others. */
    public static Map<String, OfflineSite> all() {
        List<OfflineSite> found = List.of(
                new WeatherSite(),
                new HomesSite(),
                new PlacesSite(),
                new CategoryShopSite(),
                new StatisticsSite(),
                new StatisticsSite.FerrySite(),
                new JournalSite());
        Map<String, OfflineSite> sites = new LinkedHashMap<>();
        found.forEach(site -> sites.put(site.host(), site));
        sites.put(SEARCH, new SearchSite(found));
        return sites;
    }

    /** A journal whose articles mention what people search for, and answer none of it. */
    static final class JournalSite implements OfflineSite {

        static final String HOST = "journal";

        private static final List<String> SUBJECTS = KeyedRandom.list("subjects of the journal");

        private static final List<String> SENTENCES = KeyedRandom.list("sentences of the journal");

        @Override
        public String host() {
            return HOST;
        }

        @Override
        public List<Entry> entries() {
            return SUBJECTS.stream()
                    .map(subject -> new Entry(
                            HOST,
                            "/" + SiteHtml.slug(subject),
                            subject + " - The Slow Journal",
                            KeyedRandom.sentences(SENTENCES, subject, 6)))
                    .toList();
        }

        @Override
        public Reply answer(Request request) {
            return SUBJECTS.stream()
                    .filter(subject -> request.path().equals("/" + SiteHtml.slug(subject)))
                    .findFirst()
                    .map(subject -> Reply.html(SiteHtml.page(
                            subject,
                            IntStream.range(0, 12)
                                    .mapToObj(i -> SiteHtml.paragraph(KeyedRandom.sentences(SENTENCES, subject + i, 7)))
                                    .collect(Collectors.joining()))))
                    .orElse(Reply.missing("article " + request.path()));
        }
    }
}
