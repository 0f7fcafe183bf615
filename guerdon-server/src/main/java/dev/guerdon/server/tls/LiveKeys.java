package dev.guerdon.server.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows the certificate of the moment. */
final class LiveKeys extends X509ExtendedKeyManager {

    private final Supplier<X509ExtendedKeyManager> now;

    LiveKeys(Supplier<X509ExtendedKeyManager> now) {
        this.now = now;
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
        return now.get().getClientAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return now.get().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        return now.get().getServerAliases(type, issuers);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return now.get().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return now.get().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return now.get().getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return now.get().getPrivateKey(alias);
    }
}
