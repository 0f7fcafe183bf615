package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The blocks of a PEM file.
 *
 * @param file where they come from
 * @param blocks what stands between {@code BEGIN} and {@code END}
 */
record PemText(Path file, List<Block> blocks) {

    private static final long LARGEST = 1 << 20;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----(.*?)-----END \\1-----", Pattern.DOTALL);

    /**
     * One block.
     *
     * @param label such as {@code CERTIFICATE}
     * @param text what it holds, still encoded
     */
    record Block(String label, String text) {

        /** The bytes, without the lines that some old tools write before them. */
        byte[] bytes(Path file) {
            try {
                return Base64.getMimeDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw new GuerdonException(
                        file + ": the block '" + label + "' is damaged: it is not Base64; copy the file again", e);
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param what what it should hold, for messages
     */
    static PemText read(Path file, String what) {
        String text;
        try {
            if (Files.size(file) > LARGEST) {
                throw new GuerdonException(file + ": expected " + what + " as PEM, found more than 1 MiB");
            }
            text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new GuerdonException("there is no file " + file + ", which should have " + what, e);
        } catch (IOException e) {
            throw new GuerdonException(
                    "the file " + file + ", which should have " + what + ", cannot be read (" + e
                            + "); the user that runs the server must be allowed to read it",
                    e);
        }
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            blocks.add(new Block(block.group(1), block.group(2)));
        }
        if (blocks.isEmpty()) {
            throw new GuerdonException(file + ": expected " + what
                    + " as PEM, that is text with lines such as '-----BEGIN CERTIFICATE-----', found none");
        }
        return new PemText(file, List.copyOf(blocks));
    }

    /** The labels of the blocks, each once, for messages. */
    String labels() {
        return blocks.stream().map(Block::label).distinct().collect(Collectors.joining(", "));
    }
}
