package dev.guerdon.server;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads what a serve file says about environments.
 *
 * @param registry the catalogue that has them
 * @param folder where the file is, against which names of files are resolved
 */
record EnvironmentSettings(Registry registry, Path folder) {

    List<EnvironmentDefinition> read(SettingsFile root) {
        List<EnvironmentDefinition> out = new ArrayList<>();
        root.find("environments")
                .ifPresent(node -> node.members("the environments").forEach((name, each) -> {
                    try {
                        EnvironmentDefinition definition = environment(name, each);
                        var unused = definition.check(registry);
                        out.add(definition);
                    } catch (GuerdonException e) {
                        throw located(each, e);
                    }
                }));
        return out;
    }

    /** Returns an exception with file and line; what knows its own line already has it in front. */
    static GuerdonException located(SettingsFile node, GuerdonException e) {
        String message = String.valueOf(e.getMessage());
        return message.matches("(?s)\\S*:\\d+: .*") ? e : node.problem(message);
    }

    private EnvironmentDefinition environment(String name, SettingsFile node) {
        if (!node.isObject()) {
            return EnvironmentDefinition.of(name, node.text("the name of an environment"), Map.of());
        }
        node.allow(
                "a served environment",
                ("environment settings tasks show client_tasks tools reward max_sessions idle " + "deadline port")
                        .split(" "));
        return new EnvironmentDefinition(
                name,
                text(node, "environment", "the name of an environment", name),
                node.find("settings").map(each -> each.texts("settings")).orElse(Map.of()),
                node.find("tasks").map(this::splits).orElse(List.of()),
                texts(node, "show", "the names of fields"),
                node.find("client_tasks")
                        .map(each -> each.truth("'client_tasks'"))
                        .orElse(false),
                texts(node, "tools", "the names of tools"),
                text(node, "reward", "the name of a served reward", ""),
                ServeConfig.whole(node, "max_sessions", EnvironmentDefinition.USUAL_SESSIONS),
                duration(node, "idle", EnvironmentDefinition.USUAL_IDLE),
                duration(node, "deadline", EnvironmentDefinition.USUAL_DEADLINE),
                Math.clamp(
                        ServeConfig.whole(node, "port", EnvironmentDefinition.NO_PORT),
                        EnvironmentDefinition.NO_PORT - 1,
                        65_536));
    }

    private static String text(SettingsFile node, String name, String what, String otherwise) {
        return node.find(name).map(each -> each.text(what)).orElse(otherwise);
    }

    private static List<String> texts(SettingsFile node, String name, String what) {
        return node.find(name)
                .map(list -> list.oneOrMore(what).stream()
                        .map(each -> each.text(what))
                        .toList())
                .orElse(List.of());
    }

    private List<Split> splits(SettingsFile tasks) {
        List<Split> splits = new ArrayList<>();
        tasks.members("splits, 'name: tasks.jsonl' or 'name: {split: NAME}'").forEach((name, node) -> {
            try {
                if (node.isObject()) {
                    String own = text(node.allow("a split", "split"), "split", "the environment's own split", "");
                    splits.add(new Split(name, own, null));
                } else {
                    splits.add(
                            new Split(name, "", Suites.tasks(registry, folder.resolve(node.text("a file of tasks")))));
                }
            } catch (GuerdonException e) {
                throw located(node, e);
            }
        });
        return splits;
    }

    private static Duration duration(SettingsFile node, String name, Duration otherwise) {
        return node.find(name)
                .map(each -> {
                    try {
                        return DurationText.parse(each.text("'" + name + "' such as 30s or 15m"));
                    } catch (GuerdonException e) {
                        throw located(each, e);
                    }
                })
                .orElse(otherwise);
    }
}
