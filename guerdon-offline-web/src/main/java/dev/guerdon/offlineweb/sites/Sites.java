package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All sites of the web, by the first part of their host names. */
@Internal
public final class Sites {

    /** The host of the search engine. */
    public static final String SEARCH = SearchSite.HOST;

    /** The host of the weather archive. */
    public static final String WEATHER = WeatherSite.HOST;

    private Sites() {}

    /** Makes them, the search engine last, which knows all others. */
    public static Map<String, Site> all() {
        List<Site> found = List.of(
                new WeatherSite(),
                new HomesSite(),
                new PlacesSite(),
                new ShopSite(),
                new StatisticsSite(),
                new FerrySite(),
                new JournalSite(),
                new LabSite());
        Map<String, Site> sites = new LinkedHashMap<>();
        found.forEach(site -> sites.put(site.host(), site));
        sites.put(SEARCH, new SearchSite(found));
        return sites;
    }
}
