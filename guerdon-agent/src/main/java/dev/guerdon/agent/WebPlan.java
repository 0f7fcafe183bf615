package dev.guerdon.agent;

/** How the rule-based researcher works on one kind of question. */
@FunctionalInterface
interface WebPlan {

    /** The next move, given what the prompt shows. */
    WebMove next(WebView view);
}
