package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.util.List;
import java.util.Optional;

/**
 * Recognises one class of loss in an episode that got less than it could.
 *
 * <p>A {@link dev.guerdon.api.Plugin} adds it. A rule looks at one episode, keeps no state, and says nothing if it is not sure that something
 * happened. How sure it is that this is what cost the reward goes into the finding's confidence, by which the main finding of an episode is chosen.
 */
@Extension.Kind("diagnosis-rule")
@Experimental
public interface DiagnosisRule extends Extension {

    /** Returns the class of loss. */
    @Override
    default String name() {
        return kind();
    }

    /** Returns the class of loss, in words joined by underscores, such as {@code wrong_format}. */
    String kind();

    /** Returns what to try first, in one sentence. */
    String remedy();

    /**
     * Changes that cure this class of loss, the most promising first; {@code guerdon improve} tries them. None by default.
     *
     * @param space what may be changed, and what it is now
     * @param findings what this rule found in the episodes of which it explains the loss best
     */
    default List<Patch> remedies(Patch.Space space, List<Finding> findings) {
        return List.of();
    }

    /** Returns what this rule sees in an episode, if anything. */
    Optional<Finding> examine(DiagnosisCase episode);
}
