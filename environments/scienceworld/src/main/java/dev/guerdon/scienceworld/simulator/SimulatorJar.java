package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * The simulator's jar: its version and its classes, read, rewritten and loaded once for all environments.
 */
@Internal
public final class SimulatorJar implements AutoCloseable {

    static final String INTERFACE = "scienceworld.runtime.pythonapi.PythonInterface";
    private static final String OBJECT = "scienceworld.struct.EnvObject";
    private static final String SYSTEM = "scala.sys.package$";
    private static final String PARSER = "scienceworld.input.InputParser$";
    private static final String CONSOLE = "scala.Console$";
    private static final List<String> SIMULATORS = List.of(INTERFACE, OBJECT, PARSER, "util.UniqueTypeID$");
    private static final List<String> LIBRARIES =
            List.of(SYSTEM, CONSOLE, "scala.util.Random$", "scala.util.parsing.input.Positional");
    public static final String REMEDY = "; run 'guerdon setup scienceworld', or name the jar out of the Python package"
            + " 'scienceworld', or one that you built, with --jar or SCIENCEWORLD_JAR";

    private static final Map<Key, SimulatorJar> OPENED = new ConcurrentHashMap<>();

    private final Path path;
    private final JarFile file;
    private final String version;
    private final Map<String, Long> typeIds;
    private final ScalaModules modules = new ScalaModules(this::read);
    private final Map<String, String[]> words = new ConcurrentHashMap<>();
    private @Nullable Loaded loaded;

    private SimulatorJar(Path path, JarFile file, String version) throws IOException {
        this.path = path;
        this.file = file;
        this.version = version;
        this.typeIds = readTypeIds();
    }

    /** A jar as it was at one time, so that a replaced file is read again. */
    private record Key(Path path, FileTime changed, long size) {}

    /** Opens a jar, and says what is wrong if it is not the simulator's. */
    public static SimulatorJar open(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new ScienceworldException("expected ScienceWorld's jar at " + path + ", found "
                    + (Files.isDirectory(path) ? "a folder" : "nothing") + REMEDY);
        }
        try {
            Path real = path.toRealPath();
            Key key = new Key(real, Files.getLastModifiedTime(real), Files.size(real));
            SimulatorJar known = OPENED.get(key);
            if (known != null) {
                return known;
            }
            SimulatorJar opened = read(real);
            SimulatorJar earlier = OPENED.putIfAbsent(key, opened);
            return earlier != null ? earlier : opened;
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static ScienceworldException unreadable(Path path, Exception cause) {
        return new ScienceworldException(
                "expected ScienceWorld's jar at " + path + ", found a file that is not a readable jar ("
                        + cause.getMessage() + ")" + REMEDY,
                cause);
    }

    /** Reads a jar apart from all others, for one who closes it. */
    public static SimulatorJar read(Path path) {
        JarFile file = null;
        boolean good = false;
        try {
            file = new JarFile(path.toFile(), false);
            for (String needed : SIMULATORS) {
                if (file.getEntry(entryName(needed)) == null) {
                    throw new ScienceworldException("expected ScienceWorld's jar at " + path
                            + ", found a jar without the class " + needed + REMEDY);
                }
            }
            for (String needed : LIBRARIES) {
                if (file.getEntry(entryName(needed)) == null) {
                    throw new ScienceworldException("expected ScienceWorld's jar with the libraries it needs at " + path
                            + ", found the simulator without the class " + needed + " of Scala; build it with its"
                            + " dependencies in one jar (docs/environments/scienceworld.md)");
                }
            }
            Manifest manifest = file.getManifest();
            Attributes about = manifest == null ? new Attributes() : manifest.getMainAttributes();
            String version = about.getValue(Attributes.Name.SPECIFICATION_VERSION);
            if (version == null) {
                version = about.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            }
            SimulatorJar jar = new SimulatorJar(path, file, version == null ? "unknown" : version.strip());
            good = true;
            return jar;
        } catch (IOException | SecurityException e) {
            throw unreadable(path, e);
        } finally {
            if (!good && file != null) {
                closeQuietly(file);
            }
        }
    }

    private static void closeQuietly(JarFile file) {
        try {
            file.close();
        } catch (IOException e) {
            // It was only read; the reason to close it is on its way to the user.
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the simulator's version as its manifest has it. */
    public String version() {
        return version;
    }

    /** Returns the number of each class of objects, which the simulator otherwise reads from, and writes to, the working directory. */
    Map<String, Long> typeIds() {
        return typeIds;
    }

    /** Returns the simulator's code, loaded when it is first needed. */
    SimulatorCode code() throws Throwable {
        return loaded().code;
    }

    /** Returns the names of the tasks, sorted, with the number of their variations. */
    Map<String, Integer> tasks() throws Throwable {
        return loaded().tasks;
    }

    private synchronized Loaded loaded() throws Throwable {
        Loaded known = loaded;
        if (known == null) {
            SimulatorCode code = new SimulatorCode(new SimulatorCode.JarClassLoader(this));
            known = new Loaded(code, code.rehearse(newWorld(), typeIds));
            loaded = known;
        }
        return known;
    }

    private record Loaded(SimulatorCode code, Map<String, Integer> tasks) {}

    /** Returns a world in which nothing has happened yet. */
    ScalaState newWorld() {
        return new ScalaState(words);
    }

    ScalaModules modules() {
        return modules;
    }

    /** Returns the bytes of a class as it is loaded, or null where the jar has none of that name. */
    byte @Nullable [] classBytes(String name) {
        String internal = name.replace('.', '/');
        byte[] bytes = read(internal);
        if (bytes == null || (internal.startsWith("scala/") && !touched(name, bytes))) {
            return bytes;
        }
        return modules.apart(prepared(name, bytes));
    }

    /** Scala's library has some two thousand classes; few of them have anything to do with what is rewritten. */
    private static boolean touched(String name, byte[] bytes) {
        return name.equals(SYSTEM)
                || name.equals(CONSOLE)
                || new String(bytes, StandardCharsets.ISO_8859_1).contains("scala/util/Random$");
    }

    private byte @Nullable [] read(String internalName) {
        ZipEntry entry = file.getEntry(internalName + ".class");
        if (entry == null) {
            return null;
        }
        try (InputStream in = file.getInputStream(entry)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes classes fit for life in a shared process.
     *
     * <p>{@code sys.exit} would end the host; without the call it goes on to its own throw. The simulator prints many lines a step,
     * which go nowhere. Before 1.3 it kept objects in hash sets without a hash code of their own, so that physics and ambiguous
     * names changed from run to run with the virtual machine's identity hashes; hashing an object by its id, and all else in the order
     * of asking, makes an episode repeatable. The parser cuts the same names into words thousands of times a step; remembering
     * them saves that work.
     */
    private byte[] prepared(String name, byte[] bytes) {
        if (name.equals(SYSTEM)) {
            return new ClassFile(bytes)
                    .withoutExit()
                    .orElseThrow(() -> new ScienceworldException("expected a call of System.exit in " + SYSTEM + " of "
                            + path + ", found none; not loading a jar that could end this process" + REMEDY));
        }
        if (name.equals(CONSOLE)) {
            return new ClassFile(new ClassFile(bytes).withSilence("out")).withSilence("err");
        }
        if (!ScalaModules.isSimulators(name.replace('.', '/'))) {
            return bytes;
        }
        byte[] changed = bytes;
        if (name.equals(PARSER)) {
            changed = new ClassFile(changed).withRememberedWords("tokenize");
        }
        if (name.equals(OBJECT) && enumeratesByIdentity()) {
            changed = new ClassFile(changed).withHashCodeOf("uuid");
        }
        return new ClassFile(changed).withHashCodeOfTheWorld();
    }

    /** Returns whether this version leaves the order of objects to chance. */
    private boolean enumeratesByIdentity() {
        return version.matches("1\\.[0-2](\\..*)?");
    }

    private Map<String, Long> readTypeIds() throws IOException {
        Map<String, Long> ids = new LinkedHashMap<>();
        Path table = path.resolveSibling("object_type_ids.tsv");
        if (Files.isRegularFile(table)) {
            for (String line : Files.readAllLines(table, StandardCharsets.UTF_8)) {
                String[] columns = line.split("\t", -1);
                if (columns.length >= 2 && columns[1].strip().matches("\\d{1,9}")) {
                    ids.put(columns[0], Long.valueOf(columns[1].strip()));
                }
            }
        }
        // Classes that the table does not list get the next numbers in the order of their names, so that nothing is
        // left to write.
        file.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith("scienceworld/") && name.endsWith(".class"))
                .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                .filter(name -> !name.contains("$"))
                .sorted()
                .forEach(name -> ids.putIfAbsent(name, (long) ids.size()));
        return ids;
    }

    @Override
    public synchronized void close() throws IOException {
        Loaded known = loaded;
        loaded = null;
        if (known != null) {
            known.code.close();
        }
        file.close();
    }

    private static String entryName(String className) {
        return className.replace('.', '/') + ".class";
    }
}
