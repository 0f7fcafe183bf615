package dev.guerdon.offlineweb;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.offlineweb.family.Worlds;
import dev.guerdon.offlineweb.questions.Questions;
import dev.guerdon.text.AnswerRewards;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question on the offline web: begins at its search engine, ends with the first message to the user, which is the answer.
 *
 * @param question the question with its gold answer
 * @param hints where to begin, to search, and to ask for weather data
 */
record QuestionTask(Questions.Question question, Map<String, String> hints) implements BrowserTask {

    /** Shorter than the slow site takes, long enough for all others. */
    static final int NAVIGATION_MILLIS = 4_000;

    /** The task with an id of either family. */
    static QuestionTask of(String id, OfflineWeb web) {
        return id.startsWith(Worlds.PREFIX) ? generated(id, web) : made(id, web);
    }

    private static QuestionTask generated(String id, OfflineWeb web) {
        try {
            Worlds.Asked asked = Worlds.asked(id);
            Map<String, String> hints = new LinkedHashMap<>(asked.hints(web::address));
            hints.put("allow_hosts", web.hosts());
            return new QuestionTask(asked.question(), hints);
        } catch (GuerdonException e) {
            throw new BrowserException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The task with an id such as {@code offline.3}. */
    private static QuestionTask made(String id, OfflineWeb web) {
        List<Questions.Question> all = Questions.list();
        String number = id.startsWith(Questions.PREFIX) ? id.substring(Questions.PREFIX.length()) : "";
        if (!number.matches("\\d{1,4}") || Integer.parseInt(number) >= all.size()) {
            throw new BrowserException("there is no task '" + id + "' on the offline web; there are " + Questions.PREFIX
                    + "0 to " + Questions.PREFIX + (all.size() - 1));
        }
        return new QuestionTask(all.get(Integer.parseInt(number)), web.hints());
    }

    /** The address of the first page. */
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

    /** What an answer earns. */
    double reward(String answer) {
        return AnswerRewards.assistantBench(answer, Optional.of(new Json(question.gold())), Optional.empty())
                .reward();
    }
}
