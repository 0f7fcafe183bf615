package dev.guerdon.agent.research;

import dev.guerdon.agent.research.ResearchInstructions.Section;
import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.agent.AgentProvider.Domain;
import dev.guerdon.api.agent.AgentProvider.Setting;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.PromptSections;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the web research agent.
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
     * Web that is researched.
     *
     * @param searchUrl where searches go, the words to be added; empty for the environment's or Google
     * @param weatherApi the weather archive's JSON service; empty for the environment's or Open-Meteo
     * @param blockedDomains domains that are not opened
     * @param environment the environment that it acts in
     */
    record Web(String searchUrl, String weatherApi, List<String> blockedDomains, String environment) {}

    /**
     * Way of scrolling pages.
     *
     * @param pixels how far one scroll goes
     * @param sparseLimit pages with fewer characters are scrolled without asking the model
     * @param most how often that happens for one address
     */
    record Scrolling(int pixels, int sparseLimit, int most) {}

    /**
     * Number of steps, and their end.
     *
     * @param most how many there are
     * @param urgent from which on the prompt demands an answer; 0 for never
     * @param forceSubmit whether the last one submits whatever there is
     */
    record Steps(int most, int urgent, boolean forceSubmit) {}

    static List<Setting> all() {
        List<Setting> all = new ArrayList<>(SettingFiles.declared(ResearchSettings.class, "settings.txt"));
        for (Section section : Section.values()) {
            all.add(new Setting(section.setting(), "", "on or off, whatever 'sections' says: " + section.description())
                    .within(Domain.FLAG));
        }
        return all;
    }

    static ResearchSettings of(AgentSettings settings) {
        return new ResearchSettings(
                ResearchInstructions.of(settings),
                new Web(
                        settings.text("search_url").strip(),
                        settings.text("weather_api").strip(),
                        settings.list("blocked_domains"),
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

    /** Returns whether there is a section of that name. */
    boolean has(Section section) {
        return sections.find(section.word()).isPresent();
    }
}
