package dev.guerdon.scienceworld.simulator;

import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Takes what the simulator prints, many lines a step, and does not even spell it out. */
final class Nowhere extends PrintStream {

    static final PrintStream STREAM = new Nowhere();

    private Nowhere() {
        super(OutputStream.nullOutputStream());
    }

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] buffer, int offset, int length) {}

    @Override
    public void print(@Nullable String text) {}

    @Override
    public void print(@Nullable Object object) {}

    @Override
    public void println() {}

    @Override
    public void println(@Nullable String text) {}

    @Override
    public void println(@Nullable Object object) {}

    @Override
    public void flush() {}
}
