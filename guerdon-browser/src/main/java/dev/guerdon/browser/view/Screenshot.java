package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import java.nio.ByteBuffer;

/** A picture of the viewport, as PNG. */
@Internal
public final class Screenshot {

    /** Where a PNG file has its width; its height follows. */
    private static final int WIDTH_AT = 16;

    private final byte[] png;

    Screenshot(byte[] png) {
        this.png = png.clone();
    }

    /** The bytes of the PNG file. */
    public byte[] png() {
        return png.clone();
    }

    /** The width in pixels. */
    public int width() {
        return ByteBuffer.wrap(png).getInt(WIDTH_AT);
    }

    /** The height in pixels. */
    public int height() {
        return ByteBuffer.wrap(png).getInt(WIDTH_AT + Integer.BYTES);
    }
}
