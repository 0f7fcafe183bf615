package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style of a page, and its hash as a policy names it: the only style that a browser accepts there, so that even markup that
 * slipped in could not restyle the page.
 *
 * @param css the style sheet
 * @param hash such as {@code sha256-...}
 */
@Internal
public record PageStyle(String css, String hash) {

    /** The style of reports. */
    static PageStyle ofReports() {
        try (InputStream in = PageStyle.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is missing from the distribution");
            }
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new LabException("the style of reports cannot be read: " + e.getMessage(), e);
        }
    }

    private static PageStyle of(String css) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
            return new PageStyle(css, "sha256-" + Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
