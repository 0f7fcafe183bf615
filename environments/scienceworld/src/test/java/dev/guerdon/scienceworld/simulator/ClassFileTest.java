package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

final class ClassFileTest {

    /** As Scala's {@code sys.exit} is compiled. */
    public static final class Exiting {
        public void exit(int status) {
            System.exit(status);
            throw new IllegalStateException("went on with " + status);
        }
    }

    public static class Numbered {
        private final long number = (3L << 32) | 41;

        public long number() {
            return number;
        }

        public boolean isNumber(long other) {
            return number() == other;
        }

        @SuppressWarnings("unused")
        private static final double TWO_SLOTS_OF_THE_CONSTANT_POOL = Math.sqrt(2.5e17);
    }

    public static final class Hashing {
        public long number() {
            return 1;
        }

        public long twice() {
            return 2 * number();
        }

        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }
    }

    @Test
    void withoutItsExitTheMethodGoesOn() throws Exception {
        byte[] harmless = new ClassFile(bytes(Exiting.class)).withoutExit().orElseThrow();
        Object exiting = define(Exiting.class, harmless).getConstructor().newInstance();
        Throwable thrown = catchThrowable(
                () -> exiting.getClass().getMethod("exit", int.class).invoke(exiting, 3));
        assertThat(thrown).hasRootCauseMessage("went on with 3");
    }

    @Test
    void aClassWithoutExitSaysSo() throws Exception {
        assertThat(new ClassFile(bytes(Numbered.class)).withoutExit()).isEmpty();
    }

    @Test
    void theAddedHashCodeIsTheLowHalfOfTheAccessor() throws Exception {
        byte[] hashing = new ClassFile(bytes(Numbered.class)).withHashCodeOf("number");
        Class<?> type = define(Numbered.class, hashing);
        assertThat(type.getConstructor().newInstance().hashCode()).isEqualTo(41);
        assertThat(type.getDeclaredMethod("hashCode")).isNotNull();
    }

    public static final class Cutting {
        private int calls;

        public String[] tokenize(String text) {
            calls++;
            return text.split(" ", -1);
        }

        public int calls() {
            return calls;
        }
    }

    @Test
    void theParsersWordsAreRememberedAndItsArraysAreItsOwn() throws Exception {
        Class<?> type = define(Cutting.class, new ClassFile(bytes(Cutting.class)).withRememberedWords("tokenize"));
        Object cutting = type.getConstructor().newInstance();
        inAWorld(() -> {
            for (int i = 0; i < 3; i++) {
                String[] words =
                        (String[]) type.getMethod("tokenize", String.class).invoke(cutting, "glass cup in kitchen");
                assertThat(words).containsExactly("glass", "cup", "in", "kitchen");
                words[0] = "spoiled";
            }
            return null;
        });
        assertThat(type.getMethod("calls").invoke(cutting)).isEqualTo(1);
    }

    public static class Plain {}

    @Test
    void anObjectWithoutAHashCodeGetsTheSameInEveryWorld() throws Exception {
        Class<?> type = define(Plain.class, new ClassFile(bytes(Plain.class)).withHashCodeOfTheWorld());
        List<Integer> first = inAWorld(() -> hashes(type));
        assertThat(inAWorld(() -> hashes(type))).isEqualTo(first).doesNotHaveDuplicates();
    }

    private static List<Integer> hashes(Class<?> type) throws ReflectiveOperationException {
        List<Integer> hashes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Object one = type.getConstructor().newInstance();
            hashes.add(one.hashCode());
            assertThat(one.hashCode()).isEqualTo(hashes.getLast()).isPositive();
        }
        return hashes;
    }

    private static <T> T inAWorld(Callable<T> work) throws Exception {
        ScalaState before = new ScalaState(new HashMap<>()).enter();
        try {
            return work.call();
        } finally {
            ScalaState.leave(before);
        }
    }

    @Test
    void aHashCodeThatIsThereStays() throws Exception {
        byte[] bytes = bytes(Hashing.class);
        assertThat(new ClassFile(bytes).withHashCodeOf("number")).isSameAs(bytes);
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class"))) {
            return in.readAllBytes();
        }
    }

    private static Class<?> define(Class<?> like, byte[] bytes) {
        return new ClassLoader(ClassFileTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(like.getName(), bytes, 0, bytes.length);
            }
        }.define();
    }
}
