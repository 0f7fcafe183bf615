package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The list of runs by suite, the newest first. */
@Internal
public final class RunsScreen implements Screen {

    private static final int MOST = 100;

    private final RunData data;
    private final Predicate<String> chosen;

    /**
     * @param chosen which runs are listed, by name
     */
    public RunsScreen(RunData data, Predicate<String> chosen) {
        this.data = data;
        this.chosen = chosen;
    }

    @Override
    public String path() {
        return "/";
    }

    @Override
    public Answer show(Address address, Links links) {
        String words = address.text("find", "");
        String only = address.text("suite", "");
        List<RunInfo> all = data.runs().reversed().stream()
                .filter(info -> chosen.test(info.name()))
                .toList();
        Map<String, List<RunInfo>> suites = new LinkedHashMap<>();
        for (RunInfo info : all) {
            if ((only.isEmpty() || info.suite().equals(only)) && has(info, words)) {
                suites.computeIfAbsent(info.suite(), suite -> new ArrayList<>()).add(info);
            }
        }
        List<SuiteGroup> groups = new ArrayList<>();
        suites.forEach((suite, infos) -> groups.add(group(suite, infos, !only.isEmpty(), links)));
        return new Answer.Html(
                "runs.jte",
                Map.of(
                        "frame",
                        new Frame("Runs", links, List.of()),
                        "groups",
                        groups,
                        "all",
                        all.size(),
                        "find",
                        words,
                        "folder",
                        links.served() ? String.valueOf(data.store().root()) : ""));
    }

    private static boolean has(RunInfo info, String words) {
        String text = String.join(
                        "\n", info.name(), info.note(), info.model(), info.agent(), info.commit(), info.suite())
                .toLowerCase(Locale.ROOT);
        for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }

    private SuiteGroup group(String suite, List<RunInfo> infos, boolean whole, Links links) {
        boolean cut = infos.size() > MOST && !whole && links.served();
        List<RunInfo> shown = cut ? infos.subList(0, MOST) : infos;
        List<RunRow> rows = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            RunInfo info = shown.get(i);
            String before =
                    i + 1 < shown.size() ? links.compare(shown.get(i + 1).name(), info.name()) : "";
            rows.add(new RunRow(info, data.summary(info), links.run(info.name()), before));
        }
        return new SuiteGroup(
                suite,
                rows,
                infos.size(),
                Trend.of(rows),
                cut ? links.runs() + "?suite=" + URLEncoder.encode(suite, StandardCharsets.UTF_8) : "");
    }
}
