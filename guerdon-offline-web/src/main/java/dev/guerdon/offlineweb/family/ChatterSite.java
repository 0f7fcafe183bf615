package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.sites.Draws;
import dev.guerdon.offlineweb.sites.Html;
import dev.guerdon.offlineweb.sites.Site;
import java.util.ArrayList;
import java.util.List;

/** Talk about the same names, without any figure. */
record ChatterSite(World world) implements Site {

    private static final List<String> REMARKS = List.of(
            "Ask three people there and you hear four opinions.",
            "My aunt lived around the corner for years and never noticed.",
            "It is quieter than it used to be, or so the postman says.",
            "Whoever keeps count of such things must have patience.",
            "We meant to stay an hour and stayed until the lamps were lit.",
            "The best time to go is always the week before you went.");

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
                .map(subject ->
                        new Entry(host(), "/" + Html.slug(subject), subject + " - Chatter", remarks(subject, 3)))
                .toList();
    }

    @Override
    public Reply answer(Request request) {
        return subjects().stream()
                .filter(subject -> request.path().equals("/" + Html.slug(subject)))
                .findFirst()
                .map(subject -> Reply.html(Html.page(subject, Html.paragraph(remarks(subject, 12)))))
                .orElse(Reply.missing("talk " + request.path()));
    }

    private static String remarks(String subject, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "" : " ").append(REMARKS.get(Draws.below(REMARKS.size(), subject, i)));
        }
        return out.toString();
    }
}
