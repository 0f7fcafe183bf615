package dev.guerdon.browser.task;

import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.BrowserNeeds;
import dev.guerdon.browser.spi.BrowserPage;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.view.Plain;
import dev.guerdon.cpython.NumpyRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A task of MiniWoB++, seeded as BrowserGym seeds it. Every positive raw reward counts as success; the raw one is in the info. */
final class MiniwobTask implements BrowserTask {

    private static final int SEEDS = 1_000_000;
    private static final int MOST_EPISODE_MILLIS = 1_000_000;
    private static final double SCALE = 1.5;
    private static final String STATE =
            "() => ({ REWARD_GLOBAL: WOB_REWARD_GLOBAL, RAW_REWARD_GLOBAL: WOB_RAW_REWARD_GLOBAL,"
                    + " REWARD_REASON: WOB_REWARD_REASON, DONE_GLOBAL: WOB_DONE_GLOBAL, EPISODE_ID: WOB_EPISODE_ID,"
                    + " TASK_READY: WOB_TASK_READY })";
    private static final String BEGIN =
            "([seed, time]) => { Math.seedrandom(seed); core.EPISODE_MAX_TIME = time;" + " core.startEpisodeReal(); }";
    private static final String GOAL =
            "() => { const said = core.getUtterance(); return typeof said === 'string' ? said : said.utterance; }";

    /** The tasks whose goal has a picture in it, with the script that says in words what it shows, as BrowserGym does. */
    private static final Map<String, Scripts> PICTURED =
            Map.of("click-menu-2", Scripts.MINIWOB_MENU, "use-colorwheel-2", Scripts.MINIWOB_COLOR);

    private final String url;
    private final String name;
    private final int seed;
    private Optional<BrowserPage> page = Optional.empty();

    /**
     * @param url the task's HTML
     * @param name the task's name
     * @param seed the seed of the episode, from which the seed of the page's random numbers is drawn
     */
    MiniwobTask(String url, String name, int seed) {
        this.url = url;
        this.name = name;
        this.seed = seed;
    }

    @Override
    public BrowserNeeds needs() {
        return BrowserNeeds.standard().withViewport(332, 214).withScale(SCALE);
    }

    @Override
    public Start setup(BrowserPage opened) {
        page = Optional.of(opened);
        opened.navigate(url);
        Scripts pictured = PICTURED.get(name);
        if (pictured != null) {
            opened.evaluate(pictured.text());
        }
        opened.evaluate(Scripts.MINIWOB.text());
        opened.evaluate(BEGIN, List.of(new NumpyRandom(seed).below(SEEDS), MOST_EPISODE_MILLIS));
        opened.waitFor("() => WOB_TASK_READY === true");
        return Start.of(Plain.text(opened.evaluate(GOAL)));
    }

    @Override
    public Verdict validate(BrowserPage active, List<ChatMessage> chat) {
        if (!page.equals(Optional.of(active))) {
            return lost("invalid page, terminating task");
        }
        if (!active.url().equals(url)) {
            return lost("invalid url, terminating task");
        }
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        Plain.map(active.evaluate(STATE)).forEach((name, value) -> info.put(String.valueOf(name), value));
        return new Verdict(
                Plain.number(info.get("RAW_REWARD_GLOBAL")) > 0 ? 1 : 0,
                Boolean.TRUE.equals(info.get("DONE_GLOBAL")),
                "",
                info);
    }

    private static Verdict lost(String why) {
        return new Verdict(0, true, "", Map.of("error", why));
    }
}
