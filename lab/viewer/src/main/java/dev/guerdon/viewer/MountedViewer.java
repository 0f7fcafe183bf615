package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;

/**
 * The viewer as a part of a reward server, below {@code /view}: whoever may ask for rewards may look at the runs.
 *
 * @param store the folder of runs
 * @param registry has the rules and rewards of diagnoses
 */
@Experimental
public record MountedViewer(RunStore store, Registry registry) implements RewardProtocol {

    /** The path below which it is. */
    public static final String PATH = "/view";

    @Override
    public String name() {
        return "view";
    }

    @Override
    public String description() {
        return "pages over the runs of a folder, for people with a web browser: " + PATH + "/";
    }

    @Override
    public String unscored() {
        return "shown as missing";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return Viewer.over(store, registry, new Viewer.Settings(PATH, false));
    }
}
