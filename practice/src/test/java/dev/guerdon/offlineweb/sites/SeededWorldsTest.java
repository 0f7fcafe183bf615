package dev.guerdon.offlineweb.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.offlineweb.sites.LettingsSite.Lettings;
import dev.guerdon.offlineweb.sites.LinesSite.Lines;
import dev.guerdon.offlineweb.sites.OfflineQuestions.Question;
import dev.guerdon.offlineweb.sites.RegisterSite.Register;
import dev.guerdon.offlineweb.sites.TradeSite.Trade;
import dev.guerdon.rewards.AnswerRewards;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class SeededWorldsTest {

    private static final OfflineSite.Links LINKS = (host, path) -> "http://" + host + ".localhost:1" + path;

    private static String everythingOf(SeededWorld world) {
        StringBuilder out = new StringBuilder();
        world.questions().forEach(one -> out.append(one).append('\n'));
        world.sites()
                .values()
                .forEach(site -> site.entries()
                        .forEach(entry -> out.append(entry)
                                .append(page(site, entry.path()))
                                .append('\n')));
        return out.toString();
    }

    private static String page(OfflineSite site, String address) {
        int mark = address.indexOf('?');
        String path = mark < 0 ? address : address.substring(0, mark);
        String query = mark < 0 ? "" : address.substring(mark + 1);
        return site.answer(new OfflineSite.Request(path, OfflineSite.Request.query(query), false, LINKS))
                .body();
    }

    @Test
    void aWorldIsTheSameWhenItIsMadeAgainWhateverLocaleAndZoneTheMachineHas() {
        String usual = everythingOf(SeededWorld.of(41, 3));
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            for (String tag : List.of("tr-TR", "ar-EG-u-nu-arab", "de-DE", "hi-IN-u-nu-deva")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
                assertThat(everythingOf(SeededWorld.of(41, 3))).as(tag).isEqualTo(usual);
            }
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    /** Another digest means other questions under the same ids: runs of earlier versions no longer compare. */
    @Test
    void aWorldIsTheSameOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (long seed : List.of(1L, 7L, 999_999_999_999_999_999L)) {
            digest.update(everythingOf(SeededWorld.of(seed, 0)).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(HexFormat.of().formatHex(digest.digest())).startsWith("e23c29216e7c637e");
    }

    @Test
    void otherSeedsAndNumbersAreOtherWorlds() {
        Set<String> texts = new HashSet<>();
        int made = 0;
        for (long seed = 0; seed < 12; seed++) {
            for (int number = 0; number < 2; number++) {
                for (Question question : SeededWorld.of(seed, number).questions()) {
                    texts.add(question.text());
                    made++;
                }
            }
        }
        assertThat(texts).hasSize(made);
    }

    @Test
    void everyGoldIsPaidInFullAndNoOtherGoldOfItsKindIs() {
        for (long seed = 100; seed < 108; seed++) {
            List<Question> questions = SeededWorld.of(seed, 0).questions();
            assertThat(questions).hasSize(SeededWorlds.PER_WORLD);
            for (Question question : questions) {
                assertThat(question.gold()).as(question.text()).isNotIn("", "0");
                assertThat(reward(bare(question.gold()), question))
                        .as(question.text())
                        .isEqualTo(1.0);
            }
        }
    }

    private static String bare(String gold) {
        return gold.contains("\n") && !gold.startsWith("{") ? JsonCodec.write(List.of(gold.split("\n", -1))) : gold;
    }

    private static double reward(String answer, Question question) {
        return AnswerRewards.assistantBench(answer, Optional.of(new Json(question.gold())), Optional.empty())
                .reward();
    }

    /** No figure that decides a question comes twice, so there is never a second right answer. */
    @Test
    void extremesAreUnique() {
        for (long seed = 0; seed < 30; seed++) {
            SeededWorld world = SeededWorld.of(seed, 1);
            Register register = world.register();
            assertThat(register.rows()).extracting(Register.Row::after).doesNotHaveDuplicates();
            assertThat(register.rows()).extracting(Register.Row::name).doesNotHaveDuplicates();
            for (int year = Lines.FIRST_YEAR; year <= Lines.LAST_YEAR; year++) {
                int which = year;
                assertThat(world.lines().rows())
                        .extracting(line -> line.in(which))
                        .doesNotHaveDuplicates();
            }
            for (String square : world.trade().squares()) {
                for (Trade.Kind kind : world.trade().kinds()) {
                    assertThat(world.trade().near(square, kind.one()))
                            .extracting(Trade.Firm::metres)
                            .doesNotHaveDuplicates();
                }
            }
            for (String town : world.lettings().towns()) {
                assertThat(world.lettings().all().stream()
                                .filter(one -> one.town().equals(town))
                                .map(Lettings.Dwelling::price))
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void splitsNameSeedAndSize() {
        assertThat(SeededWorlds.tasks("generated"))
                .hasSize(48)
                .first()
                .extracting(Task::id)
                .isEqualTo("generated.1.0");
        assertThat(SeededWorlds.tasks("generated-9"))
                .hasSize(48)
                .first()
                .extracting(Task::id)
                .isEqualTo("generated.9.0");
        List<Task> thirty = SeededWorlds.tasks("generated-9x30");
        assertThat(thirty).hasSize(30).extracting(Task::id).doesNotHaveDuplicates();
        assertThat(thirty.get(25).field("question").map(Json::asString))
                .hasValue(SeededWorlds.asked("generated.9.25").question().text());
        for (String wrong :
                List.of("generated-", "generated-x", "generated-9x0", "generated-9x9999", "generated-abc")) {
            assertThatThrownBy(() -> SeededWorlds.tasks(wrong))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    void unknownTasksAndHostsAreNone() {
        for (String wrong :
                List.of("generated.1", "generated.1.2400", "generated.x.1", "generated.1.-1", "offline.3")) {
            assertThatThrownBy(() -> SeededWorlds.asked(wrong))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining(wrong);
        }
        assertThat(SeededWorlds.site("climate-7-0")).isPresent();
        assertThat(SeededWorlds.site("climate-7-100")).isEmpty();
        assertThat(SeededWorlds.site("nothing-7-0")).isEmpty();
        assertThat(SeededWorlds.site("climate-7-0x")).isEmpty();
    }

    @Test
    void questionsAreNotThoseThatWereMadeByHand() {
        Set<String> byHand = new HashSet<>();
        OfflineQuestions.list().forEach(question -> byHand.add(question.text()));
        assertThat(SeededWorld.of(5, 0).questions()).noneMatch(question -> byHand.contains(question.text()));
    }

    @Test
    void pagesShowOtherDaysAndUnitsThanTheService() {
        SeededWorld world = SeededWorld.of(3, 0);
        OfflineSite climate = Objects.requireNonNull(world.sites().get(world.host(ClimateSite.NAME)));
        String slug = world.climate().getFirst().slug();
        assertThat(page(climate, "/of/" + slug + "/2015/7")).contains("inches", "Fahrenheit", "Greenwich");
        Map<String, String> query = Map.of(
                "latitude", String.valueOf(world.climate().getFirst().latitude()),
                "longitude", String.valueOf(world.climate().getFirst().longitude()),
                "start_date", "2015-07-01",
                "end_date", "2015-07-02",
                "daily", "precipitation_sum",
                "timezone", "auto");
        OfflineSite.Reply reply = climate.answer(new OfflineSite.Request(ClimateSite.SERVICE, query, true, LINKS));
        assertThat(reply.body())
                .contains(
                        "\"precipitation_sum\":\"mm\"",
                        world.climate().getFirst().zone());
    }
}
