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
 * Tokens for a KMS out of a configuration or, if they are not in it, its credential providers. What these say counts for some seconds, for it may
 * take as long as a file to find out.
 */
final class AccessTokens {

    private static final long LIFETIME_NANOS = 10_000_000_000L;
    private static final Map<String, Known> KNOWN = new ConcurrentHashMap<>();

    private record Known(String token, long expires) {}

    private AccessTokens() {}

    /**
     * The token that is valid now, {@link KmsConnection#DEFAULT} if there is none.
     *
     * @param user for whom it is
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
        KNOWN.values().removeIf(known -> now - known.expires() >= 0);
        return KNOWN.computeIfAbsent(
                        user + '\0' + providers, any -> new Known(found(configuration), now + LIFETIME_NANOS))
                .token();
    }

    private static String found(Configuration configuration) {
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
