package dev.guerdon.catalogue.regex;

/** Numbers the named groups of an ECMAScript pattern beforehand, since a reference may stand before its group. */
final class EcmaNames {

    private final PatternReader reader;

    EcmaNames(PatternReader reader) {
        this.reader = reader;
    }

    void collect() {
        int[] text = reader.text;
        int groups = 0;
        boolean inClass = false;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\\') {
                i++;
            } else if (inClass) {
                inClass = text[i] != ']';
            } else if (text[i] == '[') {
                inClass = true;
            } else if (text[i] == '(') {
                groups += group(i + 1, groups + 1);
            }
        }
    }

    /** One if the parenthesis before the index opens a group that captures. */
    private int group(int i, int number) {
        int[] text = reader.text;
        if (i >= text.length || text[i] != '?') {
            return 1;
        }
        boolean named = i + 2 < text.length && text[i + 1] == '<' && text[i + 2] != '=' && text[i + 2] != '!';
        if (!named) {
            return 0;
        }
        StringBuilder name = new StringBuilder();
        for (int at = i + 2; at < text.length && text[at] != '>'; at++) {
            name.appendCodePoint(text[at]);
        }
        reader.names.putIfAbsent(name.toString(), number);
        return 1;
    }
}
