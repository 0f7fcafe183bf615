package dev.guerdon.offlineweb.family;

import dev.guerdon.offlineweb.family.Lines.Line;
import dev.guerdon.offlineweb.family.Register.Row;
import dev.guerdon.offlineweb.questions.Questions.Question;
import java.util.Comparator;
import java.util.List;

/** Questions on the long table, and on the lines whose own page never loads. */
final class TableQuestions {

    private TableQuestions() {}

    static List<Question> of(World world) {
        String around = " around " + world.home();
        return List.of(
                most(world.register(), around),
                lookup(world.register(), world.choice(10, "late row")),
                count(world.register(), world.choice(4, "coast"), around),
                busiest(world.lines(), Lines.FIRST_YEAR + world.choice(6, "busiest year"), around),
                used(world.lines(), world.choice(9, "line"), Lines.FIRST_YEAR + world.choice(6, "used year")),
                fewest(world.lines(), Lines.FIRST_YEAR + world.choice(6, "fewest year"), around));
    }

    private static Question most(Register register, String around) {
        Row row = register.rows().stream()
                .max(Comparator.comparingInt(Row::after))
                .orElseThrow();
        return new Question(
                "statistics",
                "Which " + register.noun() + " counted the most " + register.counted() + around + " in "
                        + register.years().getLast() + "?",
                row.name());
    }

    private static Question lookup(Register register, int fromEnd) {
        Row row = register.rows().get(register.rows().size() - 1 - fromEnd);
        return new Question(
                "statistics",
                "How many " + register.counted() + " did the " + register.noun() + " " + row.name() + " have in "
                        + register.years().getFirst() + "?",
                String.valueOf(row.before()));
    }

    private static Question count(Register register, int number, String around) {
        String coast = register.rows().get(number).coast();
        List<Row> there = register.rows().stream()
                .filter(row -> row.coast().equals(coast))
                .toList();
        int middle = there.stream()
                .map(Row::after)
                .sorted()
                .skip(there.size() / 2)
                .findFirst()
                .orElseThrow();
        long count = there.stream().filter(row -> row.after() >= middle).count();
        return new Question(
                "statistics",
                "How many " + register.plural() + " of the part " + coast + around + " had at least " + middle + " "
                        + register.counted() + " in " + register.years().getLast() + "?",
                String.valueOf(count));
    }

    private static Question busiest(Lines lines, int year, String around) {
        Line line = lines.rows().stream()
                .max(Comparator.comparingInt(one -> one.in(year)))
                .orElseThrow();
        return new Question(
                "transport",
                "Which " + lines.noun() + " carried the most " + lines.used() + around + " in " + year + "?",
                line.name());
    }

    private static Question used(Lines lines, int number, int year) {
        Line line = lines.rows().get(number);
        return new Question(
                "transport",
                "How many " + lines.used() + " took the " + lines.noun() + " " + line.name() + " in " + year + "?",
                String.valueOf(line.in(year)));
    }

    private static Question fewest(Lines lines, int year, String around) {
        Line line = lines.rows().stream()
                .min(Comparator.comparingInt(one -> one.in(year)))
                .orElseThrow();
        return new Question(
                "transport",
                "Which " + lines.noun() + " carried the fewest " + lines.used() + around + " in " + year + "?",
                line.name());
    }
}
