package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.cli.spi.ClusterStore;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

class ClassLoaderBridgeTest {

    /** As Scala does: throws a checked exception where no method says so. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable problem) throws E {
        throw (E) problem;
    }

    private static PieceEngine.Place place(Exception problem) {
        PieceEngine.Place place = new PieceEngine.Place() {
            @Override
            public String attempt() {
                return "a";
            }

            @Override
            public ClusterStore store() {
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
                        ClassLoaderBridgeTest.<RuntimeException>sneak(problem);
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
                ClassLoaderBridgeTest.<RuntimeException>sneak(problem);
                return question;
            }
        };
        return ClassLoaderBridge.over(PieceEngine.Place.class, place, ClassLoaderBridgeTest.class.getClassLoader());
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
