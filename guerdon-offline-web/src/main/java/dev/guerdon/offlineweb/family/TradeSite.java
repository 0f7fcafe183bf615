package dev.guerdon.offlineweb.family;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.offlineweb.family.Trade.Firm;
import dev.guerdon.offlineweb.family.Trade.Kind;
import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Businesses around a square: a list in parts, and data that only programs get. */
record TradeSite(World world) implements Site {

    private static final int PART = 8;

    @Override
    public String host() {
        return world.host("kerb");
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String square : world.trade().squares()) {
            for (Kind kind : world.trade().kinds()) {
                entries.add(
                        new Entry(
                                host(),
                                path("/list", square, kind),
                                title(square, kind) + " - Kerb",
                                "Every " + kind.one() + " around " + square
                                        + ", with its rating and how far it is away; the"
                                        + " data have the hours and the phone number, too. Which is closest, which is open early?"));
            }
        }
        return entries;
    }

    private static String path(String page, String square, Kind kind) {
        return page + "?square=" + Html.slug(square) + "&kind=" + kind.one();
    }

    private static String title(String square, Kind kind) {
        return Character.toUpperCase(kind.many().charAt(0)) + kind.many().substring(1) + " near " + square;
    }

    @Override
    public Reply answer(Request request) {
        Optional<String> square = world.trade().squares().stream()
                .filter(name -> Html.slug(name).equals(request.get("square")))
                .findFirst();
        Optional<Kind> kind = world.trade().kinds().stream()
                .filter(one -> one.one().equals(request.get("kind")))
                .findFirst();
        if (square.isEmpty() || kind.isEmpty()) {
            return Reply.missing("such list");
        }
        List<Firm> firms = world.trade().near(square.get(), kind.get().one());
        return switch (request.path()) {
            case "/list" -> Reply.html(list(request, square.get(), kind.get(), firms));
            case "/data" -> request.json() ? Reply.json(200, JsonCodec.write(data(firms))) : forPrograms();
            default -> Reply.missing("page " + request.path());
        };
    }

    private String list(Request request, String square, Kind kind, List<Firm> firms) {
        int parts = Math.ceilDiv(firms.size(), PART);
        int part = Math.min(request.number("part"), parts);
        int shown = Math.min(part * PART, firms.size());
        StringBuilder out = new StringBuilder(Html.paragraph("Showing " + shown + " of " + firms.size()));
        firms.stream()
                .limit(shown)
                .forEach(firm -> out.append("<article><h3>")
                        .append(Html.text(firm.name()))
                        .append("</h3>")
                        .append(Html.paragraph("Distance: " + firm.metres() + " m"))
                        .append(Html.paragraph("Rating: " + firm.rating()))
                        .append("</article>"));
        if (part < parts) {
            out.append(Html.link(request.with("part", String.valueOf(part + 1)), "Show more"));
        }
        out.append(Html.paragraph("Data of this list: " + request.links().to(host(), path("/data", square, kind))));
        return Html.page(title(square, kind), out.toString());
    }

    private static Map<String, @Nullable Object> data(List<Firm> firms) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (Firm firm : firms) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("name", firm.name());
            one.put("distance_m", firm.metres());
            one.put("rating", firm.rating());
            one.put("opens", TradeQuestions.clock(firm.opens()));
            one.put("closes", TradeQuestions.clock(firm.closes()));
            one.put("phone", firm.phone());
            all.add(one);
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("firms", all);
        return answer;
    }

    private static Reply forPrograms() {
        return new Reply(
                406,
                "text/html; charset=utf-8",
                Html.page("Only for programs", Html.paragraph("Browsers are not served here.")),
                Duration.ZERO);
    }
}
