package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.Optional;

/**
 * Recognises one class of loss in an episode that got less than it could.
 *
 * <p>A {@link dev.guerdon.api.Plugin} adds it. A rule looks at one episode, keeps no state, and says nothing where it is not sure that something happened. How sure it is that this is
 * what cost the reward goes into the finding's confidence, by which the main finding of an episode is chosen.
 */
@Extension.Kind("diagnosis-rule")
@Experimental
public interface DiagnosisRule extends Extension {

    /** The class of loss. */
    @Override
    default String name() {
        return kind();
    }

    /** The class of loss, in words joined by underscores, such as {@code wrong_format}. */
    String kind();

    /** What to try first, in one sentence. */
    String remedy();

    /** What this rule sees in an episode, if anything. */
    Optional<Finding> examine(DiagnosisCase episode);
}
