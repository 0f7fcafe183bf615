package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.function.Function;

/**
 * Protocol by which one trainer reaches the rewards of a server over HTTP; a {@link dev.guerdon.api.Plugin} adds it.
 *
 * <p>All protocols are mounted on one server and share its rewards, so their paths must differ.
 */
@Extension.Kind("reward-protocol")
@Experimental
public interface RewardProtocol extends Extension {

    /** Returns one line on which clients it serves, and at which paths. */
    String description();

    /** Returns one line on what these clients get for a sample that could not be scored: never a number that was neither computed nor chosen. */
    String unscored();

    /** Opens its endpoints over the rewards of a server. */
    Endpoints open(RewardService rewards);

    /**
     * Returns a protocol.
     *
     * @param description one line on which clients it serves, and at which paths
     * @param unscored one line on what these clients get for a sample that could not be scored
     * @param endpoints opens its endpoints
     */
    static RewardProtocol of(
            String name, String description, String unscored, Function<RewardService, Endpoints> endpoints) {
        record Given(String name, String description, String unscored, Function<RewardService, Endpoints> endpoints)
                implements RewardProtocol {

            @Override
            public Endpoints open(RewardService rewards) {
                return endpoints.apply(rewards);
            }
        }
        return new Given(name, description, unscored, endpoints);
    }
}
