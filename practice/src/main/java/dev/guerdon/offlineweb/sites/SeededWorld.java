package dev.guerdon.offlineweb.sites;

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
record SeededWorld(
        long seed,
        int number,
        List<OfflineWeather.Place> climate,
        LettingsSite.Lettings lettings,
        TradeSite.Trade trade,
        RegisterSite.Register register,
        LinesSite.Lines lines) {

    private static final List<String> ZONES = KeyedRandom.list("zones of worlds");
    private static final int PLACES = 4;

    /** Makes a world from nothing but its seed and number. */
    static SeededWorld of(long seed, int number) {
        String key = "world " + seed + "/" + number;
        Names names = new Names(key);
        return new SeededWorld(
                seed,
                number,
                climate(key, names),
                LettingsSite.Lettings.of(key, names),
                TradeSite.Trade.of(key, names),
                RegisterSite.Register.of(key, names),
                LinesSite.Lines.of(key, names));
    }

    private static List<OfflineWeather.Place> climate(String key, Names names) {
        List<OfflineWeather.Place> places = new ArrayList<>();
        int first = KeyedRandom.below(ZONES.size(), key + " zone", 0);
        for (int i = 0; i < PLACES; i++) {
            String zone = ZONES.get((first + 3 * i) % ZONES.size());
            places.add(new OfflineWeather.Place(
                    names.next(),
                    hundredth(-52 + 26 * i + KeyedRandom.between(0, 20, key + " latitude", i)),
                    hundredth(-170 + 80 * i + KeyedRandom.between(0, 60, key + " longitude", i)),
                    zone,
                    OfflineWeather.tenth(KeyedRandom.between(6, 22, key + " mean", i)),
                    OfflineWeather.tenth(KeyedRandom.between(3, 12, key + " swing", i)),
                    Math.rint(KeyedRandom.between(0.14, 0.3, key + " wet", i) * 100) / 100,
                    5 + KeyedRandom.below(900, key + " height", i)));
        }
        return List.copyOf(places);
    }

    private static double hundredth(double degrees) {
        return Math.rint(degrees * 100) / 100;
    }

    /** Returns the place that the world is named after. */
    String home() {
        return climate.getFirst().name();
    }

    /** Returns the first part of a site's host name in this world. */
    public String host(String site) {
        return site + "-" + seed + "-" + number;
    }

    /** Returns its sites by host, the search engine last. */
    public Map<String, OfflineSite> sites() {
        List<OfflineSite> found = List.of(
                new ClimateSite(this),
                new LettingsSite(this),
                new TradeSite(this),
                new RegisterSite(this),
                new LinesSite(this),
                new ChatterSite(this));
        Map<String, OfflineSite> sites = new LinkedHashMap<>();
        found.forEach(site -> sites.put(site.host(), site));
        SearchSite search = new SearchSite(
                host(SeededWorlds.SEARCH),
                "Tallow index",
                "The Tallow index lists what is written about " + home() + " and around. Type words"
                        + " into the field and press the button.",
                found);
        sites.put(search.host(), search);
        return sites;
    }

    /** Returns its questions with their gold answers. */
    public List<OfflineQuestions.Question> questions() {
        List<OfflineQuestions.Question> all = new ArrayList<>(ClimateQuestions.of(this));
        all.addAll(LettingsSite.LettingsQuestions.of(this));
        all.addAll(TradeSite.TradeQuestions.of(this));
        all.addAll(RegisterSite.TableQuestions.of(this));
        return List.copyOf(all);
    }

    /** Returns a draw of one of several things, for wording and layout. */
    int choice(int of, String what) {
        return KeyedRandom.below(of, "choice " + seed + "/" + number + " " + what, 0);
    }

    /** Made-up names, none of which is a part of another of the same world. */
    static final class Names {

        private static final List<String> BEGIN = KeyedRandom.list("beginnings of names");
        private static final List<String> MIDDLE = KeyedRandom.list("middles of names");
        private static final List<String> JOIN = KeyedRandom.list("joins of names");
        private static final List<String> END = KeyedRandom.list("ends of names");
        private static final int LONGEST = 13;

        private final String key;
        private final List<String> given = new ArrayList<>();
        private int tries;

        Names(String key) {
            this.key = key;
        }

        /** Returns another name of one word. */
        String next() {
            while (true) {
                int number = tries++;
                String name = part(BEGIN, "begin", number)
                        + part(MIDDLE, "middle", number)
                        + part(JOIN, "join", number)
                        + (KeyedRandom.below(2, key + " long", number) == 0
                                ? part(MIDDLE, "second", number) + part(JOIN, "again", number)
                                : "")
                        + part(END, "end", number);
                boolean apart = given.stream().noneMatch(other -> other.contains(name) || name.contains(other));
                if (name.length() <= LONGEST && apart) {
                    given.add(name);
                    return name;
                }
            }
        }

        /** Returns several names. */
        List<String> next(int count) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                names.add(next());
            }
            return names;
        }

        private String part(List<String> parts, String what, int number) {
            return parts.get(KeyedRandom.below(parts.size(), key + " " + what, number));
        }
    }

    /** Talk about the same names, without any figure. */
    record ChatterSite(SeededWorld world) implements OfflineSite {

        private static final List<String> REMARKS = KeyedRandom.list("remarks");

        @Override
        public String host() {
            return world.host("chatter");
        }

        private List<String> subjects() {
            List<String> subjects = new ArrayList<>();
            world.climate().forEach(place -> subjects.add("Talk of " + place.name()));
            world.lettings().towns().forEach(town -> subjects.add("Living in " + town));
            world.trade().squares().forEach(square -> subjects.add("Under the trees of " + square));
            subjects.add("Of every " + world.register().noun() + " a story");
            return subjects;
        }

        @Override
        public List<Entry> entries() {
            return subjects().stream()
                    .map(subject -> new Entry(
                            host(),
                            "/" + SiteHtml.slug(subject),
                            subject + " - Chatter",
                            KeyedRandom.sentences(REMARKS, subject, 3)))
                    .toList();
        }

        @Override
        public Reply answer(Request request) {
            return subjects().stream()
                    .filter(subject -> request.path().equals("/" + SiteHtml.slug(subject)))
                    .findFirst()
                    .map(subject -> Reply.html(
                            SiteHtml.page(subject, SiteHtml.paragraph(KeyedRandom.sentences(REMARKS, subject, 12)))))
                    .orElse(Reply.missing("talk " + request.path()));
        }
    }
}
