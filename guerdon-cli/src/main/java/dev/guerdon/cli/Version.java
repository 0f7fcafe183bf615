package dev.guerdon.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code guerdon --version} prints. */
final class Version implements IVersionProvider {

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
        return version == null ? "development" : version;
    }
}
