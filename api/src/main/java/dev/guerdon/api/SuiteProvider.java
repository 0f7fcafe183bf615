package dev.guerdon.api;

/**
 * Suite that can be run by its name.
 *
 * <p>It is a {@link SuiteText}, or made in Java by a {@code SuiteFactory} of {@code guerdon-lab}.
 */
@Extension.Kind("suite")
@Stable
public interface SuiteProvider extends Extension {

    /** Returns the name after {@code guerdon run}. */
    @Override
    String name();
}
