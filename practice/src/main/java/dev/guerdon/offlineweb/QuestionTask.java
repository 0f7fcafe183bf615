package dev.guerdon.offlineweb;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.offlineweb.sites.OfflineQuestions;
import dev.guerdon.offlineweb.sites.SeededWorlds;
import dev.guerdon.rewards.AnswerRewards;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A question on the offline web: begins at its search engine, ends with the first message to the user, which is the answer.
 *
 * @param question the question with its gold answer
 * @param hints where to begin, to search, and to ask for weather data
 */
record QuestionTask(OfflineQuestions.Question question, Map<String, String> hints) implements BrowserTask {

    /** Shorter than the slow site takes, long enough for all others. */
    static final int NAVIGATION_MILLIS = 4_000;

    /** Returns the task with an id of either family. */
    static QuestionTask of(String id, OfflineWeb web) {
        return id.startsWith(SeededWorlds.PREFIX) ? generated(id, web) : made(id, web);
    }

    private static QuestionTask generated(String id, OfflineWeb web) {
        try {
            SeededWorlds.Asked asked = SeededWorlds.asked(id);
            Map<String, String> hints = new LinkedHashMap<>(asked.hints(web::address));
            hints.put("allow_hosts", web.hosts());
            return new QuestionTask(asked.question(), hints);
        } catch (GuerdonException e) {
            throw new BrowserException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the task with an id such as {@code offline.3}. */
    private static QuestionTask made(String id, OfflineWeb web) {
        List<OfflineQuestions.Question> all = OfflineQuestions.list();
        String number = id.startsWith(OfflineQuestions.PREFIX) ? id.substring(OfflineQuestions.PREFIX.length()) : "";
        if (!number.matches("\\d{1,4}") || Integer.parseInt(number) >= all.size()) {
            throw new BrowserException("there is no task '" + id + "' on the offline web; there are "
                    + OfflineQuestions.PREFIX + "0 to " + OfflineQuestions.PREFIX + (all.size() - 1));
        }
        return new QuestionTask(all.get(Integer.parseInt(number)), web.hints());
    }

    /** Returns the address of the first page. */
    String start() {
        return hints.getOrDefault("start_url", "about:blank");
    }

    @Override
    public BrowserNeeds needs() {
        return BrowserNeeds.standard().withLocale("en-US", "America/New_York").withTimeoutMillis(NAVIGATION_MILLIS);
    }

    @Override
    public Start setup(BrowserPage page) {
        page.navigate(start());
        Map<String, @Nullable Object> info = new LinkedHashMap<>(hints);
        return new Start(List.of(Map.of("type", "text", "text", question.text())), info);
    }

    @Override
    public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
        if (chat.isEmpty() || !chat.getLast().role().equals(ChatMessage.ASSISTANT)) {
            return Verdict.open();
        }
        return Verdict.over(reward(chat.getLast().message()));
    }

    /** Returns what an answer earns. */
    double reward(String answer) {
        return AnswerRewards.assistantBench(answer, Optional.of(new Json(question.gold())), Optional.empty())
                .reward();
    }

    /**
     * Questions on the offline web, which need nothing but Guerdon.
     *
     * @param split gives the tasks of a split; none for the splits of others
     */
    record QuestionSource(String prefix, Function<String, List<Task>> split) implements BrowserTaskSource {

        /** The questions on the sites that were made by hand. */
        static final QuestionSource OFFLINE = new QuestionSource(
                OfflineQuestions.PREFIX,
                split -> List.of("", "offline", "offline-web").contains(split) ? OfflineQuestions.tasks() : List.of());

        /** Questions that a generator makes from a seed, with the sites they are about: {@code generated.SEED.NUMBER}. */
        static final QuestionSource GENERATED = new QuestionSource(
                SeededWorlds.PREFIX, split -> SeededWorlds.isSplit(split) ? SeededWorlds.tasks(split) : List.of());

        @Override
        public BrowserTask create(String id, Task description, Map<String, String> options) {
            return QuestionTask.of(id, OfflineWeb.shared());
        }

        @Override
        public Stream<Task> tasks(String name, Map<String, String> options) {
            return split.apply(name).stream();
        }

        @Override
        public List<String> ownHosts() {
            return OfflineWeb.sharedHosts();
        }
    }
}
