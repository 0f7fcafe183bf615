package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;

/**
 * Links between the pages of a server.
 *
 * @param root the path below which the viewer is mounted, empty or such as {@code /view}
 * @param version names the build, so that browsers may keep assets
 * @param formKey what forms must show; empty for a viewer that only reads
 */
@Internal
public record ServedLinks(String root, String version, String formKey) implements PageLinks {

    @Override
    public String to(String screen, String... parts) {
        String path = screen;
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < parts.length; i += 2) {
            String value = PageAddress.escaped(parts[i + 1]);
            if (screen.contains("{" + parts[i] + "}")) {
                path = path.replace("{" + parts[i] + "}", value);
            } else if (!value.isEmpty()) {
                query.append(query.isEmpty() ? '?' : '&')
                        .append(parts[i])
                        .append('=')
                        .append(value);
            }
        }
        return root + path + query;
    }

    @Override
    public String asset(String name) {
        return root + "/assets/" + version + "/" + name;
    }

    @Override
    public boolean served() {
        return true;
    }
}
