package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.List;

/** Something that an agent can do: one of BrowserGym's actions, or one of the user's own. */
@Experimental
public sealed interface Action permits BrowserAction, CustomAction {

    /** Its name and parameters. */
    Signature signature();

    /** What it does, for the model. */
    String description();

    /** Calls that show how it is used. */
    List<String> examples();
}
