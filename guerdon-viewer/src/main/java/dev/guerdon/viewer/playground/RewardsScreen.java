package dev.guerdon.viewer.playground;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All rewards by family. */
@Internal
public final class RewardsScreen implements Screen {

    private final Registry registry;

    public RewardsScreen(Registry registry) {
        this.registry = registry;
    }

    /** A reward in the list. */
    public record Row(String name, String description, String source, String address) {}

    @Override
    public String path() {
        return "/rewards";
    }

    @Override
    public Answer show(Address address, Links links) {
        String words = address.text("q", "").toLowerCase(Locale.ROOT);
        Map<String, List<Row>> families = new TreeMap<>();
        registry.rewards().stream()
                .filter(reward -> words.isEmpty()
                        || (reward.name() + " " + reward.description())
                                .toLowerCase(Locale.ROOT)
                                .contains(words))
                .sorted(Comparator.comparing(RewardEntry::name))
                .forEach(reward -> families.computeIfAbsent(reward.family(), name -> new ArrayList<>())
                        .add(new Row(
                                reward.name(), reward.description(), reward.source(), links.reward(reward.name()))));
        Frame frame = new Frame("Rewards", links, List.of(), List.of("trace.css"));
        return new Answer.Html(
                "rewards.jte", Map.of("frame", frame, "families", families, "words", address.text("q", "")));
    }
}
