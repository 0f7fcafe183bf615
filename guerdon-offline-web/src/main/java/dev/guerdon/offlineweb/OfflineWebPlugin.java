package dev.guerdon.offlineweb;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.SuiteText;
import dev.guerdon.offlineweb.diagnosis.DateWindowRule;
import dev.guerdon.offlineweb.diagnosis.WrongTimezoneRule;
import dev.guerdon.offlineweb.researcher.Researcher;

/** Brings the offline web: its questions as browser tasks and as a suite, its researcher, its rules of diagnosis. */
@Internal
public final class OfflineWebPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new QuestionSource());
        registration.add(new GeneratedSource());
        registration.environment(new PagesProvider());
        registration.policy(new Researcher());
        registration.add(new DateWindowRule());
        registration.add(new WrongTimezoneRule());
        registration.add(SuiteText.beside(OfflineWebPlugin.class, "offline-web"));
        registration.add(SuiteText.beside(OfflineWebPlugin.class, "offline-pages"));
    }
}
