package dev.guerdon.offlineweb.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MiniwobOracleTest {

    private final Policy.Session oracle =
            new MiniwobOracle().begin(Task.of("any", "", Map.of()), Context.detached(Map.of()), 0);
    private final List<Message> messages = new ArrayList<>();

    private String first(String goal, String page) {
        messages.add(Message.user("Do what the goal of the page asks for."));
        messages.add(
                Message.user("GOAL\n" + goal + "\n\nPAGE\npage: file:///x.html\n\n" + page + "\n\nACTIONS\nmany\n"));
        return next();
    }

    private String then(String page) {
        messages.add(Message.tool("call", "browser_action", "page: file:///x.html\n\n" + page));
        return next();
    }

    private String next() {
        Message reply = oracle.reply(messages);
        return reply.toolCalls().isEmpty()
                ? ""
                : String.valueOf(reply.toolCalls().getFirst().arguments().get("action"));
    }

    @Test
    void aLoginGoesOnWhereItWasInterrupted() {
        String page = """
            RootWebArea 'Task', focused
            \t[16] textbox '' value='%s', center="(106,133)", clickable
            \t[19] textbox '' value='%s', center="(92,211)", clickable
            \t[20] button 'Login', center="(70,272)", clickable\
            """;
        assertThat(first(
                        "Enter the username \"o'neil\" and the password \"p\" into the text fields and press login.",
                        page.formatted("", "")))
                .isEqualTo("fill('16', 'o\\'neil')");
        assertThat(then(page.formatted("o\\'neil", "") + "\n\t[25] button 'Cancel', clickable"))
                .as("a question that comes between is answered")
                .isEqualTo("click('25')");
        assertThat(then(page.formatted("o\\'neil", ""))).isEqualTo("fill('19', 'p')");
        assertThat(then(page.formatted("o\\'neil", "•"))).isEqualTo("click('20')");
    }

    @Test
    void buttonsAreNamedExactlyWhereSeveralDifferInCaseOnly() {
        assertThat(first("Click on the \"yes\" button.", """
            RootWebArea 'Task'
            \t[16] button 'Yes', center="(31,158)", clickable
            \t[18] button 'yes', center="(32,190)", clickable\
            """)).isEqualTo("click('18')");
    }

    @Test
    void tabsAreOpenedUntilTheLinkIsThere() {
        String tabs = """
            RootWebArea 'Task'
            \t[17] tablist '', center="(120,101)"
            \t\t[18] tab 'Tab #1', center="(40,104)", expanded=True
            \t\t\t[19] link 'Tab #1', center="(44,104)", clickable
            \t\t[20] tab 'Tab #2', center="(106,104)", expanded=False
            \t\t\t[21] link 'Tab #2', center="(110,104)", clickable
            \t[22] tabpanel 'Tab', center="(120,206)"
            """;
        assertThat(first("Switch between the tabs to find and click on the link \"lacus\".", tabs))
                .isEqualTo("click('19')");
        assertThat(then(tabs)).isEqualTo("click('21')");
        assertThat(then(tabs + "\t\t[30] generic, center=\"(1,1)\", clickable\n\t\t\tStaticText 'lacus'"))
                .isEqualTo("click('30')");
    }

    @Test
    void anEmailIsForwardedInWhateverWordsThatIsAsked() {
        String inbox = """
            RootWebArea 'Task'
            \t[18] generic, center="(108,148)", clickable
            \t\t[19] generic, center="(76,147)"
            \t\t\tStaticText 'Helsa'
            \t\t[26] image '', center="(184,129)", clickable
            \t\t[27] image '', center="(164,129)", clickable\
            """;
        assertThat(first("Lainey is waiting for the email by Helsa.", inbox)).isEqualTo("click('19')");
        assertThat(then("""
            RootWebArea 'Task'
            \t[40] image '', center="(1,1)", clickable
            \t[41] image '', center="(9,1)", clickable
            \t[42] textbox '', center="(9,9)", clickable\
            """)).isEqualTo("fill('42', 'Lainey')");
    }

    @Test
    void whatItDoesNotKnowItSays() {
        assertThat(first("Compose a symphony.", "RootWebArea 'Task'")).isEmpty();
        assertThat(first("Select words similar to old and click Submit.", """
            RootWebArea 'Task'
            \t[18] checkbox 'aged', center="(24,92)", clickable, checked='false'\
            """)).isEmpty();
    }

    @Test
    void linesAreReadBackWithQuotesAndValues() {
        PageElement page = PageElement.read("""
            RootWebArea 'It\\'s', focused
            \t[13] textbox "a 'b'" value='x, y', center="(-3,101)", clickable
            \t[14] spinbutton '' value=7, center="(5,6)\"\
            """);
        PageElement box = page.roles("textbox").getFirst();
        assertThat(box.name()).isEqualTo("a 'b'");
        assertThat(box.value()).isEqualTo("x, y");
        assertThat(box.isClickable()).isTrue();
        assertThat(box.center()).isEqualTo(new PageElement.Point(-3, 101));
        assertThat(page.roles("spinbutton").getFirst().value()).isEqualTo("7");
        assertThat(page.roles("RootWebArea").getFirst().name()).isEqualTo("It's");
    }
}
