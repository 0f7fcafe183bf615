package dev.guerdon.webresearch;

import dev.guerdon.webresearch.Page.Shown;
import java.util.List;

/** Writes what the model is shown in one step of web research. */
final class Prompt {

    static final String QUESTION = "QUESTION";
    static final String PAGE = "PAGE ";
    static final String PAGE_END = "END OF PAGE";
    static final String FETCHED_END = "END OF RESULT";

    private Prompt() {}

    /**
     * What a step is about.
     *
     * @param goal the question
     * @param step its number, from 1
     * @param steps how many there are
     * @param urgent whether an answer is demanded
     * @param last whether nothing but an answer is taken
     * @param pending what a fetch brought, or an error of it; empty for nothing
     * @param problem what was wrong with the last reply or action, empty where nothing was
     * @param notes earlier thoughts, where the conversation does not have them
     */
    record Occasion(
            String goal,
            int step,
            int steps,
            boolean urgent,
            boolean last,
            String pending,
            String problem,
            List<String> notes) {}

    static String write(Occasion occasion, Page page, Shown shown) {
        StringBuilder out = new StringBuilder(shown.text().length() + 1000);
        out.append(QUESTION).append('\n').append(occasion.goal).append("\n\n");
        out.append(header(occasion)).append("\n\n");
        if (!occasion.notes.isEmpty()) {
            out.append("YOUR NOTES\n").append(String.join("\n", occasion.notes)).append("\n\n");
        }
        out.append(PAGE).append(page.url()).append('\n').append(shown.text()).append('\n');
        if (shown.cut()) {
            out.append("[The page is cut here: ")
                    .append(shown.text().length())
                    .append(" of ")
                    .append(shown.whole())
                    .append(" characters are shown.]\n");
        }
        out.append(PAGE_END).append('\n');
        if (!occasion.pending.isEmpty()) {
            out.append('\n')
                    .append(occasion.pending)
                    .append('\n')
                    .append(FETCHED_END)
                    .append('\n');
        }
        if (!occasion.problem.isEmpty()) {
            out.append("\nPROBLEM with your last action: ")
                    .append(occasion.problem)
                    .append('\n');
        }
        out.append(demand(occasion));
        return out.toString();
    }

    private static String header(Occasion occasion) {
        return "STEP " + occasion.step + " of " + occasion.steps;
    }

    private static String demand(Occasion occasion) {
        if (occasion.last) {
            return "\nThis is the last step. The only action that is taken now is submit_answer: give your best answer.\n";
        }
        return occasion.urgent
                ? "\nFew steps are left. Use submit_answer now, with the best answer that you have.\n"
                : "";
    }

    /** What stays of a prompt in the conversation once the next one is there: everything but the page. */
    static String remembered(Occasion occasion, Page page) {
        return header(occasion) + "\n" + PAGE + page.url() + " (no longer shown)";
    }
}
