package dev.guerdon.offlineweb;

import dev.guerdon.api.Json;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.offlineweb.questions.Questions;
import dev.guerdon.offlineweb.sites.Sites;
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
 * @param web the web
 */
record QuestionTask(Questions.Question question, OfflineWeb web) implements BrowserTask {

    /** Shorter than the slow site takes, long enough for all others. */
    private static final double NAVIGATION_MILLIS = 4_000;

    /** The task with an id such as {@code offline.3}. */
    static QuestionTask of(String id) {
        List<Questions.Question> all = Questions.list();
        String number = id.startsWith(Questions.PREFIX) ? id.substring(Questions.PREFIX.length()) : "";
        if (!number.matches("\\d{1,4}") || Integer.parseInt(number) >= all.size()) {
            throw new BrowserException("there is no task '" + id + "' on the offline web; there are " + Questions.PREFIX
                    + "0 to " + Questions.PREFIX + (all.size() - 1));
        }
        return new QuestionTask(all.get(Integer.parseInt(number)), OfflineWeb.shared());
    }

    @Override
    public BrowserNeeds needs() {
        return BrowserNeeds.standard().withLocale("en-US", "America/New_York").withTimeoutMillis(NAVIGATION_MILLIS);
    }

    @Override
    public Start setup(BrowserPage page) {
        page.navigate(web.address(Sites.SEARCH, "/"));
        Map<String, @Nullable Object> info = new LinkedHashMap<>(web.hints());
        return new Start(List.of(Map.of("type", "text", "text", question.text())), info);
    }

    @Override
    public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
        if (chat.isEmpty() || !chat.getLast().role().equals(ChatMessage.ASSISTANT)) {
            return Verdict.open();
        }
        String answer = chat.getLast().message();
        return Verdict.over(
                AnswerRewards.assistantBench(answer, Optional.of(new Json(question.gold())), Optional.empty())
                        .reward());
    }
}
