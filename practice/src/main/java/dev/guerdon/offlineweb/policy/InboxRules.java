package dev.guerdon.offlineweb.policy;

import dev.guerdon.offlineweb.policy.PolicyState.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Goals in lists of what people wrote: an inbox, and posts with small icons below them. */
final class InboxRules {

    /** The icons below a post, from left to right. */
    private static final List<String> ICONS = List.of("Reply", "Retweet", "Like", "More");

    private static final List<String> SHARED_ICONS = List.of("Reply", "Retweet", "Like", "Share");

    private static final Pattern FROM = Pattern.compile(
            "(?:by|from) ([A-Z]\\w+)|([A-Z]\\w+) sent|([A-Z]\\w+) wants his|(?:Get|Find) ([A-Z]\\w+)(?:'s)? e?-?mail");
    private static final Pattern TO =
            Pattern.compile("(?:to|along to|Send|Give|Forward) ([A-Z]\\w+)|^([A-Z]\\w+) (?:wants the|is waiting)");

    private InboxRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "^Find the email by (\\S+) and click the (trash|star) icon",
                        (scene, goal) ->
                                icon(scene, goal.group(1), goal.group(2).equals("trash") ? 0 : 1)),
                Rule.of(
                        "^Find the email by (\\S+) and reply to them with the text \"(.+)\"",
                        (scene, goal) -> write(scene, goal.group(1), "Reply", goal.group(2))),
                Rule.of(
                        "^Find the email by (\\S+) and forward that email to (\\S+?)\\.?$",
                        (scene, goal) -> write(scene, goal.group(1), "Forward", goal.group(2))),
                Rule.of("(?i)forward|send|sent|wants|waiting|give", (scene, goal) -> forward(scene)),
                Rule.of("^For the user (@\\S+), click on the \"(.+)\" button", InboxRules::post),
                Rule.of("^Click the \"(.+)\" button on (all|\\d+) posts? by (@\\S+) and then", InboxRules::posts));
    }

    /** Returns the email of a sender in the list. */
    private static Optional<PageElement> email(PolicyState scene, String sender) {
        return scene.page()
                .first(element -> element.isClickable()
                        && element.roles("image").size() == 2
                        && element.roles("StaticText").stream()
                                .findFirst()
                                .filter(first -> first.name().equals(sender))
                                .isPresent());
    }

    private static List<String> icon(PolicyState scene, String sender, int which) {
        return ClickRules.clicks(email(scene, sender).stream()
                .flatMap(email -> email.roles("image").stream().skip(which).limit(1)));
    }

    /** Opens the email, then the form, fills it and sends it. */
    private static List<String> write(PolicyState scene, String sender, String how, String text) {
        Optional<PageElement> email = email(scene, sender);
        if (email.isPresent()) {
            // The subject is inside of it, and unlike its middle it is never covered by an icon.
            return email
                    .get()
                    .all(element -> !element.bid().isEmpty() && element.role().equals("generic"))
                    .stream()
                    .findFirst()
                    .map(part -> List.of(PolicyState.click(part)))
                    .orElse(List.of());
        }
        List<PageElement> boxes = scene.textboxes();
        List<PageElement> icons = scene.page()
                .all(element -> element.isClickable() && element.role().equals("image"));
        if (!boxes.isEmpty() && icons.size() >= 2) {
            return List.of(PolicyState.fill(boxes.getFirst(), text), PolicyState.click(icons.get(1)));
        }
        return ClickRules.clicks(
                scene
                        .page()
                        .all(element ->
                                !element.bid().isEmpty() && element.text().equals(how))
                        .stream()
                        .limit(1));
    }

    /** The email of one of two people goes to the other, in whatever words that is said. */
    private static List<String> forward(PolicyState scene) {
        Matcher from = FROM.matcher(scene.goal());
        Matcher to = TO.matcher(scene.goal());
        if (!from.find()) {
            return List.of();
        }
        String sender = group(from);
        while (to.find()) {
            if (!group(to).equals(sender)) {
                return write(scene, sender, "Forward", group(to));
            }
        }
        return List.of();
    }

    private static String group(Matcher matcher) {
        for (int i = 1; i <= matcher.groupCount(); i++) {
            if (matcher.group(i) != null) {
                return matcher.group(i);
            }
        }
        return "";
    }

    private static List<PageElement> posts(PolicyState scene, String user) {
        return scene.page()
                .all(element -> element.roles("image").size() >= 4
                        && element.children().stream()
                                .noneMatch(child -> child.roles("image").size() >= 4
                                        && child.all(one -> one.name().equals(user))
                                                        .size()
                                                == 1)
                        && element.all(one -> one.role().equals("StaticText")
                                                && one.name().startsWith("@"))
                                        .size()
                                == 1
                        && element.all(one -> one.name().equals(user)).size() == 1);
    }

    private static List<String> post(PolicyState scene, MatchResult goal) {
        Optional<PageElement> post = posts(scene, goal.group(1)).stream().findFirst();
        if (post.isEmpty()) {
            return List.of();
        }
        int which = ICONS.indexOf(goal.group(2));
        if (which >= 0) {
            return ClickRules.clicks(
                    post.get().roles("image").stream().skip(which).limit(1));
        }
        Optional<PageElement> item = post.get()
                .first(element -> !element.bid().isEmpty()
                        && element.role().equals("generic")
                        && element.text().equals(goal.group(2)));
        return ClickRules.clicks(
                item.or(() -> post.get().roles("image").stream().skip(3).findFirst()).stream());
    }

    private static List<String> posts(PolicyState scene, MatchResult goal) {
        int which = SHARED_ICONS.indexOf(goal.group(1));
        if (which < 0) {
            return List.of();
        }
        long most = goal.group(2).equals("all") ? Long.MAX_VALUE : Long.parseLong(goal.group(2));
        List<String> clicks = new ArrayList<>();
        posts(scene, goal.group(3)).stream()
                .limit(most)
                .flatMap(post -> post.roles("image").stream().skip(which).limit(1))
                .map(PolicyState::click)
                .forEach(clicks::add);
        return clicks.isEmpty() ? List.of() : scene.thenSubmit(clicks);
    }
}
