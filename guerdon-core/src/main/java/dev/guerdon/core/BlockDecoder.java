package dev.guerdon.core;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the lines of a block, one after the other, with one parser for as many lines as possible.
 *
 * <p>Making a parser costs about as much as parsing a short line. So the lines are read as a sequence of objects, as long as each
 * begins and ends exactly where its line does; a line where that is not so is decoded by itself, which also finds the words for what
 * is wrong with it. Not safe for use by several threads.
 */
final class BlockDecoder {

    private final LineDecoder decoder;
    private final LineBlock block;
    private @Nullable JsonParser parser;
    private int origin;
    private int nextLine = -1;

    BlockDecoder(LineDecoder decoder, LineBlock block) {
        this.decoder = decoder;
        this.block = block;
    }

    /**
     * Decodes a line.
     *
     * @throws GuerdonException as {@link LineDecoder#decode}
     */
    LineSample decode(int line) {
        try {
            LineSample sample = inSequence(line);
            if (sample != null) {
                nextLine = line + 1;
                return sample;
            }
        } catch (IOException | GuerdonException e) {
            // The line by itself gives the message, with the right column.
        }
        parser = null;
        return decoder.decode(block.bytes(), block.start(line), block.end(line), block.number(line));
    }

    private @Nullable LineSample inSequence(int line) throws IOException {
        JsonParser current = parser;
        if (current == null || line != nextLine) {
            origin = block.start(line);
            int end = block.end(block.lines() - 1);
            current = JsonCodec.factory().createParser(block.bytes(), origin, end - origin);
            parser = current;
        }
        if (current.nextToken() != JsonToken.START_OBJECT
                || origin + current.currentTokenLocation().getByteOffset() != block.start(line)) {
            return null;
        }
        LineSample sample =
                new LineSample(decoder, block.bytes(), block.start(line), block.end(line), block.number(line));
        decoder.members(current, origin, sample);
        return origin + current.currentLocation().getByteOffset() == block.end(line) ? sample : null;
    }
}
