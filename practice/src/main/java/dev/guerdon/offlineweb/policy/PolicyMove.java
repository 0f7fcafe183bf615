package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Message;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import java.util.Map;

/**
 * Next action of the rule-based researcher, and why.
 *
 * @param thought why
 * @param kind what
 * @param value the action's parameter
 */
record PolicyMove(String thought, Kind kind, String value) {

    /** Kind of prompt, by the names that it has there. */
    enum Kind {
        SEARCH("search_google", "query"),
        OPEN("navigate_to_url", "url"),
        FETCH("fetch_json", "url"),
        CLICK("click_link", "bid"),
        ANSWER("submit_answer", "answer");

        private final String word;
        private final String parameter;

        Kind(String word, String parameter) {
            this.word = word;
            this.parameter = parameter;
        }
    }

    static PolicyMove search(String query) {
        return new PolicyMove("I search for a source.", Kind.SEARCH, query);
    }

    static PolicyMove open(String thought, String url) {
        return new PolicyMove(thought, Kind.OPEN, url);
    }

    static PolicyMove click(String thought, PageElement element) {
        return new PolicyMove(thought, Kind.CLICK, element.bid());
    }

    /** Asks a service: outside of the browser if that is offered, else in it. */
    static PolicyMove call(PromptView view, String url) {
        return new PolicyMove("I ask the service for the data.", view.mayFetch() ? Kind.FETCH : Kind.OPEN, url);
    }

    /** Returns an answer: the bare value where the prompt asks for that, else a sentence, as people answer. */
    static PolicyMove answer(PromptView view, String value) {
        boolean several = value.indexOf('\n') >= 0 && !value.startsWith("{");
        String bare = several ? JsonCodec.write(List.of(value.split("\n", -1))) : value;
        String said = "Based on my research, the answer is: " + value.replace("\n", ", ") + ".";
        return new PolicyMove("I have what the question asks for.", Kind.ANSWER, view.maySubmitBare() ? bare : said);
    }

    static PolicyMove giveUp(String why) {
        return new PolicyMove(why, Kind.ANSWER, "Unfortunately I could not find out.");
    }

    Message message() {
        return Message.assistant(
                thought + "\nACTION: " + kind.word + "\nPARAMS: " + JsonCodec.write(Map.of(kind.parameter, value)));
    }
}
