package dev.guerdon.offlineweb.sites;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.offlineweb.sites.Places.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Businesses on a map: lists that a script fills once the page is scrolled, a page for each business, and the data as JSON. */
final class PlacesSite implements Site {

    static final String HOST = "places";

    private static final String SCRIPT = """
            <script>
            let all = null, shown = 0, asked = false;
            async function load() {
              if (asked) return;
              asked = true;
              const reply = await fetch(DATA, {headers: {Accept: 'application/json'}});
              all = (await reply.json()).places;
              more();
            }
            function line(tag, text) { const e = document.createElement(tag); e.textContent = text; return e; }
            function more() {
              const list = document.getElementById('list');
              for (const p of all.slice(shown, shown + 10)) {
                const item = document.createElement('li');
                const link = line('a', p.name);
                link.href = '/place/' + p.id;
                item.append(link, line('p', p.rating.toFixed(1) + ' stars, ' + p.reviews + ' reviews'),
                    line('p', p.distance_m + ' m away'));
                list.append(item);
                shown++;
              }
              document.getElementById('count').textContent = 'Showing ' + shown + ' of ' + all.length;
              document.getElementById('data').textContent = 'Data with hours and phone: ' + DATA;
              document.getElementById('more').hidden = shown >= all.length;
            }
            document.getElementById('more').addEventListener('click', more);
            for (const e of ['scroll', 'wheel', 'touchmove', 'keydown']) window.addEventListener(e, load);
            </script>
            """;

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String landmark : Places.LANDMARKS) {
            Places.KINDS.forEach((kind, plural) -> entries.add(new Entry(
                    HOST,
                    map(landmark, kind),
                    title(landmark, kind) + " - Waymark",
                    "Map and list of " + plural + " near " + landmark
                            + " with distance, rating, reviews, opening hours and phone. Find a " + kind + " around "
                            + landmark + ".")));
        }
        return entries;
    }

    private static String map(String landmark, String kind) {
        return "/map?near=" + Html.slug(landmark) + "&type=" + kind;
    }

    private static String title(String landmark, String kind) {
        String plural = Places.KINDS.getOrDefault(kind, kind);
        return Character.toUpperCase(plural.charAt(0)) + plural.substring(1) + " near " + landmark;
    }

    @Override
    public Reply answer(Request request) {
        List<String> parts = request.parts();
        return switch (parts.getFirst()) {
            case "" -> Reply.html(home());
            case "map" ->
                wanted(request)
                        .map(landmark -> Reply.html(mapPage(request, landmark)))
                        .orElse(Reply.missing("such list"));
            case "api" -> data(request);
            case "place" ->
                Places.all().stream()
                        .filter(place -> parts.size() == 2 && parts.get(1).equals(String.valueOf(place.id())))
                        .findFirst()
                        .map(place -> Reply.html(placePage(place)))
                        .orElse(Reply.missing("such business"));
            default -> Reply.missing("page " + request.path());
        };
    }

    private static Optional<String> wanted(Request request) {
        return Places.LANDMARKS.stream()
                .filter(name -> Html.slug(name).equals(request.get("near")))
                .filter(name -> Places.KINDS.containsKey(request.get("type")))
                .findFirst();
    }

    private static String home() {
        StringBuilder out = new StringBuilder("<ul>");
        for (String landmark : Places.LANDMARKS) {
            Places.KINDS
                    .keySet()
                    .forEach(kind -> out.append("<li>")
                            .append(Html.link(map(landmark, kind), title(landmark, kind)))
                            .append("</li>"));
        }
        return Html.page("Waymark: businesses around you", out.append("</ul>").toString());
    }

    private static String mapPage(Request request, String landmark) {
        String address =
                request.links().to(HOST, "/api/places?near=" + Html.slug(landmark) + "&type=" + request.get("type"));
        return Html.page(
                title(landmark, request.get("type")),
                "<p id=\"count\"></p><ul id=\"list\"></ul><button id=\"more\" hidden>Show more</button><p id=\"data\"></p>"
                        + "<div style=\"height:1600px\"></div>"
                        + SCRIPT.replace("DATA", "'" + address + "'"));
    }

    private static Reply data(Request request) {
        Optional<String> landmark = wanted(request);
        if (!request.path().equals("/api/places") || landmark.isEmpty()) {
            return Reply.json(404, "{\"error\":\"no such list\"}");
        }
        if (!request.json()) {
            return new Reply(
                    406,
                    "text/html; charset=utf-8",
                    Html.page("For programs", "<p>This address gives JSON to programs, not to browsers.</p>"),
                    Duration.ZERO);
        }
        List<Map<String, @Nullable Object>> places = Places.near(landmark.get(), request.get("type")).stream()
                .map(PlacesSite::asJson)
                .toList();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("near", landmark.get());
        answer.put("places", places);
        return Reply.json(200, JsonCodec.write(answer));
    }

    private static Map<String, @Nullable Object> asJson(Place place) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        one.put("id", place.id());
        one.put("name", place.name());
        one.put("distance_m", place.metres());
        one.put("rating", place.rating());
        one.put("reviews", place.reviews());
        one.put("opens", Places.time(place.opens()));
        one.put("closes", Places.time(place.closes()));
        one.put("phone", place.phone());
        return one;
    }

    private static String placePage(Place place) {
        return Html.page(
                place.name(),
                "<ul><li>Distance from " + Html.text(place.near()) + ": " + place.metres()
                        + " m</li><li>Rating: "
                        + place.rating() + "</li><li>Opens: " + Places.time(place.opens()) + "</li><li>Closes: "
                        + Places.time(place.closes()) + "</li><li>Phone: " + place.phone() + "</li></ul>"
                        + Html.link(map(place.near(), place.kind()), "Back to the list"));
    }
}
