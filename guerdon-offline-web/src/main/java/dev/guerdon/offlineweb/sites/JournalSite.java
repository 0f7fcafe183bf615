package dev.guerdon.offlineweb.sites;

import java.util.ArrayList;
import java.util.List;

/** A journal whose articles mention what people search for, and answer none of it. */
final class JournalSite implements Site {

    static final String HOST = "journal";

    private static final List<String> SUBJECTS = List.of(
            "A weekend in Port Ansel",
            "Rain or shine: packing for Brackwater",
            "Why Hollin Bay is quiet in winter",
            "Moving to Alder Point",
            "What a house costs, and why",
            "Kestrel Heights from above",
            "The gyms we gave up on",
            "Coffee near the station",
            "Bread at six in the morning",
            "How a county counts its people",
            "Crossing the strait by ferry",
            "The kettle that never whistles",
            "Backpacks, honestly",
            "Light for long evenings");

    private static final List<String> SENTENCES = List.of(
            "We arrived late and found the streets still wet from the afternoon.",
            "Nobody could tell us how often it rains there, though everybody had an opinion.",
            "The houses are small, the gardens are large, and few of them are ever sold.",
            "A man at the counter said the opening hours change with the tide.",
            "Figures exist for all of this, in tables that others keep better than we do.",
            "The ferry was full, as it always is when the sun comes out.",
            "If you go, take a warm coat and a kettle.",
            "We counted the lamps along the harbour and lost count twice.",
            "Temperatures fell in the night, and the high of the day was a memory.",
            "There is more to say about it, and we will say it in another issue.");

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String subject : SUBJECTS) {
            entries.add(new Entry(HOST, "/" + Html.slug(subject), subject + " - The Slow Journal", words(subject, 6)));
        }
        return entries;
    }

    @Override
    public Reply answer(Request request) {
        return SUBJECTS.stream()
                .filter(subject -> request.path().equals("/" + Html.slug(subject)))
                .findFirst()
                .map(subject -> Reply.html(article(subject)))
                .orElse(Reply.missing("article " + request.path()));
    }

    private static String article(String subject) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            out.append(Html.paragraph(words(subject + i, 7)));
        }
        return Html.page(subject, out.toString());
    }

    private static String words(String key, int count) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(SENTENCES.get(Draws.below(SENTENCES.size(), key, i))).append(' ');
        }
        return out.toString().strip();
    }
}
