package dev.guerdon.browser;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.oracle.MiniwobOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays a task of MiniWoB with the oracle, which sees what the tools of the suite would show it. */
final class OracleEpisode {

    private static final int STEPS = 10;

    private OracleEpisode() {}

    /** The sum of rewards. */
    static double play(BrowserProvider provider, String task, Path pages, int seed) {
        Map<String, String> options = Map.of(
                "task",
                task,
                "miniwob",
                pages.toString(),
                "preset",
                "miniwob",
                "seed",
                Integer.toString(seed),
                "axtree-options",
                "skip_generic=false,with_clickable=true,with_center_coords=true");
        Policy.Session oracle = new MiniwobOracle().begin(Task.of("any", "", Map.of()), Context.detached(Map.of()), 0);
        double reward = 0;
        try (Environment environment = provider.open(options)) {
            Step step = environment.reset(provider.task(options));
            List<Message> messages = new ArrayList<>();
            messages.add(Message.user("GOAL\n" + step.observation().attributes().get("goal") + "\n\nPAGE\n"
                    + step.observation().text() + "\n\nACTIONS\n"));
            for (int i = 0; i < STEPS && !step.done(); i++) {
                Message reply = oracle.reply(messages);
                if (reply.toolCalls().isEmpty()) {
                    break;
                }
                step = environment.step(
                        String.valueOf(reply.toolCalls().getFirst().arguments().get("action")));
                reward += step.reward();
                messages.add(reply);
                messages.add(Message.tool(
                        "call", "browser_action", step.observation().text()));
            }
        }
        return reward;
    }

    /** The id of the element with a name. */
    static String bid(Environment environment, String name) {
        String text = ((BrowserEnvironment) environment)
                .lastObservation()
                .orElseThrow()
                .view()
                .axTreeText();
        Matcher line =
                Pattern.compile("\\[(\\w+)] \\w+ '" + Pattern.quote(name) + "'").matcher(text);
        if (!line.find()) {
            throw new AssertionError("no " + name + " in " + text);
        }
        return line.group(1);
    }
}
