package dev.guerdon.junit;

import java.util.List;

/** Texts that no environment has a use for, and some have trouble with. */
final class HostileActions {

    static final List<String> LIST = List.of(
            "",
            " ",
            "\n\r\t",
            "\0",
            "x".repeat(200_000),
            "x".repeat(16_384),
            "(".repeat(16_000),
            "{".repeat(8_000) + "}".repeat(8_000),
            "\ud800 lone \udfff",
            "\u202eright to left\u202c",
            "go to \ud83d\ude80",
            "%s%n%d",
            "${jndi:ldap://localhost/x}",
            "'; DROP TABLE tasks; --",
            "<script>alert(1)</script>",
            "../../../../etc/passwd",
            "{\"action\": \"look\"}",
            "null",
            "click[",
            "search[]",
            "-1",
            "(a+)+$".repeat(1_000));

    private HostileActions() {}
}
