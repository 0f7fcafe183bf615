package dev.guerdon.viewer.run;

import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.runs.RunRow;
import java.util.ArrayList;
import java.util.List;

/** What a run is, in figures and facts. */
final class KeyFigures {

    private KeyFigures() {}

    static RunView.Head of(RunData data, RunInfo info, EpisodeIndex index, Links links) {
        RunSummary summary = data.summary(info);
        RunRow row = new RunRow(info, summary, links.run(info.name()), "");
        List<RunView.Fact> figures = new ArrayList<>();
        figures.add(new RunView.Fact(
                "reward", Figure.reward(summary.averageReward()), row.range().isEmpty() ? "" : row.range()));
        figures.add(
                new RunView.Fact("episodes", Figure.count(summary.episodes()), Figure.times(summary.tasks(), "task")));
        figures.add(share("perfect", summary.perfect(), summary.episodes()));
        figures.add(share("zero", summary.zero(), summary.episodes()));
        figures.add(share("missing", summary.unscored(), summary.episodes()));
        figures.add(share("completed", summary.completed(), summary.episodes()));
        figures.add(share("errors", row.errors(), summary.episodes()));
        figures.add(new RunView.Fact("steps", Figure.one(summary.averageSteps()), "per episode"));
        figures.add(new RunView.Fact("tokens", Figure.few(summary.tokens()), ""));
        figures.add(new RunView.Fact(
                "cost", Figure.money(summary.usd()), Double.isNaN(summary.usd()) ? "not known of all calls" : ""));
        figures.add(new RunView.Fact("time", row.time(), ""));
        List<RunView.Fact> facts = new ArrayList<>();
        facts.add(new RunView.Fact("suite", info.suite(), ""));
        facts.add(new RunView.Fact("agent", info.agent(), ""));
        facts.add(new RunView.Fact("model", info.model(), ""));
        facts.add(new RunView.Fact("reward", info.reward(), ""));
        facts.add(new RunView.Fact("commit", row.commit().isEmpty() ? Figure.NONE : row.commit(), ""));
        facts.add(new RunView.Fact("started", Figure.time(info.started()) + " UTC", ""));
        if (index.unreadable() > 0) {
            facts.add(new RunView.Fact(
                    "extras", Figure.times(index.unreadable(), "episode") + " with extras that cannot be read", ""));
        }
        return new RunView.Head(
                info.name(),
                info.note(),
                row.status(),
                row.badge(),
                info.status() == RunInfo.Status.RUNNING,
                figures,
                facts,
                ways(data, info, links));
    }

    private static RunView.Fact share(String name, long count, long all) {
        return new RunView.Fact(
                name, Figure.count(count), all == 0 || count == 0 ? "" : Figure.percent(count / (double) all));
    }

    private static List<RunView.Fact> ways(RunData data, RunInfo info, Links links) {
        List<RunView.Fact> ways = new ArrayList<>();
        String diagnosis = links.diagnosis(info.name());
        if (!diagnosis.isEmpty()) {
            ways.add(new RunView.Fact("Why reward was lost", "", diagnosis));
        }
        RunInfo before = null;
        for (RunInfo other : data.runs()) {
            if (other.name().equals(info.name())) {
                break;
            }
            before = other.suite().equals(info.suite()) ? other : before;
        }
        if (before != null) {
            String address = links.compare(before.name(), info.name());
            if (!address.isEmpty()) {
                ways.add(new RunView.Fact("Compare with the run before", "", address));
            }
        }
        return ways;
    }
}
