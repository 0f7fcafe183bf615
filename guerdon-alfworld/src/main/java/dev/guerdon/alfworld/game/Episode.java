package dev.guerdon.alfworld.game;

import dev.guerdon.alfworld.logic.Facts;
import dev.guerdon.alfworld.logic.GroundAction;
import dev.guerdon.api.Internal;
import java.util.Optional;

/** One play of a game, without a limit: it goes on after the goal is reached, and the goal may be lost again. */
@Internal
public final class Episode {

    private static final String NOTHING = "Nothing happens.";

    private final Game game;
    private final History history = new History();
    private Facts facts;
    private Choices choices;
    private String text;
    private boolean won;

    public Episode(Game game) {
        this.game = game;
        this.facts = game.initial();
        Game.Start start = game.start();
        this.text = start.intro();
        this.choices = start.choices();
        this.won = start.won();
    }

    /** Acts, where the command is exactly one of the listed ones; anything else changes nothing. */
    public void step(String command) {
        String stripped = strip(command);
        Optional<Command> meant = choices.find(stripped);
        if (meant.isEmpty()) {
            history.add(stripped, false);
            text = NOTHING;
            return;
        }
        history.add(meant.get().text(), true);
        GroundAction action = meant.get().action();
        facts = game.apply(facts, action);
        text = game.feedback(facts, action);
        choices = game.choices(facts);
        won = game.isWon(facts);
    }

    public Game game() {
        return game;
    }

    public Facts facts() {
        return facts;
    }

    /** The commands so far. */
    public History history() {
        return history;
    }

    /** What the last command, or the start, showed. */
    public String text() {
        return text;
    }

    /** The commands that are possible now; they are listed when they are looked at. */
    public Choices commands() {
        return choices;
    }

    public boolean isWon() {
        return won;
    }

    /** Removes what Python takes for white space at both ends, which is more than Java does. */
    public static String strip(String command) {
        int start = 0;
        int end = command.length();
        while (start < end && isBlank(command.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(command.charAt(end - 1))) {
            end--;
        }
        return command.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }
}
