package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsConnection;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProviderFactory;

/**
 * Access tokens for a KMS, from a configuration or its credential providers. Tokens from credential providers are
 * cached for a few seconds, because reading them can take as long as opening a file.
 */
final class AccessTokens {

    private static final long LIFETIME_NANOS = 10_000_000_000L;
    private static final Map<String, CachedToken> CACHE = new ConcurrentHashMap<>();

    private record CachedToken(String token, long expires) {}

    private AccessTokens() {}

    /**
     * Returns the current token; {@link KmsConnection#DEFAULT} if there is none.
     *
     * @param user the name of the user that the token is for
     */
    static String token(Configuration configuration, String user) {
        String plain = configuration.getTrimmed(HadoopEncryption.ACCESS_TOKEN, "");
        if (!plain.isEmpty()) {
            return plain;
        }
        String providers = configuration.getTrimmed(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, "");
        if (providers.isEmpty()) {
            return KmsConnection.DEFAULT;
        }
        long now = System.nanoTime();
        CACHE.values().removeIf(cached -> now - cached.expires() >= 0);
        return CACHE.computeIfAbsent(
                        user + '\0' + providers, any -> new CachedToken(read(configuration), now + LIFETIME_NANOS))
                .token();
    }

    private static String read(Configuration configuration) {
        try {
            char[] token = configuration.getPassword(HadoopEncryption.ACCESS_TOKEN);
            return token == null || token.length == 0 ? KmsConnection.DEFAULT : new String(token).trim();
        } catch (IOException e) {
            throw new InvalidDataException(
                    HadoopEncryption.ACCESS_TOKEN + " cannot be read from the credential providers of "
                            + CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH,
                    e);
        }
    }
}
