package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.AgentKind.Domain;
import dev.guerdon.agent.spi.AgentKind.Setting;
import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.agent.spi.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the web research agent can be told, read from its settings.
 *
 * @param sections the parts of the system prompt that are on
 * @param web which web it researches
 * @param axtreeLimit how many characters of a page are shown
 * @param payloadLimit how many characters of fetched JSON are shown
 * @param scrolling how pages are scrolled
 * @param steps how many steps there are, and how they end
 * @param thinkTrace whether thoughts are kept, and shown again where the conversation is not
 * @param resume whether earlier turns stay in the conversation
 */
record ResearchSettings(
        PromptSections sections,
        Web web,
        int axtreeLimit,
        int payloadLimit,
        Scrolling scrolling,
        Steps steps,
        boolean thinkTrace,
        boolean resume) {

    /**
     * Which web is researched.
     *
     * @param searchUrl where searches go, the words to be added; empty for the environment's or Google
     * @param weatherApi the weather archive's JSON service; empty for the environment's or Open-Meteo
     * @param blockedDomains domains that are not opened
     * @param environment the environment that it acts in
     */
    record Web(String searchUrl, String weatherApi, List<String> blockedDomains, String environment) {}

    /**
     * How pages are scrolled.
     *
     * @param pixels how far one scroll goes
     * @param sparseLimit pages with fewer characters are scrolled without asking the model
     * @param most how often that happens for one address
     */
    record Scrolling(int pixels, int sparseLimit, int most) {}

    /**
     * How many steps there are, and how they end.
     *
     * @param most how many there are
     * @param urgent from which on the prompt demands an answer; 0 for never
     * @param forceSubmit whether the last one submits whatever there is
     */
    record Steps(int most, int urgent, boolean forceSubmit) {}

    static List<Setting> all() {
        List<Setting> all = new ArrayList<>(List.of(
                new Setting("axtree_limit", "24000", "characters of a page that the prompt shows")
                        .within(Domain.whole(1000, 200_000, "tokens")),
                new Setting("payload_limit", "6000", "characters of fetched JSON that the prompt shows")
                        .within(Domain.whole(500, 100_000, "tokens")),
                new Setting("max_steps", "15", "how many steps there are, within the run's limit of turns")
                        .within(Domain.whole(3, 60, "steps")),
                new Setting("urgency_step", "12", "from which step on the prompt demands an answer; 0 for never")
                        .within(Domain.whole(0, 60, "")),
                new Setting("force_submit", "on", "the last step submits whatever the model says; on or off")
                        .within(Domain.FLAG),
                new Setting(
                                "sparse_limit",
                                "200",
                                "pages with fewer characters are scrolled without asking; 0 for none")
                        .within(Domain.whole(0, 5000, "steps")),
                new Setting("auto_scrolls", "3", "how often such a page is scrolled")
                        .within(Domain.whole(0, 20, "time")),
                new Setting("scroll_pixels", "500", "how far one scroll goes").within(Domain.whole(100, 5000, "")),
                new Setting("search_url", "", "where searches go; empty for the environment's own, else Google"),
                new Setting("weather_api", "", "weather archive service; empty for the environment's, else Open-Meteo"),
                new Setting(
                        "blocked_domains",
                        "zillow.com,trulia.com,apartments.com",
                        "domains that are not opened, with what is below them; separated by commas"),
                new Setting(
                        "environment",
                        "browser",
                        "where it acts; any environment with the browser's actions and pages"),
                new Setting("think_trace", "on", "keep the model's thoughts with each step; on or off")
                        .within(Domain.FLAG),
                new Setting("resume", "on", "earlier turns stay in the conversation; off asks afresh each turn")
                        .within(Domain.FLAG),
                new Setting(
                        PromptSections.SETTING,
                        "",
                        "sections in the place of those that come along; --prompt DIR reads them"),
                new Setting("sections", "all", "sections of the system prompt: all, none, or names with commas"),
                new Setting(
                        "own_section",
                        "",
                        "a further section in your own words, after the others; @FILE reads a file")));
        for (Section section : Section.values()) {
            all.add(new Setting(section.setting(), "", "on or off, whatever 'sections' says: " + section.description())
                    .within(Domain.FLAG));
        }
        return all;
    }

    static ResearchSettings of(Settings settings) {
        return new ResearchSettings(
                Instructions.of(settings),
                new Web(
                        settings.text("search_url").strip(),
                        settings.text("weather_api").strip(),
                        names(settings.text("blocked_domains")),
                        settings.text("environment").strip()),
                settings.whole("axtree_limit", 1),
                settings.whole("payload_limit", 1),
                new Scrolling(
                        settings.whole("scroll_pixels", 1),
                        settings.whole("sparse_limit", 0),
                        settings.whole("auto_scrolls", 0)),
                new Steps(
                        settings.whole("max_steps", 1),
                        settings.whole("urgency_step", 0),
                        settings.flag("force_submit")),
                settings.flag("think_trace"),
                settings.flag("resume"));
    }

    /** Whether there is a section of that name. */
    boolean has(Section section) {
        return sections.find(section.word()).isPresent();
    }

    static List<String> names(String listed) {
        return Arrays.stream(listed.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
