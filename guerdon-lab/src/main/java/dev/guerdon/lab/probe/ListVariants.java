package dev.guerdon.lab.probe;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The ways to lay out a list; and lists near it. */
final class ListVariants {

    private ListVariants() {}

    static List<ProbeVariant> of(String gold) {
        List<String> elements = GoldKind.elements(gold);
        List<ProbeVariant> out = new ArrayList<>();
        right(out, "commas", String.join(", ", elements));
        right(out, "commas, no spaces", String.join(",", elements));
        right(out, "commas and 'and'", and(elements));
        right(out, "semicolons", String.join("; ", elements));
        right(out, "lines", String.join("\n", elements));
        right(out, "bullets", elements.stream().map(element -> "- " + element).collect(Collectors.joining("\n")));
        right(
                out,
                "numbered",
                IntStream.range(0, elements.size())
                        .mapToObj(i -> (i + 1) + ". " + elements.get(i))
                        .collect(Collectors.joining("\n")));
        right(out, "JSON", JsonCodec.write(elements));
        right(out, "Python", elements.stream().map(e -> "'" + e + "'").collect(Collectors.joining(", ", "[", "]")));
        right(out, "braces", "\\{" + String.join(", ", elements) + "\\}");
        out.add(ProbeVariant.right("order", "reversed", String.join(", ", elements.reversed())));
        out.add(ProbeVariant.right(
                "order", "sorted", String.join(", ", elements.stream().sorted().toList())));
        out.add(ProbeVariant.wrong("one missing", String.join(", ", elements.subList(0, elements.size() - 1))));
        out.add(ProbeVariant.wrong("first only", elements.getFirst()));
        out.add(ProbeVariant.wrong("one too many", String.join(", ", elements) + ", something else"));
        out.add(ProbeVariant.wrong("one twice", String.join(", ", elements) + ", " + elements.getFirst()));
        return out;
    }

    private static String and(List<String> elements) {
        int last = elements.size() - 1;
        return String.join(", ", elements.subList(0, last)) + (last > 0 ? " and " : "") + elements.get(last);
    }

    private static void right(List<ProbeVariant> out, String name, String text) {
        out.add(ProbeVariant.right("list", name, text));
    }
}
