package dev.guerdon.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A code block of a page.
 *
 * @param line where it begins, from 1
 * @param info what stands behind the fence; {@link #INDENTED} for a block without a fence
 * @param lines the text
 */
record DocBlock(int line, String info, List<String> lines) {

    static final String INDENTED = "(indented)";

    private static final String FENCE = "```";

    /** Every code block of a page, fenced or indented by four spaces. */
    static List<DocBlock> of(Path page) throws IOException {
        List<String> text = Files.readAllLines(page);
        List<DocBlock> blocks = new ArrayList<>();
        boolean afterBlank = true;
        boolean inList = false;
        int i = 0;
        while (i < text.size()) {
            String line = text.get(i);
            int start = i + 1;
            if (line.strip().startsWith(FENCE)) {
                int margin = line.indexOf(FENCE);
                List<String> lines = new ArrayList<>();
                for (i++; !text.get(i).strip().equals(FENCE); i++) {
                    lines.add(text.get(i).isBlank() ? "" : text.get(i).substring(margin));
                    if (i + 1 == text.size()) {
                        throw new IOException(page + ":" + start + ": the block has no end");
                    }
                }
                blocks.add(new DocBlock(
                        start, line.strip().substring(FENCE.length()).strip(), lines));
                i++;
            } else if (afterBlank && !inList && line.startsWith("    ") && !line.isBlank()) {
                List<String> lines = new ArrayList<>();
                for (; i < text.size() && text.get(i).startsWith("    "); i++) {
                    lines.add(text.get(i).substring(4));
                }
                blocks.add(new DocBlock(start, INDENTED, lines));
            } else {
                inList = line.matches("\\s*([*+-]|\\d+\\.) .*") || (inList && (line.isBlank() || line.startsWith(" ")));
                i++;
            }
            afterBlank = line.isBlank();
        }
        return blocks;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
