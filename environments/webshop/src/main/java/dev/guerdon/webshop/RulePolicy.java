package dev.guerdon.webshop;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.webshop.catalogue.WebshopException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rule baseline: searches the instruction, opens the first result, chooses the options that the instruction names, buys. */
final class RulePolicy implements Policy {

    private static final Pattern PRICE = Pattern.compile(",? and price lower than [0-9.]+ dollars\\.?\\s*$");
    private static final Pattern INSTRUCTION =
            Pattern.compile("Instruction:(?: \\[SEP\\])?\\s*(.+?)(?: \\[SEP\\]|\\R|$)");
    private static final Pattern PRODUCT = Pattern.compile("b[0-9a-z]{9}");
    private static final String CLICKABLES = "Clickables: ";

    @Override
    public String name() {
        return "webshop-rule";
    }

    @Override
    public String description() {
        return "searches the instruction, opens the first result, chooses the options it names, buys; knows nothing else";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Shopper(task);
    }

    /** Returns an instruction without its price limit, which would only disturb the search. */
    static String searchText(String instruction) {
        return PRICE.matcher(instruction).replaceFirst("").replaceAll("[\\[\\]\\n]", " ");
    }

    /** One rollout. */
    private static final class Shopper implements Session {

        private String instruction;
        private int calls;
        private @Nullable List<String> toChoose;

        Shopper(Task task) {
            instruction = task.field("instruction")
                    .filter(field -> field.isString())
                    .map(field -> field.asString())
                    .orElse("");
        }

        @Override
        public Message reply(List<Message> messages) {
            if (instruction.isEmpty()) {
                instruction = findInstruction(messages);
            }
            Message last = messages.isEmpty() ? Message.user("") : messages.getLast();
            if (!last.isTool()) {
                return call("search", searchText(instruction));
            }
            List<String> clickables = clickables(last.text());
            List<String> products = clickables.stream()
                    .filter(one -> PRODUCT.matcher(one).matches())
                    .toList();
            if (clickables.contains("buy now")) {
                return onItem(clickables);
            }
            if (!products.isEmpty()) {
                return call("click", products.getFirst());
            }
            return Message.assistant(
                    clickables.isEmpty() ? "The purchase is done." : "The search found nothing to buy.");
        }

        private Message onItem(List<String> clickables) {
            List<String> left = toChoose;
            if (left == null) {
                left = new ArrayList<>(clickables.subList(clickables.indexOf("buy now") + 1, clickables.size()).stream()
                        .filter(value -> names(instruction, value))
                        .sorted(Comparator.comparingInt(String::length))
                        .toList());
                toChoose = left;
            }
            return left.isEmpty() ? call("click", "buy now") : call("click", left.removeFirst());
        }

        private Message call(String action, String value) {
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
            arguments.put("action", action);
            arguments.put("value", value);
            ToolCall call = new ToolCall("call_" + calls++, "webshop_browser", arguments, JsonCodec.write(arguments));
            return Message.assistant("", List.of(call));
        }
    }

    private static String findInstruction(List<Message> messages) {
        for (Message message : messages) {
            Matcher found = INSTRUCTION.matcher(message.text());
            if (found.find()) {
                return found.group(1);
            }
        }
        for (Message message : messages) {
            if (message.role().equals("user")) {
                return message.text();
            }
        }
        return "";
    }

    private static List<String> clickables(String observation) {
        int at = observation.lastIndexOf(CLICKABLES);
        if (at < 0) {
            return List.of();
        }
        try {
            return AddressLiterals.list(observation.substring(at + CLICKABLES.length()));
        } catch (WebshopException e) {
            return List.of();
        }
    }

    /** Returns whether a text names a value as whole words; "large" is not named by "x-large". */
    static boolean names(String text, String value) {
        if (value.isEmpty()) {
            return false;
        }
        String lower = PythonStrings.lower(text);
        for (int at = lower.indexOf(value); at >= 0; at = lower.indexOf(value, at + 1)) {
            int end = at + value.length();
            if ((at == 0 || boundary(lower.charAt(at - 1))) && (end == lower.length() || boundary(lower.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean boundary(char c) {
        return !Character.isLetterOrDigit(c) && c != '-' && c != '|';
    }
}
