package dev.guerdon.offlineweb.researcher;

import dev.guerdon.api.Message;
import dev.guerdon.base.JsonCodec;
import java.util.List;
import java.util.Map;

/**
 * What the rule-based researcher does next, and why.
 *
 * @param thought why
 * @param kind what
 * @param value the action's parameter
 */
record Move(String thought, Kind kind, String value) {

    /** What a prompt offers, by the names it has there. */
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

    static Move search(String query) {
        return new Move("I search for a source.", Kind.SEARCH, query);
    }

    static Move open(String thought, String url) {
        return new Move(thought, Kind.OPEN, url);
    }

    static Move click(String thought, Tree element) {
        return new Move(thought, Kind.CLICK, element.bid());
    }

    /** Asks a service: outside of the browser where that is offered, else in it. */
    static Move call(View view, String url) {
        return new Move("I ask the service for the data.", view.mayFetch() ? Kind.FETCH : Kind.OPEN, url);
    }

    /** An answer: the bare value where the prompt asks for that, else a sentence, as people answer. */
    static Move answer(View view, String value) {
        boolean several = value.indexOf('\n') >= 0 && !value.startsWith("{");
        String bare = several ? JsonCodec.write(List.of(value.split("\n", -1))) : value;
        String said = "Based on my research, the answer is: " + value.replace("\n", ", ") + ".";
        return new Move("I have what the question asks for.", Kind.ANSWER, view.maySubmitBare() ? bare : said);
    }

    static Move giveUp(String why) {
        return new Move(why, Kind.ANSWER, "Unfortunately I could not find out.");
    }

    Message message() {
        return Message.assistant(
                thought + "\nACTION: " + kind.word + "\nPARAMS: " + JsonCodec.write(Map.of(kind.parameter, value)));
    }
}
