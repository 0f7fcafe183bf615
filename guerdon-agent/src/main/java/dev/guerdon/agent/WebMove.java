package dev.guerdon.agent;

import dev.guerdon.api.Message;
import dev.guerdon.core.JsonCodec;
import java.util.List;
import java.util.Map;

/**
 * What the rule-based researcher does next, and why.
 *
 * @param thought why
 * @param kind what
 * @param value the action's parameter
 */
record WebMove(String thought, WebAction.Kind kind, String value) {

    static WebMove search(String query) {
        return new WebMove("I search for a source.", WebAction.Kind.SEARCH_GOOGLE, query);
    }

    static WebMove open(String thought, String url) {
        return new WebMove(thought, WebAction.Kind.NAVIGATE_TO_URL, url);
    }

    static WebMove click(String thought, WebTree element) {
        return new WebMove(thought, WebAction.Kind.CLICK_LINK, element.bid());
    }

    /** Asks a service: outside of the browser where that is offered, else in it. */
    static WebMove call(WebView view, String url) {
        return new WebMove(
                "I ask the service for the data.",
                view.mayFetch() ? WebAction.Kind.FETCH_JSON : WebAction.Kind.NAVIGATE_TO_URL,
                url);
    }

    /** An answer: the bare value where the prompt asks for that, else a sentence, as people answer. */
    static WebMove answer(WebView view, String value) {
        boolean several = value.indexOf('\n') >= 0 && !value.startsWith("{");
        String bare = several ? JsonCodec.write(List.of(value.split("\n", -1))) : value;
        String said = "Based on my research, the answer is: " + value.replace("\n", ", ") + ".";
        return new WebMove(
                "I have what the question asks for.", WebAction.Kind.SUBMIT_ANSWER, view.maySubmitBare() ? bare : said);
    }

    static WebMove giveUp(String why) {
        return new WebMove(why, WebAction.Kind.SUBMIT_ANSWER, "Unfortunately I could not find out.");
    }

    Message message() {
        return Message.assistant(
                thought + "\nACTION: " + kind.word() + "\nPARAMS: " + JsonCodec.write(Map.of(kind.parameter(), value)));
    }
}
