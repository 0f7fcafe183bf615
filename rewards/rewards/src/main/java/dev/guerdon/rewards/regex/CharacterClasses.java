package dev.guerdon.rewards.regex;

import dev.guerdon.cpython.PythonStrings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The named sets of characters of both flavors. */
final class CharacterClasses {

    static final CharSet ASCII_DIGIT = CharSet.range('0', '9');
    static final CharSet ASCII_WORD =
            c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    static final CharSet ASCII_SPACE = c -> c == ' ' || (c >= '\t' && c <= '\r');
    static final CharSet PYTHON_DIGIT = c -> PythonStrings.decimal(c) >= 0;
    static final CharSet PYTHON_WORD = PythonStrings::isWord;
    static final CharSet PYTHON_SPACE = PythonStrings::isSpace;
    static final CharSet ECMA_SPACE = c -> c == ' '
            || (c >= '\t' && c <= '\r')
            || c == 0xA0
            || c == 0xFEFF
            || c == 0x2028
            || c == 0x2029
            || (c > 0x7F && Character.getType(c) == Character.SPACE_SEPARATOR);
    static final CharSet NOT_ECMA_LINE_END = c -> c != '\n' && c != '\r' && c != 0x2028 && c != 0x2029;
    static final CharSet ANY = c -> true;

    /** Long names of general categories, each with its short one. */
    private static final Map<String, String> LONG_NAMES = Arrays.stream("""
                    Letter=L Lowercase_Letter=Ll Uppercase_Letter=Lu Titlecase_Letter=Lt Cased_Letter=LC Modifier_Letter=Lm
                    Other_Letter=Lo Mark=M Combining_Mark=M Nonspacing_Mark=Mn Spacing_Mark=Mc Enclosing_Mark=Me
                    Number=N Decimal_Number=Nd digit=Nd Letter_Number=Nl Other_Number=No
                    Punctuation=P punct=P Connector_Punctuation=Pc Dash_Punctuation=Pd Open_Punctuation=Ps
                    Close_Punctuation=Pe Initial_Punctuation=Pi Final_Punctuation=Pf Other_Punctuation=Po
                    Symbol=S Math_Symbol=Sm Currency_Symbol=Sc Modifier_Symbol=Sk Other_Symbol=So
                    Separator=Z Space_Separator=Zs Line_Separator=Zl Paragraph_Separator=Zp
                    Other=C Control=Cc cntrl=Cc Format=Cf Surrogate=Cs Private_Use=Co Unassigned=Cn""".split("\\s+"))
            .map(pair -> pair.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    /** The two letters of each type that {@link Character#getType(int)} gives. */
    private static final String[] TYPES = {
        "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Me", "Mc", "Nd", "Nl", "No", "", "Zs", "Zl", "Zp", "Cc", "Cf", "",
        "Co", "Cs", "Pd", "Ps", "Pe", "Pc", "Po", "Sm", "Sc", "Sk", "So", "Pi", "Pf"
    };

    private CharacterClasses() {}

    /** Returns the set that {@code \p{expression}} means, or null if there is none of that name. */
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
