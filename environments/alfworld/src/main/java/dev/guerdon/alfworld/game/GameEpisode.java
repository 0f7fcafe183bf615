package dev.guerdon.alfworld.game;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** One play of a game, without a limit: it goes on after the goal is reached, and the goal may be lost again. */
@Internal
public final class GameEpisode {

    private static final String NOTHING = "Nothing happens.";

    private final PlanningGame game;
    private final History history = new History();
    private FactSet facts;
    private AdmissibleCommands choices;
    private String text;
    private boolean won;

    public GameEpisode(PlanningGame game) {
        this.game = game;
        this.facts = game.initial();
        PlanningGame.Start start = game.start();
        this.text = start.intro();
        this.choices = start.choices();
        this.won = start.won();
    }

    /** Performs a command that is exactly one of the listed ones; anything else changes nothing. */
    public void step(String command) {
        String stripped = strip(command);
        Optional<PlanningGame.Command> meant = choices.find(stripped);
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

    public PlanningGame game() {
        return game;
    }

    public FactSet facts() {
        return facts;
    }

    /** Returns the commands so far. */
    public History history() {
        return history;
    }

    /** Returns what the last command, or the start, showed. */
    public String text() {
        return text;
    }

    /** Returns the commands that are possible now; they are listed when they are looked at. */
    public List<String> commands() {
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

    /**
     * The commands of an episode.
     *
     * <p>Bounded, since an episode may go on for ever and a command may be anything: of a long episode the older half goes, of a command
     * that was not understood only the beginning stays. One that was is the game's own text, which costs nothing.
     */
    @Internal
    public static final class History {

        private static final int MAX_COMMANDS = 1_000;
        private static final int MAX_LENGTH = 200;

        private final List<String> commands = new ArrayList<>(0);
        private BitSet understood = new BitSet();

        void add(String command, boolean wasUnderstood) {
            if (commands.size() == MAX_COMMANDS) {
                commands.subList(0, MAX_COMMANDS / 2).clear();
                understood = understood.get(MAX_COMMANDS / 2, MAX_COMMANDS);
            }
            understood.set(commands.size(), wasUnderstood);
            commands.add(wasUnderstood || command.length() <= MAX_LENGTH ? command : command.substring(0, MAX_LENGTH));
        }

        public int size() {
            return commands.size();
        }

        public String command(int index) {
            return commands.get(index);
        }

        public boolean isUnderstood(int index) {
            return understood.get(index);
        }
    }
}
