package dev.guerdon.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code guerdon --version} prints. */
final class Version implements IVersionProvider {

    private static final String DEVELOPMENT = "development";

    @Override
    public String[] getVersion() {
        return new String[] {
            "guerdon " + guerdon(),
            "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }

    /** The version of this build; the jar's manifest knows it, a folder of classes does not. */
    static String guerdon() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? DEVELOPMENT : version;
    }

    /** The version that a project of a user depends on. */
    static String toDependOn() {
        return guerdon().equals(DEVELOPMENT) ? "0.1.0" : guerdon();
    }
}
