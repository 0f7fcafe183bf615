package dev.guerdon.agent.research;

import java.util.List;

/** Writes what the model is shown in one step of web research. */
final class ResearchPrompt {

    static final String QUESTION = "QUESTION";
    static final String PAGE = "PAGE ";
    static final String PAGE_END = "END OF PAGE";
    static final String FETCHED_END = "END OF RESULT";

    private static final int LONGEST_PROBLEM = 300;

    private ResearchPrompt() {}

    /**
     * Subject of a step.
     *
     * @param goal the question
     * @param step its number, from 1
     * @param steps how many there are
     * @param urgent whether an answer is demanded
     * @param last whether nothing but an answer is taken
     * @param pending what a fetch brought, or an error of it; empty for nothing
     * @param problem what was wrong with the last reply or action, empty where nothing was
     * @param memory what the conversation does not have
     */
    record Occasion(
            String goal,
            int step,
            int steps,
            boolean urgent,
            boolean last,
            String pending,
            String problem,
            Memory memory) {

        Occasion withProblem(String other) {
            return new Occasion(goal, step, steps, urgent, last, pending, other, memory);
        }
    }

    /**
     * Reminders for a model that is asked without the conversation.
     *
     * @param notes its earlier thoughts
     * @param fetched the results of earlier fetches
     */
    record Memory(List<String> notes, List<String> fetched) {

        static final Memory NONE = new Memory(List.of(), List.of());
    }

    static String write(Occasion occasion, OpenPage page, OpenPage.Shown shown) {
        StringBuilder out = new StringBuilder(shown.text().length() + 1000);
        out.append(QUESTION).append('\n').append(occasion.goal).append("\n\n");
        out.append(header(occasion)).append("\n\n");
        if (!occasion.memory.notes.isEmpty()) {
            out.append("YOUR NOTES\n" + String.join("\n", occasion.memory.notes) + "\n\n");
        }
        if (!occasion.memory.fetched.isEmpty()) {
            out.append("FETCHED BEFORE\n");
            occasion.memory.fetched.forEach(result ->
                    out.append(result).append('\n').append(FETCHED_END).append('\n'));
            out.append('\n');
        }
        out.append(PAGE).append(page.url()).append('\n').append(shown.text()).append('\n');
        if (shown.cut()) {
            out.append("[The page is cut here: " + shown.text().length() + " of " + shown.whole()
                    + " characters are shown.]\n");
        }
        out.append(PAGE_END).append('\n');
        if (!occasion.pending.isEmpty()) {
            out.append("\n" + occasion.pending + "\n" + FETCHED_END + "\n");
        }
        if (!occasion.problem.isEmpty()) {
            out.append("\nPROBLEM with your last action: " + occasion.problem + "\n");
        }
        out.append(demand(occasion));
        return out.toString();
    }

    private static String header(Occasion occasion) {
        return "STEP " + occasion.step + " of " + occasion.steps;
    }

    private static String demand(Occasion occasion) {
        if (occasion.last) {
            return "\n"
                    + "This is the last step. The only action that is taken now is submit_answer: give your best"
                    + " answer.\n";
        }
        return occasion.urgent
                ? "\nFew steps are left. Use submit_answer now, with the best answer that you have.\n"
                : "";
    }

    /** Writes what stays of a prompt in the conversation once the next one is there, besides what was fetched. */
    static String remembered(Occasion occasion, OpenPage page) {
        String problem = occasion.problem.isEmpty()
                ? ""
                : "\nPROBLEM: "
                        + OpenPage.shown(occasion.problem, LONGEST_PROBLEM).text();
        return header(occasion) + "\n" + PAGE + page.url() + " (no longer shown)" + problem;
    }
}
