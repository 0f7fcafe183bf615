package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.browser.network.SafeFetch;
import dev.guerdon.browser.network.SafeFetch.FetchException;
import dev.guerdon.browser.network.SafeFetch.Fetched;
import dev.guerdon.browser.network.WebRules;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.offlineweb.sites.OfflineQuestions;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import dev.guerdon.offlineweb.sites.OfflineWeather;
import dev.guerdon.rewards.AnswerRewards;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OfflineWebTest {

    private static OfflineWeb web;
    private static SafeFetch fetch;

    @BeforeAll
    static void start() {
        web = OfflineWeb.start();
        fetch = SafeFetch.within(WebRules.standard().allowing(web.hosts()));
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    private static Fetched get(String site, String path, String accept) {
        return fetch.get(web.address(site, path), accept);
    }

    private static Json json(String site, String path) {
        return JsonCodec.read(get(site, path, "application/json").body(), path);
    }

    private static String html(String site, String path) {
        Fetched fetched = get(site, path, "text/html");
        assertThat(fetched.status()).as(path).isEqualTo(200);
        return fetched.body();
    }

    @Test
    void archiveAnswersInOpenMeteosShape() {
        Json answer = json(
                "weather",
                "/v1/archive?latitude=58.3&longitude=-134.4&start_date=2021-07-01&end_date=2021-07-03"
                        + "&daily=precipitation_sum,temperature_2m_max&hourly=temperature_2m&timezone=auto");
        assertThat(answer.get("timezone").asString()).isEqualTo("America/Juneau");
        assertThat(answer.get("utc_offset_seconds").asInt()).isEqualTo(-8 * 3600);
        assertThat(answer.get("daily_units").get("precipitation_sum").asString())
                .isEqualTo("mm");
        assertThat(answer.get("daily").get("time").value())
                .isEqualTo(List.of("2021-07-01", "2021-07-02", "2021-07-03"));
        assertThat(answer.get("daily").get("temperature_2m_max").asList()).hasSize(3);
        assertThat(answer.get("hourly").get("time").asList()).hasSize(72);
        assertThat(answer.get("hourly").get("time").asList().getFirst().asString())
                .isEqualTo("2021-07-01T00:00");
    }

    @Test
    void daysDependOnTheTimezone() {
        String call = "/v1/archive?latitude=35.44&longitude=139.64&start_date=2020-06-01&end_date=2020-06-30"
                + "&daily=precipitation_sum&timezone=";
        assertThat(json("weather", call + "auto").get("daily").value())
                .isEqualTo(json("weather", call + "Asia/Tokyo").get("daily").value())
                .isNotEqualTo(json("weather", call + "GMT").get("daily").value());
        assertThat(json("weather", call).get("daily").value())
                .isEqualTo(json("weather", call + "GMT").get("daily").value());
    }

    @Test
    void archiveSaysWhatIsWrong() {
        String call = "/v1/archive?latitude=35.44&longitude=139.64&daily=precipitation_sum&start_date=";
        for (Map.Entry<String, String> wrong : Map.of(
                        call + "2020-06-01&end_date=2020-06-02&timezone=PST",
                        "Invalid timezone",
                        call + "2020-06-02&end_date=2020-06-01",
                        "Parameter 'end_date' is before 'start_date'",
                        call + "1999-06-02&end_date=2020-06-01",
                        "Parameter 'start_date' is out of allowed range from 2010-01-01 to 2024-12-31",
                        "/v1/archive?latitude=0&longitude=0",
                        "No data for this location")
                .entrySet()) {
            Fetched fetched = get("weather", wrong.getKey(), "application/json");
            assertThat(fetched.status()).isEqualTo(400);
            assertThat(JsonCodec.read(fetched.body(), "").get("reason").asString())
                    .isEqualTo(wrong.getValue());
        }
    }

    @Test
    void severalYearsAreMoreThanOnePromptShows() {
        String call =
                "/v1/archive?latitude=35.44&longitude=139.64&daily=precipitation_sum&start_date=2016-09-01&end_date=";
        assertThat(get("weather", call + "2020-09-07", "*/*").body().length()).isGreaterThan(24_000);
        assertThat(get("weather", call + "2016-09-07", "*/*").body().length()).isLessThan(1_000);
    }

    @Test
    void searchRanksThePageOfThePlaceFirst() {
        assertThat(firstResult("Port Ansel weather archive")).isEqualTo(web.address("weather", "/place/port-ansel"));
        assertThat(firstResult("gyms near Harbour Square"))
                .isEqualTo(web.address("places", "/map?near=harbour-square&amp;type=gym"));
        assertThat(firstResult("homes sold in Alder Point")).isEqualTo(web.address("homes", "/sold/alder-point"));
        assertThat(firstResult("ferry passengers by route")).isEqualTo(web.address("ferries", "/passengers"));
        assertThat(html("search", "/search?q=larkfield+shop&page=2"))
                .contains("Page 2 of", "Previous page", "Next page");
        assertThat(html("search", "/search?q=%3Cscript%3E"))
                .doesNotContain("<script>")
                .contains("0 results");
    }

    private static String firstResult(String words) {
        String page = html("search", "/search?q=" + words.replace(' ', '+'));
        int from = page.indexOf("<cite>") + 6;
        return page.substring(from, page.indexOf("</cite>", from));
    }

    @Test
    void homesAreFilteredSortedAndPaged() {
        String all = html("homes", "/sold/alder-point");
        assertThat(all).contains("160 homes found", "Page 1 of 4", "Next page");
        String some = html("homes", "/sold/alder-point?year=2022&beds=3&sort=price");
        assertThat(some).contains("Exactly 3 beds", "Page 1 of 1").doesNotContain("Next page", " 4 beds,");
        assertThat(html("homes", "/sold/alder-point?beds=4%2B"))
                .doesNotContain(", 3 beds,")
                .contains(", 5 beds,");
    }

    @Test
    void placesGiveJsonToProgramsOnly() {
        assertThat(json("places", "/api/places?near=old-mill-bridge&type=cafe")
                        .get("places")
                        .asList())
                .hasSizeGreaterThan(15);
        assertThat(get("places", "/api/places?near=old-mill-bridge&type=cafe", "text/html")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void unknownPagesAndSitesAreMissing() {
        for (String path : List.of("/nothing", "/sold/atlantis", "/place/x", "/history/tamber/1999/1", "/product/x")) {
            for (String site : List.of("weather", "homes", "places", "shop", "statistics", "journal")) {
                assertThat(get(site, path, "text/html").status()).isEqualTo(404);
            }
        }
        assertThat(get("nosuchsite", "/", "text/html").status()).isEqualTo(404);
    }

    @Test
    void slowPagesAreSlow() {
        SafeFetch hasty = new SafeFetch(fetch.rules(), Duration.ofMillis(200), 100_000, 0);
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                FetchException.class,
                                () -> hasty.get(web.address("ferries", "/passengers"), "text/html"))
                        .kind())
                .isEqualTo(FetchException.Kind.TIMEOUT);
    }

    @Test
    void everyKindOfAnswerIsAskedForAndEveryGoldAnswerScoresOne() {
        Set<String> kinds = new HashSet<>();
        assertThat(OfflineQuestions.list()).hasSizeGreaterThanOrEqualTo(24);
        for (Question question : OfflineQuestions.list()) {
            String gold = question.gold();
            boolean several = gold.contains("\n");
            boolean objects = gold.startsWith("{");
            kinds.add(
                    objects
                            ? (several ? "objects" : "object")
                            : several ? "texts" : gold.matches("[\\d.]+") ? "number" : "text");
            String answer = several && !objects ? JsonCodec.write(List.of(gold.split("\n", -1))) : gold;
            assertThat(AnswerRewards.assistantBench(answer, Optional.of(new Json(gold)), Optional.empty())
                            .reward())
                    .as(question.text())
                    .isEqualTo(1.0);
            assertThat(gold).as(question.text()).isNotIn("0", "");
        }
        assertThat(kinds).containsExactlyInAnyOrder("number", "text", "texts", "object", "objects");
    }

    @Test
    void questionsAreTasksWithIdsAndGoldAnswers() {
        List<Task> tasks = OfflineQuestions.tasks();
        assertThat(tasks.get(3).id()).isEqualTo("offline.3");
        assertThat(tasks).allSatisfy(task -> assertThat(task.fields()).containsKeys("task_id", "domain", "answer"));
        assertThat(tasks.stream().map(task -> task.fields().get("question")).distinct())
                .hasSameSizeAs(tasks);
    }

    @Test
    void goldAnswersAgreeWithWhatTheSitesShow() {
        Json july = json(
                "weather",
                "/v1/archive?latitude=58.31&longitude=-134.42&start_date=2021-07-01&end_date=2021-07-31"
                        + "&daily=precipitation_sum&timezone=auto");
        long rainy = july.get("daily").get("precipitation_sum").asList().stream()
                .filter(rain -> rain.asDouble() >= 5)
                .count();
        assertThat(gold("How many days in July 2021")).isEqualTo(String.valueOf(rainy));
        assertThat(html("homes", "/sold/mossbridge?year=2023&sort=price"))
                .containsPattern("<article><h3>" + gold("address of the cheapest home") + "</h3>");
        assertThat(OfflineWeather.days(
                                OfflineWeather.PLACES.getFirst(),
                                LocalDate.of(2021, 3, 14),
                                LocalDate.of(2021, 3, 14),
                                java.time.ZoneId.of("America/Juneau"))
                        .getFirst()
                        .rainHours())
                .isLessThanOrEqualTo(23);
    }

    private static String gold(String part) {
        return OfflineQuestions.list().stream()
                .filter(question -> question.text().contains(part))
                .findFirst()
                .orElseThrow()
                .gold();
    }
}
