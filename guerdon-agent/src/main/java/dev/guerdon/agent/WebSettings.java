package dev.guerdon.agent;

import dev.guerdon.agent.AgentKind.Setting;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the web research agent can be told, read from its settings.
 *
 * @param sections the parts of the system prompt that are on
 * @param mistakenTimezone whether the section on time zones has its mistaken wording
 * @param searchUrl where searches go, the words to be added; empty for the environment's or Google
 * @param weatherApi the weather archive's JSON service; empty for the environment's or Open-Meteo
 * @param blockedDomains domains that are not opened
 * @param axtreeLimit how many characters of a page are shown
 * @param payloadLimit how many characters of fetched JSON are shown
 * @param scrollPixels how far one scroll goes
 * @param sparseLimit pages with fewer characters are scrolled without asking the model
 * @param autoScrolls how often that happens for one address
 * @param maxSteps how many steps there are
 * @param urgencyStep from which step on the prompt demands an answer; 0 for never
 * @param forceSubmit whether the last step submits whatever there is
 * @param thinkTrace whether thoughts are kept, and shown again where the conversation is not
 * @param resume whether earlier turns stay in the conversation
 */
record WebSettings(
        Set<WebSection> sections,
        boolean mistakenTimezone,
        String searchUrl,
        String weatherApi,
        List<String> blockedDomains,
        int axtreeLimit,
        int payloadLimit,
        int scrollPixels,
        int sparseLimit,
        int autoScrolls,
        int maxSteps,
        int urgencyStep,
        boolean forceSubmit,
        boolean thinkTrace,
        boolean resume) {

    static List<Setting> all() {
        List<Setting> all = new ArrayList<>(List.of(
                new Setting("axtree_limit", "24000", "characters of a page that the prompt shows"),
                new Setting("payload_limit", "6000", "characters of fetched JSON that the prompt shows"),
                new Setting("max_steps", "15", "how many steps there are, within the run's limit of turns"),
                new Setting("urgency_step", "12", "from which step on the prompt demands an answer; 0 for never"),
                new Setting("force_submit", "on", "the last step submits whatever the model says; on or off"),
                new Setting(
                        "sparse_limit", "200", "pages with fewer characters are scrolled without asking; 0 for none"),
                new Setting("auto_scrolls", "3", "how often such a page is scrolled"),
                new Setting("scroll_pixels", "500", "how far one scroll goes"),
                new Setting("search_url", "", "where searches go; empty for the environment's own, else Google"),
                new Setting("weather_api", "", "weather archive service; empty for the environment's, else Open-Meteo"),
                new Setting(
                        "blocked_domains",
                        "zillow.com,trulia.com,apartments.com",
                        "domains that are not opened, with what is below them; separated by commas"),
                new Setting("think_trace", "on", "keep the model's thoughts with each step; on or off"),
                new Setting("resume", "on", "earlier turns stay in the conversation; off asks afresh each turn"),
                new Setting("timezone_rule", "local", "what section timezone says: local, or mistaken (always PST)"),
                new Setting("sections", "all", "sections of the system prompt: all, none, or names with commas")));
        for (WebSection section : WebSection.values()) {
            all.add(new Setting(
                    section.setting(), "", "on or off, whatever 'sections' says: " + section.description()));
        }
        return all;
    }

    static WebSettings of(Settings settings) {
        String rule = settings.text("timezone_rule").strip();
        if (!rule.equals("local") && !rule.equals("mistaken")) {
            throw new GuerdonException(
                    "expected local or mistaken for the setting 'timezone_rule', found '" + rule + "'");
        }
        return new WebSettings(
                sections(settings),
                rule.equals("mistaken"),
                settings.text("search_url").strip(),
                settings.text("weather_api").strip(),
                names(settings.text("blocked_domains")),
                settings.whole("axtree_limit", 1),
                settings.whole("payload_limit", 1),
                settings.whole("scroll_pixels", 1),
                settings.whole("sparse_limit", 0),
                settings.whole("auto_scrolls", 0),
                settings.whole("max_steps", 1),
                settings.whole("urgency_step", 0),
                settings.flag("force_submit"),
                settings.flag("think_trace"),
                settings.flag("resume"));
    }

    boolean has(WebSection section) {
        return sections.contains(section);
    }

    private static Set<WebSection> sections(Settings settings) {
        Set<WebSection> on = EnumSet.noneOf(WebSection.class);
        for (String name : names(settings.text("sections"))) {
            switch (name) {
                case "all" -> on.addAll(List.of(WebSection.values()));
                case "none" -> on.clear();
                default -> on.add(section(name));
            }
        }
        for (WebSection section : WebSection.values()) {
            if (!settings.text(section.setting()).isBlank()) {
                if (settings.flag(section.setting())) {
                    on.add(section);
                } else {
                    on.remove(section);
                }
            }
        }
        return on;
    }

    private static WebSection section(String name) {
        return Arrays.stream(WebSection.values())
                .filter(section -> section.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new GuerdonException("there is no section '" + name + "'"
                        + Names.didYouMean(name, WebSection.words()) + " There are: all, none, "
                        + String.join(", ", WebSection.words())));
    }

    private static List<String> names(String listed) {
        return Arrays.stream(listed.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
