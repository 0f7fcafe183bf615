package dev.guerdon.agent.research;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.agent.AgentSettings;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.base.NameRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sections of the web research agent's system prompt.
 *
 * <p>They are the user's own where there are some, else those that come along as files beside this class. The settings switch them: all
 * but the two that say what the work is and which actions there are.
 */
final class ResearchInstructions {

    /** Filled in with the address of the weather archive's JSON service. */
    static final String WEATHER_API = "weather_api";

    /** Filled in with the address of the search engine, to which the words are added. */
    static final String SEARCH_URL = "search_url";

    /** Filled in with the number of steps that an episode has. */
    static final String MAX_STEPS = "max_steps";

    static final Set<String> PLACEHOLDERS = Set.of(WEATHER_API, SEARCH_URL, MAX_STEPS);

    private static final String TASK = "task";
    private static final String ACTIONS = "actions";
    private static final String OWN_SECTION = "95-own_section.md";

    private ResearchInstructions() {}

    /** Returns the sections that are on, with placeholders that were checked. */
    static PromptSections of(AgentSettings settings) {
        PromptSections given = settings.prompt();
        PromptSections all = given.isEmpty() ? usual() : given;
        Set<String> on = switchedOn(settings, all);
        PromptSections chosen = all.only(name -> isFixed(name) || on.contains(name));
        String own = settings.text("own_section").strip();
        if (!own.isEmpty()) {
            chosen = chosen.with(new PromptSections.Section(OWN_SECTION, own));
        }
        chosen.check(PLACEHOLDERS);
        return chosen;
    }

    /** Returns the sections that come along. */
    static PromptSections usual() {
        Map<String, String> texts = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of("10-" + TASK + ".md", "20-" + ACTIONS + ".md"),
                        Arrays.stream(Section.values()).map(Section::file))
                .forEach(file -> texts.put(file, resource(file)));
        return PromptSections.ofTexts(texts);
    }

    private static String resource(String file) {
        try (InputStream in =
                Objects.requireNonNull(ResearchInstructions.class.getResourceAsStream("prompt/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFixed(String name) {
        return name.equals(TASK) || name.equals(ACTIONS);
    }

    private static Set<String> switchedOn(AgentSettings settings, PromptSections all) {
        Set<String> on = new LinkedHashSet<>();
        for (String name : settings.list("sections")) {
            switch (name) {
                case "all" -> on.addAll(all.names());
                case "none" -> on.clear();
                default -> on.add(known(name, all));
            }
        }
        for (Section section : Section.values()) {
            if (!settings.text(section.setting()).isBlank()) {
                if (settings.flag(section.setting())) {
                    on.add(known(section.word(), all));
                } else {
                    on.remove(section.word());
                }
            }
        }
        return on;
    }

    private static String known(String name, PromptSections all) {
        if (all.find(name).isPresent()) {
            return name;
        }
        List<String> names = all.names().stream().filter(each -> !isFixed(each)).toList();
        throw new GuerdonException("there is no section '" + name + "'" + NameRules.didYouMean(name, names)
                + " There are: all, none, " + String.join(", ", names));
    }

    /** A named part of the web research agent's own system prompt that can be switched on and off. */
    enum Section {
        ANSWER_FORMAT(30, "how a final answer is to be written: the bare value"),
        FETCH_JSON(25, "offers the action fetch_json"),
        DIRECT_API(40, "where the weather archive's JSON service is"),
        WEATHER(45, "how to work on questions about the weather"),
        REAL_ESTATE(50, "how to work on questions about homes"),
        LOCAL_BUSINESS(55, "how to work on questions about businesses near a place"),
        PER_YEAR(60, "one narrow call for each year instead of one long range"),
        TIMEZONE(65, "whose days weather data is asked for"),
        TIMEOUT_FALLBACK(70, "what to do about pages that do not load");

        private final int place;
        private final String description;

        Section(int place, String description) {
            this.place = place;
            this.description = description;
        }

        String description() {
            return description;
        }

        /** Returns the name in settings: lower case. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the setting that switches it. */
        String setting() {
            return "section." + word();
        }

        /** Returns the file with its text. */
        String file() {
            return place + "-" + word() + ".md";
        }

        static List<String> words() {
            return Arrays.stream(values()).map(Section::word).toList();
        }
    }
}
