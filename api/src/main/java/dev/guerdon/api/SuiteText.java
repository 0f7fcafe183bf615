package dev.guerdon.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Suite in a YAML file next to a class, together with the data files that it names. */
@Stable
public final class SuiteText implements SuiteProvider {

    private static final String FOLDER = "suites/";

    private final String name;
    private final Class<?> owner;

    private SuiteText(String name, Class<?> owner) {
        this.name = name;
        this.owner = owner;
    }

    /** Returns the suite in the resource {@code suites/NAME.yaml} of the class's package. */
    public static SuiteText beside(Class<?> owner, String name) {
        return new SuiteText(name, owner);
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the YAML text. */
    public String definition() {
        try (InputStream in = open(name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new GuerdonException("the suite '" + name + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Opens a data file that the definition names.
     *
     * @param file its name next to the definition; with a slash at the beginning, a resource of any other package
     */
    public InputStream open(String file) {
        String resource = file.startsWith("/") ? file : FOLDER + file;
        InputStream in = owner.getResourceAsStream(resource);
        if (in == null) {
            throw new GuerdonException("the suite '" + name + "' of " + owner.getName() + " needs the file " + resource
                    + ", which is not there");
        }
        return in;
    }
}
