package io.pq2.hadoop.internal.kms;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsConnection;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderCryptoExtension;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.util.KMSUtil;
import org.jspecify.annotations.Nullable;

/** The address of a Hadoop KMS, and Hadoop's client for it. */
public final class HadoopKmsProvider {

    private static final String PROVIDER_PATH = CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH;

    private final URI address;
    private final Configuration configuration;

    /**
     * Parses the address.
     *
     * @throws InvalidDataException if it is not the address of a Hadoop KMS
     */
    public HadoopKmsProvider(String address, Configuration configuration) {
        try {
            this.address = URI.create(address);
        } catch (IllegalArgumentException e) {
            throw notAnAddress(null);
        }
        if (!"kms".equals(this.address.getScheme())) {
            throw notAnAddress(this.address.getScheme());
        }
        this.configuration = configuration;
    }

    /**
     * Returns the address of the KMS instance, or of Hadoop's own key provider if none is set.
     *
     * @throws InvalidDataException if neither is set
     */
    public static String address(String instanceUrl, KmsSettings settings, Configuration configuration) {
        if (!instanceUrl.equals(KmsConnection.DEFAULT)) {
            return instanceUrl.trim();
        }
        String path = settings.text(PROVIDER_PATH);
        String address = path == null ? configuration.getTrimmed(PROVIDER_PATH, "") : path;
        if (address.isEmpty()) {
            throw new InvalidDataException("no address of a Hadoop KMS is set: neither "
                    + HadoopEncryption.KMS_INSTANCE_URL + " nor "
                    + PROVIDER_PATH + "; it looks like kms://http@host:9600/kms");
        }
        return address;
    }

    /** A client for a single attempt, which is closed afterwards. */
    public record Session(KeyProviderCryptoExtension keys) implements Closeable {

        @Override
        public void close() throws IOException {
            keys.close();
        }
    }

    /**
     * Opens a new client. Every call uses its own client: a client keeps acting as the user of its first call (it keeps
     * the cookie of the KMS), and it caches encrypted keys, which may be under an older version of the master key.
     */
    public Session open(Duration timeout) throws IOException {
        KeyProvider provider = newProvider(address, configuration, timeout);
        return new Session(KeyProviderCryptoExtension.createKeyProviderCryptoExtension(provider));
    }

    public static KeyProvider newProvider(URI address, Configuration configuration, Duration timeout)
            throws IOException {
        Configuration own = new Configuration(configuration);
        // The timeout applies to connecting and to waiting separately, in whole seconds.
        own.setLong(
                CommonConfigurationKeysPublic.KMS_CLIENT_TIMEOUT_SECONDS,
                Math.max(1, timeout.plusMillis(999).toSeconds()));
        // Each of several hosts is tried once; retries are done by KmsCalls.
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_FAILOVER_MAX_RETRIES_KEY, 0);
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_SIZE, 1);
        own.setFloat(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_LOW_WATERMARK, 1);
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_NUM_REFILL_THREADS, 1);
        return KMSUtil.createKeyProviderFromUri(own, address);
    }

    /** Returns the address of the KMS. */
    public URI address() {
        return address;
    }

    private static InvalidDataException notAnAddress(@Nullable String scheme) {
        return new InvalidDataException(
                "the address of a Hadoop KMS starts with kms: and looks like kms://http@host:9600/kms"
                        + (scheme == null ? "" : "; this one starts with " + scheme + ":"));
    }
}
