package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsTest {

    @Extension.Kind("kitchen-thing")
    interface Thing extends Extension {}

    @Extension.Kind("other-thing")
    interface Other extends Extension {}

    private record Spoon(String name) implements Thing {}

    private record Both(String name) implements Thing, Other {}

    private record Neither(String name) implements Extension {}

    @TempDir
    Path folder;

    private final Registry registry = new Registry();

    @Test
    void extensionsAreFoundByKindAndNameWhateverTheCase() {
        Spoon spoon = new Spoon("Spoon");
        registry.add(spoon);
        registry.add(new Spoon("fork"));
        assertThat(registry.find(Thing.class, "SPOON")).isSameAs(spoon);
        assertThat(registry.all(Thing.class)).extracting(Thing::name).containsExactly("fork", "Spoon");
        assertThat(registry.all(Other.class)).isEmpty();
        assertThat(registry.has(Thing.class, "Fork")).isTrue();
        assertThatThrownBy(() -> registry.find(Thing.class, "spon"))
                .isInstanceOf(GuerdonException.class)
                .hasMessage("there is no kitchen thing 'spon'; did you mean 'Spoon'?");
        assertThatThrownBy(() -> registry.find(Thing.class, "xyz"))
                .hasMessage("there is no kitchen thing 'xyz'; there are: fork, Spoon");
        assertThatThrownBy(() -> registry.add(new Spoon("SPOON")))
                .hasMessageContaining("the kitchen thing name 'SPOON' is taken twice: by " + Spoon.class.getName());
        assertThatThrownBy(() -> registry.add(new Spoon(" "))).hasMessageContaining("needs a name");
    }

    @Test
    void extensionHasOneKind() {
        assertThatThrownBy(() -> registry.add(new Neither("n"))).hasMessageContaining("is of no kind");
        assertThatThrownBy(() -> registry.add(new Both("b"))).hasMessageContaining("kitchen-thing, other-thing");
    }

    /** A folder of classes with a plugin that notes in a system property when it is loaded. */
    private Path described(String type, String descriptor) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(type));
        Path source = Files.writeString(folder.resolve(type + ".java"), """
                public class %s implements dev.guerdon.api.Plugin {
                    static { System.setProperty("guerdon.test.%s", "loaded"); }
                    public void install(Registration registration) {
                        registration.reward("%s_reward", sample -> 1);
                    }
                }
                """.formatted(type, type, type));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        Path file = classes.resolve("META-INF/guerdon/plugin.properties");
        Files.createDirectories(classes.resolve("META-INF/guerdon"));
        Files.writeString(file, descriptor);
        return classes;
    }

    private static Plugins load(Path... paths) {
        return Plugins.load(new PluginPath(List.of(paths), List.of(), List.of()));
    }

    @Test
    void describedPluginIsLoadedWhenOneOfItsNamesIsUsed() throws IOException {
        Path lazy = described("Lazy", "plugin=Lazy\nreward=Lazy_reward\n");
        try (Plugins plugins = load(lazy)) {
            Registry all = plugins.registry();
            assertThatThrownBy(() -> all.reward("lasy_reward")).hasMessageContaining("did you mean 'Lazy_reward'");
            assertThat(System.getProperty("guerdon.test.Lazy")).isNull();
            assertThat(all.reward("lazy_reward").name()).isEqualTo("Lazy_reward");
            assertThat(System.getProperty("guerdon.test.Lazy")).isEqualTo("loaded");
        } finally {
            System.clearProperty("guerdon.test.Lazy");
        }
    }

    @Test
    void oneJarMayDescribeSeveralPluginsEachLoadedForItself() throws IOException {
        Path jar =
                described("Salt", "plugin.salt=Salt\nreward.salt=Salt_reward\nplugin=Pepper\nreward=Pepper_reward\n");
        Path pepper = described("Pepper", "plugin=Pepper\n");
        Files.copy(pepper.resolve("Pepper.class"), jar.resolve("Pepper.class"));
        try (Plugins plugins = load(jar)) {
            assertThat(plugins.registry().reward("salt_reward").name()).isEqualTo("Salt_reward");
            assertThat(System.getProperty("guerdon.test.Salt")).isEqualTo("loaded");
            assertThat(System.getProperty("guerdon.test.Pepper")).isNull();
            assertThat(plugins.registry().reward("pepper_reward").name()).isEqualTo("Pepper_reward");
        } finally {
            System.clearProperty("guerdon.test.Salt");
            System.clearProperty("guerdon.test.Pepper");
        }
    }

    @Test
    void furtherPluginWithoutItsClassIsRefused() throws IOException {
        Path half = described("Half", "plugin=Half\nreward.more=x\n");
        assertThatThrownBy(() -> load(half).close()).hasMessageContaining("needs a line 'plugin.more=CLASS'");
    }

    @Test
    void listOfAKindLoadsWhatBringsIt() throws IOException {
        Path lazy = described("Listed", "plugin=Listed\nreward=Listed_reward\n");
        try (Plugins plugins = load(lazy)) {
            assertThat(plugins.registry().tools()).isEmpty();
            assertThat(System.getProperty("guerdon.test.Listed")).isNull();
            assertThat(plugins.registry().rewards())
                    .extracting(RewardEntry::name)
                    .contains("Listed_reward");
        } finally {
            System.clearProperty("guerdon.test.Listed");
        }
    }

    @Test
    void descriptionsThatCollideAreRefusedBeforeAnythingIsLoaded() throws IOException {
        Path one = described("One", "plugin=One\nreward=same\n");
        Path two = described("Two", "plugin=Two\nreward=SAME\n");
        assertThatThrownBy(() -> load(one, two).close())
                .hasMessage("the reward name 'SAME' is taken twice: by One and by Two; rename one of them");
        assertThat(System.getProperty("guerdon.test.One")).isNull();
    }

    @Test
    void descriptionWithoutAPluginIsRefused() throws IOException {
        Path none = described("None", "reward=x\n");
        assertThatThrownBy(() -> load(none).close()).hasMessageContaining("needs a line 'plugin=CLASS'");
    }

    @Test
    void folderWithoutPluginsIsNoMistake() {
        try (Plugins plugins =
                Plugins.load(new PluginPath(List.of(), List.of(folder, folder.resolve("gone")), List.of()))) {
            assertThat(plugins.registry().has(Thing.class, "x")).isFalse();
        }
    }

    @Test
    void whatTheUserAddedIsTheSameAfterItsJourney() throws IOException {
        Path classes = described("Travels", "plugin=Travels\nreward=Travels_reward\n");
        Path source = Files.writeString(folder.resolve("Compiled.java"), """
                import dev.guerdon.api.Reward;

                public class Compiled {
                    @Reward("compiled_reward")
                    public static double compiled(String finalResponse) {
                        return finalResponse.length();
                    }
                }
                """);
        Map<String, byte[]> packed;
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(classes), List.of(), List.of(source)))) {
            packed = Plugins.pack(plugins.registry());
            Map<String, byte[]> again = Plugins.pack(plugins.registry());
            assertThat(again.keySet()).isEqualTo(packed.keySet());
            packed.forEach((name, bytes) -> assertThat(again.get(name)).isEqualTo(bytes));
        }
        assertThat(packed.keySet()).allMatch(name -> name.startsWith("code/"));
        try (Plugins arrived = Plugins.unpack(packed, folder.resolve("elsewhere"), Isolation.NONE)) {
            assertThat(arrived.registry().reward("compiled_reward").isForeign()).isTrue();
            assertThat(arrived.registry().reward("Travels_reward").isForeign()).isTrue();
            // It can be sent on.
            assertThat(Plugins.pack(arrived.registry()).keySet()).isEqualTo(packed.keySet());
        }
        Map<String, byte[]> changed = new HashMap<>(packed);
        changed.put("code/0000.jar", new byte[] {1});
        assertThatThrownBy(() -> Plugins.unpack(changed, folder.resolve("changed"), Isolation.NONE))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("is not what was sent: code/0000.jar has sha256");
        changed.remove("code/0000.jar");
        assertThatThrownBy(() -> Plugins.unpack(changed, folder.resolve("missing"), Isolation.NONE))
                .hasMessageContaining("code/0000.jar is missing");
    }

    @Test
    void nothingAddedIsNothingToShip() throws IOException {
        try (Plugins none = Plugins.load(PluginPath.NONE);
                Plugins arrived =
                        Plugins.unpack(Plugins.pack(none.registry()), folder.resolve("none"), Isolation.NONE)) {
            assertThat(Plugins.pack(none.registry())).isEmpty();
            assertThat(arrived.registry().rewardNames())
                    .isEqualTo(none.registry().rewardNames());
        }
    }
}
