package dev.guerdon.offlineweb;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Makes answers that are simply wrong, of all kinds, the same ones for the same seed. No cause can be named for any of them. */
final class WrongAnswers {

    private static final List<String> THINGS = List.of(
            "rooms",
            "towers",
            "players",
            "books",
            "seats",
            "bridges",
            "visitors",
            "pupils",
            "votes",
            "islands",
            "goals",
            "songs");
    private static final List<String> MEASURES = List.of(
            "How long is the trail in km?",
            "How tall is the tower in metres?",
            "What was the temperature in degrees Celsius?",
            "How heavy is the bell in kg?",
            "What percentage of voters took part?",
            "How large is the lot in acres?",
            "How long is the film in minutes?",
            "What was the wind speed in mph?",
            "What was the revenue in million dollars?");
    private static final List<String> FIRST =
            List.of("Ada", "Bo", "Clara", "Dan", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jens");
    private static final List<String> LAST =
            List.of("King", "Lund", "Zed", "Moss", "Holt", "Stone", "Falk", "Wren", "Kern", "Ohm");
    private static final List<String> TOWNS =
            List.of("Ahorn", "Birkau", "Calw", "Dornach", "Eich", "Forst", "Grund", "Hallau", "Imst", "Jena");

    private final Random random;

    WrongAnswers(long seed) {
        random = new Random(seed);
    }

    List<CauseCase> make(int count) {
        List<CauseCase> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String[] made = one(i % 11);
            Turn turn = Turn.builder()
                    .action("goto('http://town.example/" + i + "')")
                    .observation("The village has a mill, a school and a harbour. Ferries leave it in the morning.")
                    .info(Map.of(TurnInfo.URL, "http://town.example/" + i))
                    .build();
            cases.add(new CauseCase(
                    "made-" + i,
                    "wrong_answer",
                    made[0],
                    made[1],
                    made[2],
                    List.of(turn),
                    FinishReason.NO_TOOL_CALLS,
                    ""));
        }
        return cases;
    }

    private String[] one(int kind) {
        return switch (kind) {
            case 0, 1 ->
                integers("How many " + pick(THINGS) + " has it?", 1 + random.nextInt(200), 1 + random.nextInt(200));
            case 2 ->
                integers(
                        "How many " + pick(THINGS) + " were there?",
                        1 + random.nextInt(9999),
                        1 + random.nextInt(9999));
            case 3 -> measures();
            case 4 -> decimals();
            case 5 -> dates();
            case 6 -> names("Who founded it?", name(), name());
            case 7 ->
                names(
                        "Which towns are the largest?",
                        towns(0),
                        towns(TOWNS.size() / 2).replace("\n", ", "));
            case 8 -> sentence();
            case 9 -> integers(pick(MEASURES), 1 + random.nextInt(500), 1 + random.nextInt(500));
            default -> names("Which town is it?", pick(TOWNS), "It is " + pick(TOWNS) + ", I believe.");
        };
    }

    private String[] integers(String question, int gold, int answer) {
        return new String[] {question, Integer.toString(gold), Integer.toString(gold == answer ? answer + 3 : answer)};
    }

    /** A wrong measure, off by less than any other unit would make it. */
    private String[] measures() {
        int gold = 20 + random.nextInt(400);
        double factor = random.nextBoolean() ? 1.12 + random.nextDouble() * 0.3 : 0.65 + random.nextDouble() * 0.2;
        return new String[] {pick(MEASURES), Integer.toString(gold), Long.toString(Math.round(gold * factor))};
    }

    private String[] decimals() {
        double gold = random.nextInt(10_000) / 100.0;
        double answer = random.nextInt(10_000) / 100.0;
        return new String[] {
            "What is the average?",
            String.format(Locale.ROOT, "%.2f", gold),
            String.format(Locale.ROOT, "%.2f", answer + 0.01)
        };
    }

    private String[] dates() {
        LocalDate gold = LocalDate.of(1900, 1, 1).plusDays(random.nextInt(40_000));
        LocalDate answer = gold.plusDays(1 + random.nextInt(4000));
        return new String[] {"When did it open?", gold.toString(), answer.toString()};
    }

    private String[] sentence() {
        int gold = 2 + random.nextInt(90);
        int other = gold + 1 + random.nextInt(50);
        String thing = pick(THINGS);
        String said = List.of(
                        "It has " + other + " " + thing + ".",
                        "There are " + other + " " + thing + ", and not " + gold + ".",
                        "Between " + gold + " and " + other + " " + thing + ".",
                        gold + " or " + other + " " + thing + ".",
                        "There were " + gold + " in the past, so today the number is " + other + ".")
                .get(random.nextInt(5));
        return new String[] {"How many " + thing + " has it?", Integer.toString(gold), said};
    }

    private static String[] names(String question, String gold, String answer) {
        return new String[] {question, gold, answer.contains(gold) ? "nobody knows that name" : answer};
    }

    private String name() {
        return pick(FIRST) + " " + pick(LAST);
    }

    /** Two towns of one half of the list. */
    private String towns(int from) {
        List<String> half = TOWNS.subList(from, from + TOWNS.size() / 2);
        int one = random.nextInt(half.size());
        return half.get(one) + "\n" + half.get((one + 1) % half.size());
    }

    private String pick(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
