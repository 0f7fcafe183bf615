package dev.guerdon.cli.terminal;

import static dev.guerdon.cli.terminal.EndRequests.Kind.INTERRUPT;
import static dev.guerdon.cli.terminal.EndRequests.Kind.TERMINATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndRequestsTest {

    private final List<EndRequests.Kind> unheard = new ArrayList<>();
    private final List<EndRequests.Kind> heard = new ArrayList<>();
    private final EndRequests requests = new EndRequests(unheard::add);

    @Test
    void whatComesBothWaysCountsOnce() {
        requests.add(heard::add);
        requests.signalled(INTERRUPT);
        requests.told(INTERRUPT);
        requests.told(INTERRUPT);
        requests.signalled(INTERRUPT);
        assertThat(heard).containsExactly(INTERRUPT, INTERRUPT);
    }

    @Test
    void eachWayAloneIsEnough() {
        requests.add(heard::add);
        requests.told(INTERRUPT);
        requests.told(INTERRUPT);
        requests.signalled(TERMINATE);
        assertThat(heard).containsExactly(INTERRUPT, INTERRUPT, TERMINATE);
        assertThat(unheard).isEmpty();
    }

    @Test
    void anEchoThatComesAfterTheListenerLeftEndsNothing() {
        EndRequests.Listener listener = heard::add;
        requests.add(listener);
        requests.signalled(INTERRUPT);
        requests.remove(listener);
        requests.told(INTERRUPT);
        assertThat(unheard).isEmpty();
        requests.told(INTERRUPT);
        assertThat(unheard).containsExactly(INTERRUPT);
    }
}
