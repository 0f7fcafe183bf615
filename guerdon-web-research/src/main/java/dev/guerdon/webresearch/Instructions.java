package dev.guerdon.webresearch;

import java.util.ArrayList;
import java.util.List;

/** Writes the web research agent's system prompt from its sections. */
final class Instructions {

    private static final String BASE = """
            You answer questions by research on the web, one step at a time. Each message shows the page that is open, as an
            accessibility tree: a line for each element, with its id in brackets where it can be clicked.
            Write what you think in a few sentences, then exactly one action, in this form:
            ACTION: name
            PARAMS: {"parameter": "value"}""";

    private static final String ACTIONS = """
            search_google {"query": "words"}: search the web
            navigate_to_url {"url": "https://..."}: open an address
            click_link {"bid": "12"}: click the element with that id
            scroll_page {"direction": "down"}: scroll by one part of the screen, up or down
            submit_answer {"answer": "..."}: give the final answer; this ends the work""";

    private static final String FETCH = """
            fetch_json {"url": "https://..."}: get JSON from an address without the browser; the result is shown with the next
            message. Prefer it to opening addresses that answer with JSON.""";

    private Instructions() {}

    /**
     * The prompt.
     *
     * @param weatherApi the address of the weather archive's service
     */
    static String write(ResearchSettings settings, String weatherApi) {
        List<String> parts = new ArrayList<>();
        parts.add(BASE);
        parts.add("## Actions\n" + ACTIONS + (settings.has(Section.FETCH_JSON) ? "\n" + FETCH : ""));
        for (Section section : Section.values()) {
            String text = settings.has(section) ? text(section, weatherApi) : "";
            if (!text.isEmpty()) {
                parts.add("## " + title(section) + "\n" + text.strip());
            }
        }
        if (!settings.ownSection().isEmpty()) {
            parts.add(settings.ownSection());
        }
        return String.join("\n\n", parts);
    }

    private static String title(Section section) {
        String words = section.word().replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String text(Section section, String weatherApi) {
        return switch (section) {
            case FETCH_JSON -> "";
            case ANSWER_FORMAT -> """
                    Submit the bare answer and nothing else: no sentence, no explanation, no unit, no currency sign, no
                    separators within numbers. Several answers: a JSON list of texts. Objects only where the question asks for them.
                    """;
            case DIRECT_API -> """
                    Past weather of any place comes as JSON from
                    %s?latitude=LAT&longitude=LON&start_date=YYYY-MM-DD&end_date=YYYY-MM-DD&daily=VARIABLES&timezone=auto
                    VARIABLES: precipitation_sum, temperature_2m_max, temperature_2m_min, temperature_2m_mean. Use it instead of
                    weather pages; the coordinates are on the page of the place.
                    """.formatted(weatherApi);
            case WEATHER -> """
                    For questions about the weather: find the coordinates of the place, ask the archive for exactly the days in
                    question and the one variable that is needed, then count or compute from the figures.
                    """;
            case REAL_ESTATE -> """
                    For questions about homes: open the listing of the town, apply the site's own filters (year, bedrooms) and
                    order one after the other, then read every page of the result by its link to the next page.
                    """;
            case LOCAL_BUSINESS -> """
                    For questions about businesses near a place: open the list for that place and kind, press "Show more" until
                    the whole list is there, and compare all of it. What the list lacks, such as hours or a phone number, is in the data that
                    the page names.
                    """;
            case PER_YEAR -> """
                    Long answers of a service are cut off. Where a question is about the same days in several years, make one call
                    for each year with only those days, and put the results together.
                    """;
            case TIMEZONE -> """
                    Weather data: pass timezone=auto, so that days are those of the place.
                    """;
            case TIMEOUT_FALLBACK -> """
                    A page that does not load in time will not load the next time either: do not try it again. Go back to the
                    search results and use the next source.
                    """;
        };
    }
}
