package dev.guerdon.rewards;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Policy;
import dev.guerdon.api.SuiteText;
import dev.guerdon.api.Task;
import java.util.List;

/** Brings the suite {@code qa} and a policy that answers its questions; apart from the rewards, so that scoring loads neither. */
@Internal
public final class QaSuitePlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.policy(new ReaderPolicy());
        registration.add(SuiteText.beside(QaSuitePlugin.class, "qa"));
    }

    /** Answers a question about a passage with words of the passage. */
    static final class ReaderPolicy implements Policy {

        private static final String QUESTION = "Question:";

        @Override
        public String name() {
            return "qa-reader";
        }

        @Override
        public String description() {
            return "reads a passage, picks the sentence nearest to the question and the words in it that fit; knows nothing else";
        }

        @Override
        public Session begin(Task task, Context context, long seed) {
            return ReaderPolicy::reply;
        }

        private static Message reply(List<Message> messages) {
            String text = messages.getLast().text();
            int at = text.lastIndexOf(QUESTION);
            String passage = at < 0 ? "" : text.substring(0, at);
            String answer = PassageReader.answer(passage, text.substring(at < 0 ? 0 : at + QUESTION.length()));
            return Message.assistant(answer.isEmpty() ? "I do not know." : answer);
        }
    }
}
