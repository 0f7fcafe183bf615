package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PickleTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void readsPlainValuesOfEveryProtocol(int protocol) {
        Map<?, ?> values = map(pickle("plain_" + protocol));
        assertThat(values.get("huge"))
                .isEqualTo(java.math.BigInteger.TWO.pow(90).negate());
        assertThat(values.get("long")).isEqualTo(1L << 40);
        assertThat(values.get("int")).isEqualTo(-7);
        assertThat(values.get("float")).isEqualTo(1e-5);
        assertThat(values.get("list")).isEqualTo(List.of(1, List.of(2)));
        assertThat(values.get("tuple")).isEqualTo(List.of(1));
        assertThat(values.get("set")).isEqualTo(List.of(3));
        assertThat(values.get("dict")).isEqualTo(Map.of("x", Map.of("y", 1)));
        assertThat(values.get("true")).isEqualTo(true);
        assertThat(values.get("none")).isNull();
        assertThat(values.get("bytes")).isEqualTo("\u00ff\u0000");
    }

    @Test
    void hostilePicklesRunNothingAndEnd() {
        Map<?, ?> hostile = map(pickle("hostile"));
        assertThat(hostile.get("b")).isEqualTo(List.of(1, 2));
        assertThat(map(hostile.get("a")).get("__class__")).isEqualTo("posix.system");
        assertThatThrownBy(() -> pickle("circle"))
                .isInstanceOf(PythonException.class)
                .hasMessageContaining("circle");
        assertThatThrownBy(() -> pickle("bomb"))
                .isInstanceOf(PythonException.class)
                .hasMessageContaining("unfolds");
    }

    @Test
    void brokenPicklesAreRefusedInOneSentence() {
        byte[] good = Vectors.bytes("pickles/plain_4.pkl");
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            try {
                Pickle.read(bad, "x.pkl");
            } catch (PythonException e) {
                assertThat(e.getMessage()).startsWith("x.pkl ");
            }
        }
    }

    private static @Nullable Object pickle(String name) {
        return Pickle.read(Vectors.bytes("pickles/" + name + ".pkl"), name);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
