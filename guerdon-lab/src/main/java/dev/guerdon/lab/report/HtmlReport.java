package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.text.VisibleText;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/**
 * Writes a report as one HTML file that needs nothing else.
 *
 * <p>The markup is in the templates of {@code src/main/jte}. The build turns them into classes, which escape all text that they
 * are given for the place where it stands.
 */
@Internal
public final class HtmlReport {

    private final Document document;

    public HtmlReport(Document document) {
        this.document = document;
    }

    public String write() {
        TemplateEngine engine = TemplateEngine.createPrecompiled(
                null, ContentType.Html, HtmlReport.class.getClassLoader(), HtmlReport.class.getPackageName());
        StringOutput out = new StringOutput();
        engine.render("report.jte", Map.of("document", document, "style", PageStyle.ofReports()), out);
        return VisibleText.of(out.toString());
    }
}
