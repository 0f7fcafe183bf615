package dev.guerdon.offlineweb.policy;

import dev.guerdon.api.Message;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content of a prompt of the web research agent, read from its text alone.
 *
 * @param system the system prompt
 * @param question the question
 * @param mustAnswer whether the prompt demands an answer
 * @param url the page's address
 * @param page the part of the page that is shown
 * @param pageCut whether the page goes on
 * @param fetched what was fetched, empty for nothing
 * @param problem what went wrong, empty where nothing did
 */
record PromptView(
        String system,
        String question,
        boolean mustAnswer,
        String url,
        PageElement page,
        boolean pageCut,
        String fetched,
        String problem) {

    private static final Pattern QUESTION = Pattern.compile("(?s)^QUESTION\\n(.*?)\\n\\nSTEP \\d");
    private static final Pattern PAGE = Pattern.compile("(?m)^PAGE (\\S*)$");
    private static final Pattern FETCHED =
            Pattern.compile("(?s)fetch_json (?:result|error) for (\\S+?):[ \\n](.*?)\\nEND OF RESULT");
    private static final Pattern PROBLEM = Pattern.compile("(?s)\\nPROBLEM with your last action: (.*)$");

    static PromptView of(List<Message> messages) {
        String system = messages.stream()
                .filter(message -> message.role().equals("system"))
                .map(Message::text)
                .findFirst()
                .orElse("");
        String prompt = messages.getLast().text();
        Matcher question = QUESTION.matcher(prompt);
        Matcher page = PAGE.matcher(prompt);
        boolean paged = page.find();
        int end = prompt.indexOf("\nEND OF PAGE", paged ? page.end() : 0);
        String tree = paged && end >= 0 ? prompt.substring(Math.min(end, page.end() + 1), end) : "";
        String after = end >= 0 ? prompt.substring(end) : "";
        Matcher fetched = FETCHED.matcher(after);
        Matcher problem = PROBLEM.matcher(after);
        return new PromptView(
                system,
                question.find() ? question.group(1).strip() : "",
                after.contains("submit_answer now") || after.contains("only action that is taken now is submit_answer"),
                paged ? page.group(1) : "",
                PageElement.read(tree),
                tree.contains("[The page is cut here"),
                fetched.find() ? fetched.group(2).strip() : "",
                problem.find() ? problem.group(1).strip() : "");
    }

    /** Returns whether the system prompt has a section of that title. */
    boolean told(String title) {
        return system.contains("## " + title + "\n");
    }

    boolean maySubmitBare() {
        return told("Answer format");
    }

    boolean mayFetch() {
        return system.contains("fetch_json {");
    }
}
