package dev.guerdon.spark.isolated;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class CrossingTest {

    /** As Scala does: throws a checked exception where no method says so. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable problem) throws E {
        throw (E) problem;
    }

    private static Engine.Place place(Exception problem) {
        Engine.Place place = new Engine.Place() {
            @Override
            public String attempt() {
                return "a";
            }

            @Override
            public Store store() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Iterator<byte[]> rows() {
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public byte[] next() {
                        CrossingTest.<RuntimeException>sneak(problem);
                        return new byte[0];
                    }
                };
            }

            @Override
            public boolean isCancelled() {
                return false;
            }

            @Override
            public byte[] ask(byte[] question) {
                CrossingTest.<RuntimeException>sneak(problem);
                return question;
            }
        };
        ClassLoader here = CrossingTest.class.getClassLoader();
        return Crossing.over(Engine.Place.class, place, here, here);
    }

    @Test
    void anExceptionThatNoMethodDeclaresKeepsItsWords() {
        Exception problem = new Exception("the file is damaged");
        assertThatThrownBy(() -> place(problem).rows().next())
                .isInstanceOf(RuntimeException.class)
                .hasCause(problem)
                .hasToString("java.lang.Exception: the file is damaged");
    }

    @Test
    void anExceptionThatIsDeclaredStaysAsItIs() {
        IOException problem = new IOException("not reached");
        assertThatThrownBy(() -> place(problem).ask(new byte[0])).isSameAs(problem);
    }
}
