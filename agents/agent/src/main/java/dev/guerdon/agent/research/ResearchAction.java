package dev.guerdon.agent.research;

import dev.guerdon.cpython.PythonRepr;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One of the six things that the web research agent can do.
 *
 * @param kind which
 * @param value its parameter: words, an address, an element's id, up or down, or the answer
 */
record ResearchAction(Kind kind, String value) {

    /** Kind of action, with the name of the parameter and the other names that models use for both. */
    enum Kind {
        SEARCH_GOOGLE("query", "search google search_web web_search google_search", "q search text words"),
        NAVIGATE_TO_URL("url", "navigate goto go_to go_to_url open_url visit open", "link href address"),
        FETCH_JSON("url", "fetch get_json fetch_url http_get", "link href address"),
        SCROLL_PAGE("direction", "scroll scroll_down scroll_up", "dir"),
        CLICK_LINK("bid", "click click_element press", "id element link element_id"),
        SUBMIT_ANSWER("answer", "submit answer final_answer finish", "text value result final_answer");

        private final String parameter;
        private final String otherNames;
        private final String otherParameters;

        Kind(String parameter, String otherNames, String otherParameters) {
            this.parameter = parameter;
            this.otherNames = otherNames;
            this.otherParameters = otherParameters;
        }

        String parameter() {
            return parameter;
        }

        List<String> otherParameters() {
            return List.of(otherParameters.split(" ", -1));
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Kind> named(String name) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(name)
                            || List.of(kind.otherNames.split(" ", -1)).contains(name))
                    .findFirst();
        }
    }

    /** Returns a text as an argument of the browser's actions. */
    static String quoted(String text) {
        return PythonRepr.of(text);
    }
}
