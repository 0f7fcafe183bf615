package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.scienceworld.OfficialJar;
import dev.guerdon.scienceworld.simulator.SimulatorCode.JarClassLoader;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Nothing that environments share can change, by what is written in the classes and by what is in memory while they are used. */
final class SharedStateTest {

    /** Values of Scala's library that are made when first asked for, always the same, and never changed. */
    private static final Set<String> MADE_ONCE = Set.of(
            "scala.collection.convert.Wrappers$", // its inner objects
            "scala.io.Codec$", // the codec to fall back to
            "scala.math.BigDecimal$", // small numbers, each equal to what would be made instead
            "scala.language$",
            "scala.util.Properties$",
            "scala.util.control.NoStackTrace$",
            "scala.collection.immutable.Range$",
            "scala.collection.immutable.Stream$",
            "scala.collection.mutable.StringBuilder$");

    static List<Path> jars() {
        return OfficialJar.all();
    }

    @Test
    void theModulesWithStateAreApart() {
        ScalaModules modules = OfficialJar.pool().jar().modules();
        assertThat(List.of(
                        "scala/util/Random$",
                        "util/UniqueIdentifier$",
                        "util/UniqueTypeID$",
                        "main/scala/scienceworld/runtime/SimplifierProcessor$",
                        "scienceworld/goldagent/PathFinder$"))
                .allMatch(modules::isApart);
        assertThat(List.of("scienceworld/actions/ActionEat$", "scala/Predef$", "scienceworld/runtime/AgentInterface$"))
                .noneMatch(modules::isApart);
    }

    /** Every class of the simulator as it is loaded, those included that no test plays. */
    @ParameterizedTest
    @MethodSource("jars")
    void noClassOfTheSimulatorHasAStaticFieldThatCouldChange(Path path) throws IOException {
        SimulatorJar jar = SimulatorJar.open(path);
        List<String> found = new ArrayList<>();
        int classes = 0;
        try (JarFile file = new JarFile(path.toFile())) {
            for (String name :
                    file.stream().map(entry -> entry.getName()).sorted().toList()) {
                if (name.endsWith(".class") && ScalaModules.isSimulators(name)) {
                    byte[] bytes =
                            jar.classBytes(name.substring(0, name.length() - 6).replace('/', '.'));
                    found.addAll(changeable(new ClassReader(bytes)));
                    classes++;
                }
            }
        }
        assertThat(classes).isGreaterThan(500);
        assertThat(found).isEmpty();
    }

    private static List<String> changeable(ClassReader reader) {
        String self = reader.getClassName();
        List<String> found = new ArrayList<>();
        List<String> own = new ArrayList<>();
        boolean[] module = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access, String name, String type, @Nullable String signature, @Nullable Object value) {
                        if ((access & Opcodes.ACC_STATIC) == 0) {
                            if ((access & Opcodes.ACC_FINAL) == 0
                                    || (type.length() > 1 && !type.equals("Ljava/lang/String;"))) {
                                own.add(self + "." + name);
                            }
                        } else if (name.equals("MODULE$")) {
                            module[0] = true;
                        } else if (value == null) {
                            found.add("static field " + self + "." + name);
                        }
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String method,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        return new MethodVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitFieldInsn(int opcode, String owner, String name, String type) {
                                boolean made =
                                        owner.equals(self) && (method.equals("<clinit>") || method.equals("<init>"));
                                if (opcode == Opcodes.PUTSTATIC && !made) {
                                    found.add(self + "." + method + " sets " + owner + "." + name);
                                }
                                if (name.equals("MODULE$") && owner.equals("scala/util/Random$")) {
                                    found.add(self + "." + method + " uses the global random generator");
                                }
                            }
                        };
                    }
                },
                0);
        if (module[0]) {
            own.forEach(field -> found.add("field of a shared module " + field));
        }
        return found;
    }

    @ParameterizedTest
    @MethodSource("jars")
    @Tag("slow")
    void nothingInMemoryThatIsSharedChangesWhileEnvironmentsPlay(Path path) throws Throwable {
        SimulatorJar jar = SimulatorJar.open(path);
        play(
                jar,
                "boil",
                "",
                List.of("look around", "open door to kitchen", "go to kitchen", "activate stove", "wait1"));
        Map<String, String> before = shared(jar);
        assertThat(before).hasSizeGreaterThan(100);
        play(jar, "grow-plant", "", List.of("look around", "pick up all", "wait1", "focus on agent"));
        // It ends in another state than the first, so that what was shared would not look the same by chance.
        play(jar, "find-living-thing", "easy", List.of("look around", "open door to kitchen", "wait1"));
        Map<String, String> after = shared(jar);
        Set<String> changed = before.keySet().stream()
                .filter(key -> !Objects.equals(before.get(key), after.get(key)))
                .filter(key -> MADE_ONCE.stream().noneMatch(key::startsWith))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(changed).isEmpty();
    }

    private static void play(SimulatorJar jar, String task, String labels, List<String> actions) {
        try (JarSimulator simulator = new JarSimulator(jar)) {
            simulator.load(task, 1, labels);
            for (String action : actions) {
                simulator.step(action);
                simulator.validActions();
            }
        }
    }

    /** What can be reached from static fields: paths to numbers, texts and the kinds of objects. */
    private static Map<String, String> shared(SimulatorJar jar) throws Throwable {
        Map<String, String> values = new TreeMap<>();
        IdentityHashMap<Object, String> seen = new IdentityHashMap<>();
        Deque<Map.Entry<String, Object>> waiting = new ArrayDeque<>();
        for (Class<?> type : jar.code().loader().defined()) {
            // Others have not been initialised, which asking for their fields would do.
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getName().equals("MODULE$")) {
                    add(waiting, type.getName(), field, null);
                }
            }
        }
        while (!waiting.isEmpty()) {
            Map.Entry<String, Object> next = waiting.remove();
            Object object = next.getValue();
            if (seen.put(object, next.getKey()) == null) {
                visit(next.getKey(), object, values, waiting);
            }
        }
        return values;
    }

    private static void visit(
            String path, Object object, Map<String, String> values, Deque<Map.Entry<String, Object>> waiting)
            throws ReflectiveOperationException {
        assertThat(object).as("a random generator at " + path).isNotInstanceOf(Random.class);
        Class<?> type = object.getClass();
        if (object instanceof String
                || object instanceof Number
                || object instanceof Boolean
                || object instanceof Enum) {
            values.put(path, String.valueOf(object));
        } else if (type.isArray()) {
            values.put(path, type.getName() + " of " + Array.getLength(object));
            for (int i = 0; i < Array.getLength(object); i++) {
                Object element = Array.get(object, i);
                values.put(
                        path + "[" + i + "]",
                        element == null ? "null" : element.getClass().getName());
                if (element != null) {
                    waiting.add(Map.entry(path + "[" + i + "]", element));
                }
            }
        } else if (object instanceof Collection<?> collection) {
            values.put(path, type.getName() + " of " + collection.size());
        } else if (object instanceof Map<?, ?> map) {
            // Scala's symbols are kept in a weak map, which may shrink.
            values.put(path, type.getName());
            assertThat(map.size()).as(path).isLessThan(1_000);
        } else if (type.getClassLoader() instanceof JarClassLoader) {
            values.put(path, type.getName());
            for (Class<?> declaring = type;
                    declaring != null && declaring.getClassLoader() instanceof JarClassLoader;
                    declaring = declaring.getSuperclass()) {
                for (Field field : declaring.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        Object value = add(waiting, path, field, object);
                        String kind = value == null ? "null" : value.getClass().getName();
                        values.put(
                                path + "." + field.getName(),
                                field.getType().isPrimitive() ? String.valueOf(value) : kind);
                    }
                }
            }
        }
    }

    private static @Nullable Object add(
            Deque<Map.Entry<String, Object>> waiting, String path, Field field, @Nullable Object owner)
            throws ReflectiveOperationException {
        field.setAccessible(true);
        Object value = field.get(owner);
        if (value != null && !field.getType().isPrimitive()) {
            waiting.add(Map.entry(path + (owner == null ? "" : "." + field.getName()), value));
        }
        return value;
    }
}
