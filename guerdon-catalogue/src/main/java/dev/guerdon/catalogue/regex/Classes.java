package dev.guerdon.catalogue.regex;

import dev.guerdon.cpython.Strings;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The named sets of characters of both flavors. */
final class Classes {

    static final CharSet ASCII_DIGIT = CharSet.range('0', '9');
    static final CharSet ASCII_WORD =
            c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    static final CharSet ASCII_SPACE = c -> c == ' ' || (c >= '\t' && c <= '\r');
    static final CharSet PYTHON_DIGIT = c -> Strings.decimal(c) >= 0;
    static final CharSet PYTHON_WORD = Strings::isWord;
    static final CharSet PYTHON_SPACE = Strings::isSpace;
    static final CharSet ECMA_SPACE = c -> c == ' '
            || (c >= '\t' && c <= '\r')
            || c == 0xA0
            || c == 0xFEFF
            || c == 0x2028
            || c == 0x2029
            || (c > 0x7F && Character.getType(c) == Character.SPACE_SEPARATOR);
    static final CharSet NOT_ECMA_LINE_END = c -> c != '\n' && c != '\r' && c != 0x2028 && c != 0x2029;
    static final CharSet ANY = c -> true;

    private static final Map<String, String> LONG_NAMES = Map.ofEntries(
            Map.entry("Letter", "L"),
            Map.entry("Lowercase_Letter", "Ll"),
            Map.entry("Uppercase_Letter", "Lu"),
            Map.entry("Titlecase_Letter", "Lt"),
            Map.entry("Cased_Letter", "LC"),
            Map.entry("Modifier_Letter", "Lm"),
            Map.entry("Other_Letter", "Lo"),
            Map.entry("Mark", "M"),
            Map.entry("Combining_Mark", "M"),
            Map.entry("Nonspacing_Mark", "Mn"),
            Map.entry("Spacing_Mark", "Mc"),
            Map.entry("Enclosing_Mark", "Me"),
            Map.entry("Number", "N"),
            Map.entry("Decimal_Number", "Nd"),
            Map.entry("digit", "Nd"),
            Map.entry("Letter_Number", "Nl"),
            Map.entry("Other_Number", "No"),
            Map.entry("Punctuation", "P"),
            Map.entry("punct", "P"),
            Map.entry("Connector_Punctuation", "Pc"),
            Map.entry("Dash_Punctuation", "Pd"),
            Map.entry("Open_Punctuation", "Ps"),
            Map.entry("Close_Punctuation", "Pe"),
            Map.entry("Initial_Punctuation", "Pi"),
            Map.entry("Final_Punctuation", "Pf"),
            Map.entry("Other_Punctuation", "Po"),
            Map.entry("Symbol", "S"),
            Map.entry("Math_Symbol", "Sm"),
            Map.entry("Currency_Symbol", "Sc"),
            Map.entry("Modifier_Symbol", "Sk"),
            Map.entry("Other_Symbol", "So"),
            Map.entry("Separator", "Z"),
            Map.entry("Space_Separator", "Zs"),
            Map.entry("Line_Separator", "Zl"),
            Map.entry("Paragraph_Separator", "Zp"),
            Map.entry("Other", "C"),
            Map.entry("Control", "Cc"),
            Map.entry("cntrl", "Cc"),
            Map.entry("Format", "Cf"),
            Map.entry("Surrogate", "Cs"),
            Map.entry("Private_Use", "Co"),
            Map.entry("Unassigned", "Cn"));

    /** The two letters of each type that {@link Character#getType(int)} gives. */
    private static final String[] TYPES = {
        "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Me", "Mc", "Nd", "Nl", "No", "", "Zs", "Zl", "Zp", "Cc", "Cf", "",
        "Co", "Cs", "Pd", "Ps", "Pe", "Pc", "Po", "Sm", "Sc", "Sk", "So", "Pi", "Pf"
    };

    private Classes() {}

    /** The set that {@code \p{expression}} means, or null where there is none of that name. */
    static @Nullable CharSet property(String expression) {
        int equals = expression.indexOf('=');
        if (equals < 0) {
            CharSet category = category(expression);
            return category != null ? category : binary(expression);
        }
        String value = expression.substring(equals + 1);
        return switch (expression.substring(0, equals)) {
            case "gc", "General_Category" -> category(value);
            case "sc", "Script", "scx", "Script_Extensions" -> script(value);
            default -> null;
        };
    }

    private static @Nullable CharSet category(String name) {
        String known = LONG_NAMES.getOrDefault(name, name);
        if (known.equals("LC")) {
            return c -> TYPES[Character.getType(c)].matches("L[ult]");
        }
        boolean exists = false;
        boolean[] in = new boolean[TYPES.length];
        for (int type = 0; type < TYPES.length; type++) {
            in[type] = !known.isEmpty() && known.length() <= 2 && TYPES[type].startsWith(known);
            exists |= in[type];
        }
        return exists ? c -> in[Character.getType(c)] : null;
    }

    private static @Nullable CharSet script(String name) {
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(name.toUpperCase(Locale.ROOT));
            return c -> Character.UnicodeScript.of(c) == script;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable CharSet binary(String name) {
        return switch (name) {
            case "Any" -> ANY;
            case "ASCII" -> CharSet.range(0, 127);
            case "Assigned" -> Character::isDefined;
            case "Alphabetic", "Alpha" -> Character::isAlphabetic;
            case "Lowercase", "Lower" -> Character::isLowerCase;
            case "Uppercase", "Upper" -> Character::isUpperCase;
            case "White_Space", "space" -> c -> (ECMA_SPACE.has(c) && c != 0xFEFF) || c == 0x85;
            case "Ideographic", "Ideo" -> Character::isIdeographic;
            case "ASCII_Hex_Digit", "AHex" -> c -> c < 128 && Character.digit(c, 16) >= 0;
            case "Emoji" -> Character::isEmoji;
            case "Emoji_Presentation", "EPres" -> Character::isEmojiPresentation;
            case "Emoji_Modifier", "EMod" -> Character::isEmojiModifier;
            case "Extended_Pictographic", "ExtPict" -> Character::isExtendedPictographic;
            case "ID_Start", "IDS" -> Character::isUnicodeIdentifierStart;
            case "ID_Continue", "IDC" ->
                c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
            default -> null;
        };
    }
}
