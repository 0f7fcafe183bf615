package dev.guerdon.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs a test class as a build would, and tells what came out.
 *
 * @param passed the names of the tests that passed
 * @param failures the names of those that failed, with their messages
 */
record Launched(List<String> passed, List<String> failures) {

    static Launched run(Class<?> testClass) {
        Launched launched = new Launched(new ArrayList<>(), new ArrayList<>());
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(testClass))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                result.getThrowable()
                                        .ifPresentOrElse(
                                                problem -> launched.failures.add(
                                                        test.getDisplayName() + ": " + problem.getMessage()),
                                                () -> {
                                                    if (test.isTest()) {
                                                        launched.passed.add(test.getDisplayName());
                                                    }
                                                });
                            }
                        });
        return launched;
    }
}
