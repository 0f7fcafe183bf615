package dev.guerdon.webshop.site;

import dev.guerdon.api.Internal;
import dev.guerdon.base.HtmlEscape;
import dev.guerdon.cpython.Floats;
import dev.guerdon.cpython.JsonWriter;
import dev.guerdon.cpython.Repr;
import dev.guerdon.cpython.Strings;
import dev.guerdon.webshop.catalogue.Product;
import dev.guerdon.webshop.shop.Page;
import dev.guerdon.webshop.shop.Session;
import dev.guerdon.webshop.shop.Tab;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The page source that WebShop's own environment gives in the mode {@code html}, byte for byte.
 *
 * <p>Agents were trained on these pages, so their markup, its slips and its blank lines are part of the interface. Pages for people
 * are made by {@code ShopHtml}.
 */
@Internal
public final class ReferenceHtml {

    private final StringBuilder out = new StringBuilder(8192);
    private final String session;
    private final String instruction;
    private final boolean attributesTab;

    private ReferenceHtml(String session, String instruction, boolean attributesTab) {
        this.session = session;
        this.instruction = instruction;
        this.attributesTab = attributesTab;
    }

    public static String of(Session session, boolean attributesTab) {
        ReferenceHtml html = new ReferenceHtml(session.id(), session.goal().instruction(), attributesTab);
        switch (session.page()) {
            case Page.Start start -> html.start();
            case Page.Results results -> html.results(results);
            case Page.Item item -> html.item(item);
            case Page.Side side -> html.side(side);
            case Page.Done done -> html.done(done);
        }
        return html.out.toString();
    }

    static String escape(String text) {
        return HtmlEscape.MARKUPSAFE.escape(text);
    }

    /** An address with parameters, escaped for an attribute. Parameters come in pairs of name and value. */
    private String address(String... parameters) {
        StringBuilder url = new StringBuilder("/?session_id=").append(encode(session));
        for (int i = 0; i < parameters.length; i += 2) {
            url.append('&').append(parameters[i]).append('=').append(encode(parameters[i + 1]));
        }
        return escape(url.toString());
    }

    private static String encode(String value) {
        String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%7E", "~");
        for (char safe : "!$'(),/:;?@".toCharArray()) {
            encoded = encoded.replace(String.format(Locale.ROOT, "%%%02X", (int) safe), String.valueOf(safe));
        }
        return encoded;
    }

    private String itemAddress(Page.Item item, Map<String, String> options, List<String> more) {
        List<String> parameters = new ArrayList<>(List.of("asin", item.product().asin()));
        parameters.addAll(search(item.keywords(), item.number()));
        parameters.addAll(more);
        parameters.addAll(List.of("options", Repr.of(options)));
        return address(parameters.toArray(String[]::new));
    }

    private static List<String> search(List<String> keywords, int page) {
        List<String> parameters = new ArrayList<>();
        keywords.forEach(word -> parameters.addAll(List.of("keywords", word)));
        parameters.addAll(List.of("page", String.valueOf(page)));
        return parameters;
    }

    private String searchAddress(List<String> keywords, int page) {
        return address(search(keywords, page).toArray(String[]::new));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void slimHead() {
        out.append("""
                <!DOCTYPE html>
                <html>
                  <head>
                    <link rel="stylesheet" href="/static/style.css">
                    <link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/4.7.0/css/font-awesome.min.css">
                    <link rel="stylesheet" href="https://maxcdn.bootstrapcdn.com/bootstrap/3.4.1/css/bootstrap.min.css">
                    <link rel="icon" href="data:,">
                  </head>
                  <body>
                    <!-- Code reference: https://bootsnipp.com/snippets/m13mN -->
                    <div class="container" style="margin-top: 8%;">
                      <div class="col-md-6 col-md-offset-3">    \s
                        <div class="row">
                """);
    }

    private void start() {
        slimHead();
        line("          <div id=\"logo\" class=\"text-center\">");
        line("            <h2>WebShop</h2>");
        line("          </div>");
        line("          <div id=\"instruction-text\" class=\"text-center\">");
        line("            <h4>Instruction: <br>" + escape(instruction) + "</h4>");
        line("          </div>");
        line("          <form role=\"form\" id=\"form-buscar\" method=\"post\" action=\"" + address() + "\">");
        out.append("""
                            <div class="form-group">
                              <div class="input-group">
                                <input id="search_input" class="form-control" type="text" name="search_query" placeholder="Search..." required/>
                                <span class="input-group-btn">
                                  <button class="btn btn-success" type="submit"><i class="glyphicon glyphicon-search" aria-hidden="true"></i>Search</button>
                                </span>
                              </div>
                            </div>
                          </form>
                """);
        slimFoot();
    }

    private void slimFoot() {
        line("        </div>            ");
        out.append("""
                      </div>
                    </div>
                  </body>
                </html>""");
    }

    private void shopHead() {
        out.append("""
                <!DOCTYPE html>
                <html>
                  <head>
                    <link rel="stylesheet" href="/static/style.css">
                    <link rel="stylesheet" href="https://maxcdn.bootstrapcdn.com/bootstrap/3.4.1/css/bootstrap.min.css">
                    <link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/4.0.3/css/font-awesome.css\t">
                    <script src="https://ajax.googleapis.com/ajax/libs/jquery/3.5.1/jquery.min.js"></script>
                    <script src="https://stackpath.bootstrapcdn.com/bootstrap/4.3.1/js/bootstrap.bundle.min.js"></script>
                    <link rel="icon" href="data:,">
                  </head>
                  <body>
                    <div class="container py-5">
                      <div class="row top-buffer">
                        <div class="col-sm-6">
                          <div id="instruction-text" class="text-center">
                """);
        line("            <h4>Instruction:<br>" + escape(instruction) + "</h4>");
        line("          </div>");
        line("        </div>");
        line("      </div>");
        rowButton(address(), "btn btn-success", "Back to Search");
    }

    private void rowButton(String action, String style, String label) {
        line("      <div class=\"row top-buffer\">");
        line("        <form method=\"post\" action=\"" + action + "\">");
        line("          <button type=\"submit\" class=\"" + style + "\">" + escape(label) + "</button>");
        line("        </form>");
        line("      </div>");
    }

    private void results(Page.Results page) {
        shopHead();
        line("      <div class=\"row top-buffer\">");
        line("        <div class=\"col-sm-8\">");
        line("          <div class=\"display-4\">");
        line("            <h3>Page " + page.number() + " (Total results: " + page.total() + ")</h3>");
        line("          </div>");
        line("          ");
        line("            <div class=\"col-sm-2\">");
        if (page.number() > 1) {
            pageButton(searchAddress(page.keywords(), page.number() - 1), "< Prev");
        }
        line("            </div>");
        line("            <div class=\"col-sm-2\">");
        pageButton(searchAddress(page.keywords(), page.number() + 1), "Next >");
        line("            </div>");
        line("          ");
        line("        </div>");
        line("      </div>");
        line("");
        line("      <div class=\"row top-buffer\">");
        line("        ");
        for (Product product : page.products()) {
            result(page, product);
        }
        out.append("""
                      </div>
                    </div>
                  </body>
                </html>""");
    }

    private void pageButton(String action, String label) {
        line("              <form method=\"post\" action=\"" + action + "\">");
        line("                <button type=\"submit\" class=\"btn btn-primary\">" + escape(label) + "</button>");
        line("              </form>");
    }

    private void result(Page.Results page, Product product) {
        String link =
                itemAddress(new Page.Item(product, page.keywords(), page.number(), Map.of()), Map.of(), List.of());
        line("        <div class=\"col-lg-12 mx-auto list-group-item\">");
        line("          <div class=\"col-lg-4\">");
        line("            <img src=\"" + escape(product.image()) + "\" class=\"result-img\">");
        out.append("""
                          </div>
                          <div class="col-lg-8">
                            <ul class="list-group shadow">
                                <div class="media align-items-lg-center flex-column flex-lg-row p-3">
                                  <div class="media-body order-2 order-lg-1 searched-product">
                """);
        line("                    ");
        String heading = "                    <h4 class=\"mt-0 font-weight-bold mb-2 ";
        line(heading + "product-asin\"><a class=\"product-link\" href=\"" + link + "\">" + escape(product.asin())
                + "</a></h5>");
        line(heading + "product-title\">" + escape(product.title()) + "</h5>");
        figure("price", product.pricing().tag(), "h6");
        line("<!--");
        figure("category", product.category(), "h5");
        figure("query", product.query(), "h5");
        figure("product_category", product.productCategory(), "h5");
        line("-->");
        out.append("""
                                  </div>
                                </div>
                            </ul>
                          </div>
                        </div>
                """);
        line("        ");
    }

    private void figure(String name, String value, String closing) {
        line("                    <div class=\"d-flex align-items-center justify-content-between mt-1\">");
        line("                      <h5 class=\"font-weight-bold my-2 product-" + name + "\">" + escape(value) + "</"
                + closing + ">");
        line("                    </div>");
    }

    private void item(Page.Item page) {
        shopHead();
        rowButton(searchAddress(page.keywords(), page.number()), "btn btn-primary", "< Prev");
        line("      <div class=\"row top-buffer\">");
        line("        <div class=\"col-md-4 mb-4 mb-md-0\">");
        line("          <div class=\"row top-buffer\">");
        line("            <img id=\"product-image\" src=\""
                + escape(page.product().image()) + "\" class=\"item-page-img\">");
        line("          </div>");
        line("          ");
        page.product().options().forEach((name, values) -> option(page, name, values));
        line("        </div>");
        line("        <div class=\"col-md-6\">");
        line("          <h2>" + escape(page.product().title()) + "</h2>");
        line("          <h4>Price: " + escape(page.product().pricing().tag()) + "</h4>");
        line("          <h4>Rating: N.A.</h4>");
        line("          <div class=\"row top-buffer\">");
        tab(page, "description", Tab.DESCRIPTION);
        tab(page, "bulletpoints", Tab.FEATURES);
        tab(page, "reviews", Tab.REVIEWS);
        line("            ");
        if (attributesTab) {
            tab(page, "attributes", Tab.ATTRIBUTES);
            line("            ");
        }
        line("          </div>");
        line("        </div>");
        line("        <div class=\"col-sm-2\">");
        line("          <div class=\"row top-buffer\">");
        String buy = address("asin", page.product().asin(), "options", Repr.of(page.options()));
        line("            <form method=\"post\" action=\"" + buy + "\">");
        line("              <button type=\"submit\" class=\"btn btn-lg purchase\">Buy Now</button>");
        out.append("""
                            </form>
                          </div>
                        </div>
                      </div>
                    </div>
                  </body>
                """);
        script(page);
    }

    private void option(Page.Item page, String name, List<String> values) {
        line("            <div class=\"row top-buffer\">");
        line("              <h4>" + escape(name) + "</h4>");
        line("              <div class=\"radio-toolbar\">");
        line("                ");
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            Map<String, String> chosen = new LinkedHashMap<>(page.options());
            chosen.put(name, value);
            String id = "radio_" + escape(name) + i;
            for (int blank = 0; blank < 3; blank++) {
                line("                  ");
            }
            line("                  <input type=\"radio\" id=\"" + id + "\" name=\"" + escape(name) + "\" value=\""
                    + escape(value) + "\" data-url=\"" + itemAddress(page, chosen, List.of()) + "\">");
            line("                  <label for=\"" + id + "\">" + escape(value) + "</label>");
            line("                ");
        }
        line("              </div>");
        line("            </div>");
        line("          ");
    }

    private void tab(Page.Item page, String name, Tab tab) {
        line("            <div class=\"col-sm-3\" name=\"" + name + "\">");
        line("              <form method=\"post\" action=\""
                + itemAddress(page, page.options(), List.of("sub_page", tab.label())) + "\">");
        line("                <button class=\"btn btn-primary\" type=\"submit\">" + tab.label() + "</button>");
        line("              </form>");
        line("            </div>");
    }

    private void script(Page.Item page) {
        out.append("""
                  <script>
                    $(document).ready(function() {
                      $('input:radio').each(function() {
                        //console.log($(this).val());
                """);
        line("        let options = JSON.parse(`" + JsonWriter.template(page.options()) + "`);");
        out.append("""
                        let optionValues = $.map(options, function(value, key) { return value });
                        //console.log(optionValues);
                        if (optionValues.includes($(this).val())) {
                          $(this).prop('checked', true);

                """);
        line("          let option_to_image = JSON.parse(`"
                + JsonWriter.template(page.product().optionImages()) + "`);");
        out.append("""
                //          console.log($(this).val());
                //          console.log(options);
                //          console.log(option_to_image);
                          let image_url = option_to_image[$(this).val()];

                          //console.log(image_url);
                          if (image_url) {
                            $("#product-image").attr("src", image_url);
                          }
                        }
                """);
        line("        ");
        out.append("""
                        // reload with updated options
                        this.addEventListener("click", function() {
                          window.location.href = this.dataset.url;
                        });

                      });
                    });
                  </script>
                </html>""");
    }

    private void side(Page.Side page) {
        Product product = page.item().product();
        shopHead();
        rowButton(itemAddress(page.item(), page.item().options(), List.of()), "btn btn-primary", "< Prev");
        line("      <div class=\"row top-buffer\">");
        line("        <div class=\"col-md-12\">");
        line("          <div class=\"row top-buffer\">");
        String name = page.tab() == Tab.FEATURES
                ? "bulletpoints"
                : Strings.lower(page.tab().label());
        line("            <div class=\"col-sm-6\" name=\"" + name + "\">");
        line("              <div class=\"card card-body\">");
        switch (page.tab()) {
            case DESCRIPTION ->
                line("                <p class=\"product-info\">" + escape(product.description()) + "</p>");
            case FEATURES -> bullets("product-info", product.bullets());
            case REVIEWS -> line("                ");
            case ATTRIBUTES -> {
                bullets("attribute", product.attributes());
                line("                <h5 class=\"product-category\">" + escape(product.category()) + "</h5>");
                line("                <h5 class=\"product-query\">" + escape(product.query()) + "</h5>");
                line("                <h5 class=\"product-product_category\">" + escape(product.productCategory())
                        + "</h5>");
            }
        }
        out.append("""
                              </div>
                            </div>
                          </div>
                        </div>
                      </div>
                    </div>
                  </body>
                </html>""");
    }

    private void bullets(String style, List<String> texts) {
        line("                <ul>");
        line("                  ");
        for (String text : texts) {
            line("                  <li><p class=\"" + style + "\"> " + escape(text) + "</p></li>");
            line("                  ");
        }
        line("                </ul>");
    }

    private void done(Page.Done page) {
        slimHead();
        out.append("""
                          <div id="thankyou" class="text-center">
                            <h1>Thank you for shopping with us!</h1>
                          </div>
                          <div id="stats" class="text-center">
                            <h3 align="mturk_code">Your code: </h3>
                            <p><pre>None</pre> (Paste it in your MTurk interface.)</p>
                            <div style="display:none">
                              <h2 align="left">Purchased</h2>
                              <hr class="solid">
                """);
        line("              <h4 id=\"asin\">asin<pre>" + escape(page.product().asin()) + "</pre></p>");
        line("              <h4 id=\"options\">options<pre>" + JsonWriter.template(page.options()) + "</pre></h4>");
        out.append("""
                              <h4 id="purchased_attrs">attrs<pre>None</pre></h4>
                              <h4 id="purchased-category">category<pre>None</pre></h4>
                              <h4 id="purchased-query">query<pre>None</pre></h4>
                              <h4 id="purchased-pc">product category<pre>None</pre></h4>
                              <h2 align="left">Target</h2>
                              <hr class="solid">
                              <h4 id="goal-asin">asin<pre></pre></p>
                              <h4 id="goal-options">options<pre></pre></h4>
                              <h4 id="goal-attrs">attrs<pre></pre></h4>
                              <h4 id="goal-price">price upper<pre></pre></h4>
                              <h4 id="goal-instruction-text">instuction text<pre></pre></h4>
                              <h4 id="goal-category">category<pre></pre></h4>
                              <h4 id="goal-pc">product category<pre></pre></h4>
                              <h4 id="goal-query">query<pre></pre></h4>
                              <h4>Goal <div id="goal"><pre>None</pre></div></h4>
                              <h2 align="left">Reward</h2>
                            </div>
                            <hr class="solid">
                """);
        line("      \t\t\t<h3   id=\"reward\">Your score (min 0.0, max 1.0)<pre>" + Floats.repr(page.reward())
                + "</pre></h3>");
        line("            <h4 hidden>Reward Details <div id=\"reward_info\"><pre>None</pre></div></h4>");
        line("          </div>");
        slimFoot();
    }
}
