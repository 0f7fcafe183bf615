package dev.guerdon.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.api.agent.PromptSections.Section;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A folder with the sections of a prompt, a plain text file each.
 *
 * <p>Hidden files and the backups of editors are passed over. Whatever else is no section is refused: a file that is silently left out
 * would be a section that is silently off.
 */
@Experimental
public final class PromptFolder {

    private static final List<String> BACKUPS = List.of("~", ".bak", ".orig", ".rej", ".swp");

    /** No character takes more bytes in UTF-8, as far as a Java char goes. */
    private static final int BYTES_EACH = 3;

    private PromptFolder() {}

    /**
     * Reads a folder.
     *
     * @throws GuerdonException if it has no section or something that is none, with the file and, if it is about text, the line
     */
    public static PromptSections read(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new GuerdonException(
                    "there is no folder " + folder + " with the sections of a prompt; 'guerdon run SUITE"
                            + " --write-prompt " + folder + "' writes the present ones to start from");
        }
        List<Path> files;
        try (Stream<Path> entries = Files.list(folder)) {
            files = entries.filter(PromptFolder::counts).sorted().toList();
        } catch (IOException e) {
            throw new GuerdonException("the folder " + folder + " cannot be read: " + e.getMessage(), e);
        }
        if (files.isEmpty()) {
            throw new GuerdonException("the folder " + folder + " has no section; expected text files such as"
                    + " 10-task.md, in the order of their names");
        }
        if (files.size() > PromptSections.MOST) {
            throw new GuerdonException("the folder " + folder + " has " + files.size() + " files; a prompt has at most "
                    + PromptSections.MOST + " sections");
        }
        try {
            List<Section> sections = new ArrayList<>();
            for (Path file : files) {
                sections.add(section(file));
            }
            return new PromptSections(sections);
        } catch (GuerdonException e) {
            throw new GuerdonException("in the folder " + folder + ": " + e.getMessage(), e);
        }
    }

    private static boolean counts(Path file) {
        String name = name(file);
        return !name.startsWith(".") && BACKUPS.stream().noneMatch(name.toLowerCase(Locale.ROOT)::endsWith);
    }

    private static Section section(Path file) {
        String name = name(file);
        if (!Files.isRegularFile(file)) {
            throw new GuerdonException("'" + name + "' is no file; sections are text files, not folders");
        }
        try {
            if (Files.size(file) > (long) PromptSections.LONGEST * BYTES_EACH) {
                throw new GuerdonException("the section " + name + " has " + Files.size(file) + " bytes; at most "
                        + PromptSections.LONGEST + " characters are allowed");
            }
            byte[] bytes = Files.readAllBytes(file);
            int wrong = Utf8.firstWrong(bytes, 0, bytes.length);
            if (wrong >= 0) {
                long line = 1;
                for (int i = 0; i < wrong; i++) {
                    line += bytes[i] == '\n' ? 1 : 0;
                }
                throw new GuerdonException(name + ":" + line
                        + ": expected text in UTF-8, found bytes that are none; save the file as UTF-8");
            }
            return new Section(name, new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GuerdonException("the section " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /**
     * Writes sections to a folder, which is made if it is not there.
     *
     * @throws GuerdonException where the folder has something in it already
     */
    public static void write(Path folder, PromptSections prompt) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> entries = Files.list(folder)) {
                if (entries.anyMatch(PromptFolder::counts)) {
                    throw new GuerdonException("the folder " + folder
                            + " is not empty; name one that is not there yet, so that nothing of yours is overwritten");
                }
            }
            for (Section section : prompt.sections()) {
                KeptFile.write(folder.resolve(section.file()), section.text() + "\n");
            }
        } catch (IOException e) {
            throw new GuerdonException("the sections cannot be written to " + folder + ": " + e.getMessage(), e);
        }
    }
}
