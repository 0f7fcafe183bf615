package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.browser.BrowserSettings.Limits;
import dev.guerdon.browser.driver.InjectedScripts;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Pages that are against whoever looks at them: each costs an agent a step at most, and never its episode. */
class HostilePagesTest {

    private static final int AT_ONCE = 2;

    /** A page that lets nothing go is given half of the time for an observation. */
    private static final BrowserSettings SETTINGS =
            BrowserSettings.standard().withLimits(new Limits(0, null, Duration.ofSeconds(60), Duration.ofSeconds(10)));

    private static final String HOME =
            "<h1>hostile</h1><a href=/start>home</a> <label><input type=checkbox> agree</label>";

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static PageServer server;

    @SuppressWarnings("NullAway.Init")
    private static ExecutorService threads;

    @BeforeAll
    static void serve() throws IOException {
        Chromium.require();
        server = new PageServer();
        server.page("start", "<h1>start</h1>");
        server.page("never", exchange -> {
            NEVER.await();
            return "";
        });
        threads = Executors.newFixedThreadPool(AT_ONCE);
    }

    @AfterAll
    static void end() throws IOException {
        NEVER.countDown();
        if (server != null) {
            server.close();
            threads.shutdownNow();
        }
    }

    /** Plays some episodes at a time, since much of their time is waiting; each is a test of its own. */
    private static Stream<DynamicTest> played(Map<String, Runnable> episodes) {
        Map<String, Future<?>> playing = new LinkedHashMap<>();
        episodes.forEach((name, episode) -> playing.put(name, threads.submit(episode)));
        return playing.entrySet().stream()
                .map(each -> dynamicTest(each.getKey(), () -> each.getValue().get()));
    }

    private static BrowserEnvironment open(String path) {
        return new BrowserEnvironment(task -> new OpenEndedTask(server.url(path), ""), SETTINGS);
    }

    private static Step reset(BrowserEnvironment browser) {
        return browser.reset(Task.of("t", "", Map.of()));
    }

    private static String tree(Step step) {
        return String.valueOf(step.observation().attributes().get("axtree_txt"));
    }

    private static String error(Step step) {
        return String.valueOf(step.observation().attributes().get("last_action_error"));
    }

    private static String bid(Step step, String element) {
        assertThat(tree(step)).as(error(step)).contains(element);
        return tree(step).replaceFirst("(?s).*?\\[(\\w+)] " + element + ".*", "$1");
    }

    /** Looks at a page, waits, acts on it, and goes on by its link: none of it fails. */
    private static void agree(String path, String note) {
        try (BrowserEnvironment browser = open(path)) {
            for (Step step : new Step[] {reset(browser), browser.step("noop(0)")}) {
                assertThat(step.done()).as(error(step)).isFalse();
                assertThat(error(step)).contains(note);
                assertThat(error(step).isEmpty()).as(error(step)).isEqualTo(note.isEmpty());
            }
            Step before = browser.step("noop(0)");
            Step agreed = browser.step("click('" + bid(before, "checkbox 'agree'") + "')");
            assertThat(error(agreed)).doesNotContain("Error");
            if (note.isEmpty()) {
                assertThat(tree(agreed)).contains("checkbox 'agree', focused, checked='true'");
            }
            Step home = browser.step("click('" + bid(agreed, "link 'home'") + "')");
            assertThat(tree(home)).as(error(home)).contains("heading 'start'");
            assertThat(home.done()).isFalse();
        }
    }

    /** Acts on a page once, which costs the step, and goes on elsewhere. */
    private static void survive(String path, String action, String note) {
        try (BrowserEnvironment browser = open(path)) {
            Step first = reset(browser);
            Step step = browser.step(action.isEmpty() ? "noop(0)" : "click('" + bid(first, action) + "')");
            assertThat(step.done()).as(error(step)).isFalse();
            assertThat(error(step)).contains(note);
            Step next = browser.step("goto('" + server.url("start") + "')");
            assertThat(tree(next)).as(error(next)).contains("heading 'start'");
            assertThat(next.done()).isFalse();
            assertThat(error(browser.step("noop(0)"))).isEmpty();
        }
    }

    /** Every word that a script of ours uses as a name of a property. */
    private static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (InjectedScripts script : new InjectedScripts[] {
            InjectedScripts.MARK,
            InjectedScripts.UNMARK,
            InjectedScripts.ACT,
            InjectedScripts.QUIET,
            InjectedScripts.SIZE,
            InjectedScripts.OUTLINE,
            InjectedScripts.PAGE
        }) {
            Matcher found = Pattern.compile("[.'](\\w+)|\\b(guerdon\\w+|__guerdon|browsergym_\\w+)")
                    .matcher(script.text());
            while (found.find()) {
                names.add(found.group(1) == null ? found.group(2) : found.group(1));
            }
        }
        names.add("toString");
        names.add("length");
        return names;
    }

    @TestFactory
    Stream<DynamicTest> namesOfElementsHideNothing() {
        assertThat(names())
                .contains("setAttribute", "getAttribute", "tagName", "parentElement", "shadowRoot", "activeElement");
        String inputs =
                names().stream().map(name -> "<input name=" + name + ">").collect(Collectors.joining());
        String images = names().stream()
                .map(name -> "<img name=" + name + "><form name=" + name + "></form><a id=" + name + "></a>")
                .collect(Collectors.joining());
        Map<String, String> pages = Map.of(
                "form", "<form onsubmit='return false'>" + HOME + inputs + "</form>",
                "document", HOME + images,
                "frames",
                        HOME
                                + "<iframe name=document></iframe><iframe name=guerdonAct></iframe><iframe"
                                + " name=performance></iframe>");
        return pages(pages);
    }

    private static Stream<DynamicTest> pages(Map<String, String> pages) {
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        pages.forEach((name, html) -> {
            server.page(name, html);
            episodes.put(name, () -> agree(name, ""));
        });
        return played(episodes);
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> whatAPageReplacesIsNotUsed() {
        Map<String, String> replaced = new LinkedHashMap<>();
        replaced.put("constructors", """
            for (const name of ['Set', 'Map', 'WeakMap', 'Promise', 'JSON', 'Reflect', 'Number', 'String', 'Math', 'Event', 'CustomEvent',
              'MutationObserver', 'IntersectionObserver', 'Range', 'CSS', 'performance', 'requestAnimationFrame', 'setTimeout',
              'clearTimeout', 'fetch', 'getComputedStyle', 'Node', 'Element', 'HTMLElement', 'ShadowRoot', 'console', 'document2']) {
              try { window[name] = function () { throw new Error('replaced'); }; } catch {}
            }\
            """);
        replaced.put("methods", """
            const refuse = function () { throw new Error('replaced'); };
            const define = Object.defineProperty, names = Object.getOwnPropertyNames, own = Object.getOwnPropertyDescriptor;
            const types = [Array, Set, Map, Promise, Node, Element, HTMLElement, HTMLInputElement, Document, DocumentFragment, ShadowRoot,
              EventTarget, Event, CustomEvent, NodeList, Range, MutationObserver, IntersectionObserver, Performance, String, RegExp];
            for (const type of types) {
              for (const name of names(type.prototype)) {
                const known = own(type.prototype, name);
                if (name === 'constructor' || !known.configurable) continue;
                define(type.prototype, name, known.get ? { get: refuse, set: refuse } : { value: refuse });
              }
            }
            for (const name of ['call', 'apply', 'bind']) define(Function.prototype, name, { value: refuse });
            define(Array.prototype, Symbol.iterator, { value: refuse });\
            """);
        replaced.put(
                "push",
                "Array.prototype.push = () => { throw 1 }; window.Set = class { has() { throw 1 } add() { throw 1 }"
                        + " };");
        replaced.put("prototype", """
            for (const name of ['get', 'set', 'value', 'then', 'capture', 'bubbles', 'detail', 'block', 'role', 'name', 'x', 'wrong', '0']) {
              Object.defineProperty(Object.prototype, name, { get() { throw new Error('read'); }, set() { throw new Error('set'); } });
            }\
            """);
        replaced.put("properties", """
            for (const name of ['activeElement', 'title', 'readyState', 'querySelectorAll', 'body', 'documentElement', 'visibilityState']) {
              Object.defineProperty(document, name, { get() { throw new Error('read'); } });
            }
            addEventListener('click', e => e.stopImmediatePropagation(), true);
            console.log = () => { for (;;); };\
            """);
        replaced.put("custom", """
            customElements.define('odd-one', class extends HTMLElement {
              get value() { throw new Error('value'); } get onclick() { throw new Error('click'); } get shadowRoot() { throw 1; }
            });
            customElements.define('odd-button', class extends HTMLButtonElement { get value() { return { toString() { throw 1; } }; } },
              { extends: 'button' });
            document.write('<odd-one>odd</odd-one><button is=odd-button>odd</button>');\
            """);
        replaced.put("policy", """
            document.write(`<meta http-equiv=Content-Security-Policy content="script-src 'none'; require-trusted-types-for 'script';
              trusted-types 'none'">`);\
            """);
        replaced.put(
                "reopened",
                "onload = () => { const html = document.documentElement.outerHTML.replace(/<script>.*?<.script>/s, '');"
                        + " document.open(); document.write(html); document.close(); };");
        replaced.put(
                "frames-drawn",
                "const draw = () => requestAnimationFrame(draw); draw(); setInterval(() => { document.title ="
                        + " Math.random() }, 1);");
        replaced.put(
                "promises",
                "const again = () => { setTimeout(again, 0) }; again(); addEventListener('beforeunload', e => {"
                        + " e.preventDefault(); return e.returnValue = 'no' });");
        replaced.replaceAll((name, script) -> "<body><script>" + script + "</script>" + HOME);
        return pages(replaced);
    }

    private static final String ADD = "<script>const b = document.body, d = (n) => document.createElement(n);";

    private static String elements(int count) {
        return HOME + ADD + "for (let i = 0; i < " + count + "; i++) b.append(d('i'));</script>";
    }

    private static String text(int characters) {
        return HOME + "<p id=p></p><script>p.textContent = 'some words '.repeat(" + characters / 11 + ")</script>";
    }

    private static String frames(int count) {
        return HOME + ADD + "for (let i = 0; i < " + count
                + "; i++) { const f = d('iframe'); f.srcdoc = '<p>frame ' + i; b.append(f); }</script>";
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> whatIsTooMuchIsShownInPart() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("elements", elements(60_000));
        pages.put("text", text(6_000_000));
        pages.put("attribute", HOME + "<p id=p>p</p><script>p.title = 'x'.repeat(5e7)</script>");
        pages.put(
                "addresses",
                HOME + ADD + "history.replaceState(0, '', '?' + 'x'.repeat(1e5)); for (let i = 0; i < 2e3; i++) {"
                        + " const a = d('a'); a.href = '#' + i; a.textContent = i; b.append(a); }</script>");
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        pages.forEach((name, html) -> {
            server.page(name, html);
            episodes.put(name, () -> agree(name, "too large to be shown as a whole"));
        });
        server.page("frames120", frames(120));
        episodes.put("frames120", () -> agree("frames120", "the page has 121 frames; the first 100 are shown"));
        server.page(
                "popups",
                HOME + "<button onclick='for (let i = 0; i < 200; i++) window.open(\"/start?\" + i)'>pop</button>");
        episodes.put(
                "popups",
                () -> survive(
                        "popups", "button 'pop'", "more windows were closed as they opened: there may be 32 tabs"));
        return played(episodes);
    }

    /** What the browser itself takes long for, or does not survive, is shown in part or costs the tab. */
    @Tag("rare")
    @TestFactory
    Stream<DynamicTest> whatTheBrowserHardlyBearsIsSurvived() {
        Map<String, String> pages = Map.of(
                "elements1000000",
                elements(1_000_000),
                "levels20000",
                HOME + ADD
                        + "let e = b; for (let i = 0; i < 20000; i++) { const n = d('div'); e.append(n); e = n;"
                        + " }</script>",
                "text50000000",
                text(50_000_000),
                "frames500",
                frames(500));
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        pages.forEach((name, html) -> {
            server.page(name, html);
            episodes.put(name, () -> bear(name));
        });
        return played(episodes);
    }

    private static void bear(String path) {
        try (BrowserEnvironment browser = open(path)) {
            Step first = reset(browser);
            assertThat(error(first))
                    .containsAnyOf(
                            "too large to be shown as a whole", "the first 100 are shown", "so its tab was closed");
            assertThat(browser.step("noop(0)").done()).isFalse();
            Step again = browser.step("goto('" + server.url(path) + "')");
            assertThat(again.done()).as(error(again)).isFalse();
            Step next = browser.step("goto('" + server.url("start") + "')");
            assertThat(tree(next)).as(error(next)).contains("heading 'start'");
        }
    }

    @TestFactory
    @Tag("slow")
    Stream<DynamicTest> pageThatNeverLetsGoCostsTheStep() {
        Map<String, String> buttons = new LinkedHashMap<>();
        buttons.put("loop", "for(;;);");
        buttons.put("again", "setInterval(() => { for(;;); }, 0)");
        buttons.put("request", "const x = new XMLHttpRequest(); x.open(\"GET\", \"/never\", false); x.send()");
        buttons.put("alerts", "for(;;) alert(1)");
        buttons.put("frames", "const f = () => { requestAnimationFrame(f); for(;;); }; f()");
        buttons.put("promise", "const f = () => Promise.resolve().then(f); f()");
        buttons.put("leaving", "onpagehide = () => { for(;;); }; location = \"/start\"");
        Map<String, Runnable> episodes = new LinkedHashMap<>();
        buttons.forEach((name, script) -> {
            server.page("busy-" + name, HOME + "<button onclick='" + script + "'>act</button>");
            episodes.put(name, () -> survive("busy-" + name, "button 'act'", name.equals("leaving") ? "" : "busy"));
        });
        server.page("busy-load", HOME + "<script>for(;;);</script>");
        episodes.put("load", () -> survive("busy-load", "", ""));
        server.page("busy-popup", HOME + "<button onclick='window.open(\"/busy-load\")'>act</button>");
        episodes.put("popup", () -> survive("busy-popup", "button 'act'", ""));
        return played(episodes);
    }
}
