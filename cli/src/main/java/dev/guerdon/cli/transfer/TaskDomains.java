package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Domains that a user gives to the tasks of an imported run: the same for all, or those of a file.
 *
 * @param all the domain of every task that the file does not name; empty for its own
 * @param byTask the domains of the file, by task
 */
record TaskDomains(String all, Map<String, String> byTask) {

    /** The member of a larger JSON file that has the domains. */
    private static final String MEMBER = "domains";

    /** Reads what follows {@code --domain}: a file of domains, or else the domain itself. */
    static TaskDomains of(@Nullable String given) throws IOException {
        if (given == null || !isFile(given)) {
            return new TaskDomains(given == null ? "" : given, Map.of());
        }
        String text = Files.readString(Path.of(given));
        return new TaskDomains("", text.stripLeading().startsWith("{") ? json(text, given) : lines(text, given));
    }

    private static boolean isFile(String given) {
        try {
            return Files.isRegularFile(Path.of(given));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static Map<String, String> json(String text, String file) {
        Map<?, ?> object = ForeignJson.map(JsonCodec.read(text, file).value());
        Map<?, ?> domains = object.get(MEMBER) instanceof Map<?, ?> inner ? inner : object;
        Map<String, String> byTask = new LinkedHashMap<>();
        domains.forEach((task, domain) -> {
            if (!(domain instanceof String name)) {
                throw new GuerdonException(file + ": expected a text as the domain of '" + task + "', found "
                        + JsonCodec.write(domain) + "; write {\"TASK\": \"DOMAIN\", ...}");
            }
            byTask.put(String.valueOf(task), name);
        });
        return byTask;
    }

    private static Map<String, String> lines(String text, String file) {
        Map<String, String> byTask = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String[] parts = line.strip().split("\\s*[\\t,]\\s*", 2);
            if (line.isBlank() || (number == 1 && parts[0].equalsIgnoreCase("task"))) {
                continue;
            }
            if (parts.length < 2) {
                throw new GuerdonException(file + ":" + number
                        + ": expected a task and its domain with a comma or tab between them, found '" + line + "'");
            }
            byTask.put(parts[0], parts[1]);
        }
        return byTask;
    }

    /** Refuses a file that names none of the tasks: it is one of something else. */
    void require(Set<String> tasks, String given) {
        if (!byTask.isEmpty() && byTask.keySet().stream().noneMatch(tasks::contains)) {
            throw new GuerdonException(given + " has domains, but none of a task of this run: it has '"
                    + byTask.keySet().iterator().next() + "', the run has '"
                    + tasks.iterator().next() + "'");
        }
    }

    /** Returns the domain of a task. */
    String of(String task, String own) {
        return byTask.getOrDefault(task, all.isEmpty() ? own : all);
    }
}
