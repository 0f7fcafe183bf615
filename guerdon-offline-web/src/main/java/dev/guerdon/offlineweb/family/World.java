package dev.guerdon.offlineweb.family;

import dev.guerdon.api.Internal;
import dev.guerdon.offlineweb.questions.Questions.Question;
import dev.guerdon.offlineweb.sites.Draws;
import dev.guerdon.offlineweb.sites.SearchSite;
import dev.guerdon.offlineweb.sites.Site;
import dev.guerdon.offlineweb.sites.Weather;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One world of a seed: its places, its sites, and the questions about them.
 *
 * @param seed the seed of the family
 * @param number which of the family's worlds it is
 * @param climate places with their weather
 * @param lettings towns with the dwellings that were sold there
 * @param trade businesses around squares
 * @param register a long table
 * @param lines a table whose first source never answers
 */
@Internal
public record World(
        long seed,
        int number,
        List<Weather.Place> climate,
        Lettings lettings,
        Trade trade,
        Register register,
        Lines lines) {

    private static final List<String> ZONES = List.of(
            "America/Phoenix",
            "America/Bogota",
            "Asia/Singapore",
            "Asia/Tokyo",
            "Australia/Brisbane",
            "Pacific/Honolulu",
            "Asia/Dubai",
            "Asia/Kolkata",
            "Pacific/Auckland",
            "America/Denver");
    private static final int PLACES = 4;

    /** Makes a world from nothing but its seed and number. */
    static World of(long seed, int number) {
        String key = "world " + seed + "/" + number;
        Names names = new Names(key);
        return new World(
                seed,
                number,
                climate(key, names),
                Lettings.of(key, names),
                Trade.of(key, names),
                Register.of(key, names),
                Lines.of(key, names));
    }

    private static List<Weather.Place> climate(String key, Names names) {
        List<Weather.Place> places = new ArrayList<>();
        int first = Draws.below(ZONES.size(), key + " zone", 0);
        for (int i = 0; i < PLACES; i++) {
            String zone = ZONES.get((first + 3 * i) % ZONES.size());
            places.add(new Weather.Place(
                    names.next(),
                    hundredth(-52 + 26 * i + Draws.between(0, 20, key + " latitude", i)),
                    hundredth(-170 + 80 * i + Draws.between(0, 60, key + " longitude", i)),
                    zone,
                    Weather.tenth(Draws.between(6, 22, key + " mean", i)),
                    Weather.tenth(Draws.between(3, 12, key + " swing", i)),
                    Math.rint(Draws.between(0.14, 0.3, key + " wet", i) * 100) / 100,
                    5 + Draws.below(900, key + " height", i)));
        }
        return List.copyOf(places);
    }

    private static double hundredth(double degrees) {
        return Math.rint(degrees * 100) / 100;
    }

    /** The place that the world is named after. */
    String home() {
        return climate.getFirst().name();
    }

    /** The first part of a site's host name in this world. */
    public String host(String site) {
        return site + "-" + seed + "-" + number;
    }

    /** Its sites by host, the search engine last. */
    public Map<String, Site> sites() {
        List<Site> found = List.of(
                new ClimateSite(this),
                new LettingsSite(this),
                new TradeSite(this),
                new RegisterSite(this),
                new LinesSite(this),
                new ChatterSite(this));
        Map<String, Site> sites = new LinkedHashMap<>();
        found.forEach(site -> sites.put(site.host(), site));
        SearchSite search = new SearchSite(
                host(Worlds.SEARCH),
                "Tallow index",
                "The Tallow index lists what is written about " + home() + " and around. Type words"
                        + " into the field and press the button.",
                found);
        sites.put(search.host(), search);
        return sites;
    }

    /** Its questions with their gold answers. */
    public List<Question> questions() {
        List<Question> all = new ArrayList<>(ClimateQuestions.of(this));
        all.addAll(LettingsQuestions.of(this));
        all.addAll(TradeQuestions.of(this));
        all.addAll(TableQuestions.of(this));
        return List.copyOf(all);
    }

    /** A draw of one of several things, for wording and layout. */
    int choice(int of, String what) {
        return Draws.below(of, "choice " + seed + "/" + number + " " + what, 0);
    }
}
