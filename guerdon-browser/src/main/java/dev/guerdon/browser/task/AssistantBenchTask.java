package dev.guerdon.browser.task;

import dev.guerdon.api.Json;
import dev.guerdon.browser.benchmark.QuestionFile.Question;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.text.AnswerRewards;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A question to be answered from the web; the first message to the user is the answer and ends the episode.
 *
 * @param startUrl where it begins
 * @param predictions where the answer is kept for the judges
 */
record AssistantBenchTask(Question question, String startUrl, Optional<PredictionFile> predictions)
        implements BrowserTask {

    private static final Duration MOST = Duration.ofSeconds(10);

    @Override
    public BrowserNeeds needs() {
        return BrowserNeeds.standard().withLocale("en-US", "America/New_York");
    }

    @Override
    public Start setup(BrowserPage page) {
        predictions.ifPresent(file -> file.begin(question.id()));
        page.navigate(startUrl, MOST);
        return Start.of(question.question());
    }

    @Override
    public Verdict validate(BrowserPage page, List<ChatMessage> chat) {
        if (chat.isEmpty() || !chat.getLast().role().equals(ChatMessage.ASSISTANT)) {
            return Verdict.open();
        }
        String answer = chat.getLast().message();
        predictions.ifPresent(file -> file.answer(question.id(), answer));
        return Verdict.over(
                judges()
                        ? AnswerRewards.assistantBench(answer, Optional.of(new Json(question.gold())), Optional.empty())
                                .reward()
                        : 0);
    }

    @Override
    public boolean judges() {
        return !question.gold().isEmpty();
    }
}
