package dev.guerdon.offlineweb;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the tasks that a browser has in the offline web; apart from the rest, which needs no class of the browser. */
@Internal
public final class BrowserTasksPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(QuestionTask.QuestionSource.OFFLINE);
        registration.add(QuestionTask.QuestionSource.GENERATED);
    }
}
