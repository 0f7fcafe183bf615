package dev.guerdon.viewer.episode;

import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.lab.Audit.AuditReport;
import dev.guerdon.lab.Probe.ProbeReport;
import dev.guerdon.viewer.episode.RewardScreen.RewardView.Given;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All rewards; and one of them with the form to try it. Nothing is scored before somebody asks for it. */
final class RewardScreen {

    private final Registry registry;

    public RewardScreen(Registry registry) {
        this.registry = registry;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        RewardEntry reward = named(registry, address.part("reward"));
        return page(
                new RewardView(
                        reward.name(),
                        reward,
                        new Given("", reward.example(), PlaygroundTrial.gold(reward.example())),
                        List.of(),
                        null,
                        null,
                        "",
                        action(reward.name(), links)),
                links);
    }

    /** A reward in the list. */
    public record Row(String name, String description, String source, String address) {}

    /** Lists all rewards by family. */
    public ScreenAnswer list(PageAddress address, PageLinks links) {
        String words = address.text("q", "").toLowerCase(Locale.ROOT);
        Map<String, List<Row>> families = new TreeMap<>();
        registry.rewards().stream()
                .filter(reward -> (reward.name() + " " + reward.description())
                        .toLowerCase(Locale.ROOT)
                        .contains(words))
                .sorted(Comparator.comparing(RewardEntry::name))
                .forEach(reward -> families.computeIfAbsent(reward.family(), name -> new ArrayList<>())
                        .add(new Row(
                                reward.name(), reward.description(), reward.source(), links.reward(reward.name()))));
        PageFrame frame = new PageFrame("Rewards", links, List.of(), List.of("trace.css"));
        return new ScreenAnswer.Html(
                "episode/rewards.jte", Map.of("frame", frame, "families", families, "words", address.text("q", "")));
    }

    /** Returns a reward by its plain name: options come with the form, which other sites cannot send. */
    static RewardEntry named(Registry registry, String name) {
        if (!registry.rewardNames().contains(name)) {
            throw PageProblem.notFound("there is no reward '" + name + "'");
        }
        return registry.reward(name);
    }

    static String action(String name, PageLinks links) {
        return links.formKey().isEmpty() ? "" : links.reward(name) + "/try";
    }

    static ScreenAnswer page(RewardView view, PageLinks links) {
        PageFrame frame = new PageFrame(
                view.name(),
                links,
                List.of(
                        new PageFrame.Crumb("rewards", links.rewards()),
                        new PageFrame.Crumb(view.name(), links.reward(view.name()))),
                List.of("trace.css"));
        return new ScreenAnswer.Html("episode/reward.jte", Map.of("frame", frame, "view", view));
    }

    /**
     * A reward on a page.
     *
     * @param name its name without options
     * @param given what is in the form
     * @param scores what the samples got; empty if none were tried
     * @param probe what other ways to write the answer get; null where nothing was probed
     * @param audit what answers get that deserve nothing; null where nothing was audited
     * @param problem why nothing could be tried; empty for nothing
     * @param action where the form goes; empty where this viewer only reads
     */
    record RewardView(
            String name,
            RewardEntry reward,
            Given given,
            List<Scored> scores,
            @Nullable ProbeReport probe,
            @Nullable AuditReport audit,
            String problem,
            String action) {

        /**
         * Content of the form.
         *
         * @param options options of the reward, such as {@code digits=3}
         * @param samples JSON lines
         * @param gold the gold answer to write in other ways
         */
        public record Given(String options, String samples, String gold) {}

        /** Score of a sample. */
        public record Scored(int line, String reward, String look, TextPassage details) {}
    }
}
