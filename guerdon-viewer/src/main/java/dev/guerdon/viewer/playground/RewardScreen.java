package dev.guerdon.viewer.playground;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.playground.RewardView.Given;
import java.util.List;
import java.util.Map;

/** A reward, and the form to try it. Nothing is scored before somebody asks for it. */
@Internal
public final class RewardScreen implements Screen {

    private final Registry registry;

    public RewardScreen(Registry registry) {
        this.registry = registry;
    }

    @Override
    public String path() {
        return "/rewards/{reward}";
    }

    @Override
    public Answer show(Address address, Links links) {
        RewardEntry reward = named(registry, address.part("reward"));
        return page(
                new RewardView(
                        reward.name(),
                        reward,
                        new Given("", reward.example(), Trial.gold(reward.example())),
                        List.of(),
                        null,
                        null,
                        "",
                        action(reward.name(), links)),
                links);
    }

    /** A reward by its plain name: options come with the form, which other sites cannot send. */
    static RewardEntry named(Registry registry, String name) {
        if (!registry.rewardNames().contains(name)) {
            throw Problem.notFound("there is no reward '" + name + "'");
        }
        return registry.reward(name);
    }

    static String action(String name, Links links) {
        return links.formKey().isEmpty() ? "" : links.reward(name) + "/try";
    }

    static Answer page(RewardView view, Links links) {
        Frame frame = new Frame(
                view.name(),
                links,
                List.of(
                        new Frame.Crumb("rewards", links.rewards()),
                        new Frame.Crumb(view.name(), links.reward(view.name()))),
                List.of("trace.css"));
        return new Answer.Html("reward.jte", Map.of("frame", frame, "view", view));
    }
}
