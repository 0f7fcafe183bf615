package dev.guerdon.agent.provider;

/** No answer came: a timeout, an interruption, a broken connection. The cause says which. */
final class HttpTrouble extends RuntimeException {

    HttpTrouble(Throwable cause) {
        super(cause.toString(), cause);
    }
}
