package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Extension;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.api.RewardFunction;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ToolEntry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds each bundled descriptor to what its plugin registers. */
class PluginDescriptorsTest {

    private static final String DESCRIPTOR = "META-INF/guerdon/plugin.properties";

    private static List<URL> descriptors() throws IOException {
        return Collections.list(PluginDescriptorsTest.class.getClassLoader().getResources(DESCRIPTOR));
    }

    @TestFactory
    Stream<DynamicTest> descriptorSaysExactlyWhatThePluginRegisters() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (URL url : descriptors()) {
            Properties read = new Properties();
            try (InputStream in = url.openStream()) {
                read.load(in);
            }
            Map<String, Map<String, Set<String>>> plugins = new TreeMap<>();
            for (String key : read.stringPropertyNames()) {
                String kind = key.replaceFirst("[.].*", "");
                plugins.computeIfAbsent(key.substring(kind.length()), any -> new TreeMap<>())
                        .put(
                                kind,
                                new TreeSet<>(
                                        List.of(read.getProperty(key).strip().split("[, ]+"))));
            }
            plugins.forEach((suffix, described) -> tests.add(DynamicTest.dynamicTest(url + suffix, () -> {
                String plugin = read.getProperty("plugin" + suffix);
                Recorder recorder = new Recorder();
                Class.forName(plugin)
                        .asSubclass(Plugin.class)
                        .getConstructor()
                        .newInstance()
                        .install(recorder);
                recorder.names.put("plugin", Set.of(plugin));
                assertThat(described).isEqualTo(recorder.names);
            })));
        }
        return tests.stream();
    }

    @Test
    void everyBundledPluginHasADescriptor() throws IOException {
        assertThat(descriptors()).hasSizeGreaterThanOrEqualTo(9);
        assertThat(Collections.list(PluginDescriptorsTest.class
                        .getClassLoader()
                        .getResources("META-INF/services/dev.guerdon.api.Plugin")))
                .filteredOn(services -> !services.getPath().contains("/test-classes/"))
                .as("a plugin that is only named is loaded at every start; describe it in " + DESCRIPTOR)
                .isEmpty();
    }

    /** Notes the names of what is registered. */
    private static final class Recorder implements Plugin.Registration {

        final Map<String, Set<String>> names = new TreeMap<>();

        private void note(String kind, String name) {
            names.computeIfAbsent(kind, any -> new TreeSet<>()).add(name);
        }

        @Override
        public void rewards(Object classOrInstance) {
            Registry one = new Registry();
            one.rewards(classOrInstance);
            one.rewards().stream().map(RewardEntry::name).forEach(name -> note("reward", name));
        }

        @Override
        public void reward(String name, RewardFunction function) {
            note("reward", name);
        }

        @Override
        public void tools(Object classOrInstance) {
            Registry one = new Registry();
            one.tools(classOrInstance);
            one.tools().stream().map(ToolEntry::name).forEach(name -> note("tool", name));
        }

        @Override
        public void add(Extension extension) {
            note(kind(extension.getClass()), extension.name());
        }

        private static String kind(Class<?> type) {
            Extension.Kind kind = type.getAnnotation(Extension.Kind.class);
            if (kind != null) {
                return kind.value();
            }
            return Stream.concat(Stream.of(type.getInterfaces()), Stream.ofNullable(type.getSuperclass()))
                    .map(Recorder::kind)
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        @Override
        public Catalogue catalogue() {
            return new Registry();
        }
    }
}
