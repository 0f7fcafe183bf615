package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlEscapeTest {

    private static final String TEXT = "<a href=\"x\">it's & &amp;</a>";

    @Test
    void eachVariantEscapesItsQuotes() {
        assertThat(HtmlEscape.CONTENT.escape(TEXT)).isEqualTo("&lt;a href=\"x\"&gt;it's &amp; &amp;amp;&lt;/a&gt;");
        assertThat(HtmlEscape.DOUBLE_QUOTED.escape(TEXT))
                .isEqualTo("&lt;a href=&quot;x&quot;&gt;it's &amp; &amp;amp;&lt;/a&gt;");
        assertThat(HtmlEscape.PYTHON.escape(TEXT))
                .isEqualTo("&lt;a href=&quot;x&quot;&gt;it&#x27;s &amp; &amp;amp;&lt;/a&gt;");
        assertThat(HtmlEscape.MARKUPSAFE.escape(TEXT))
                .isEqualTo("&lt;a href=&#34;x&#34;&gt;it&#39;s &amp; &amp;amp;&lt;/a&gt;");
    }

    @Test
    void plainTextStaysTheSameObject() {
        String plain = "nothing to do, é 😀";
        assertThat(HtmlEscape.MARKUPSAFE.escape(plain)).isSameAs(plain);
        assertThat(HtmlEscape.CONTENT.escape("")).isEmpty();
    }
}
