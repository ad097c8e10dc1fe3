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

/** Where a Hadoop KMS is, and Hadoop's client of it. */
public final class HadoopKmsProvider {

    private static final String PROVIDER_PATH = CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH;

    private final URI address;
    private final Configuration configuration;

    /** @throws InvalidDataException if it is not the address of a Hadoop KMS */
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
     * The address that was given, or else that of Hadoop's own keys.
     *
     * @throws InvalidDataException if there is none
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

    /** A client that is used for one attempt and given up. */
    public record Session(KeyProviderCryptoExtension keys) implements Closeable {

        @Override
        public void close() throws IOException {
            keys.close();
        }
    }

    /**
     * A new client. Each call has its own, since a client goes on as the user who first used it (it keeps the cookie that the KMS gave), and
     * keeps encrypted keys, of which some would be of an older version than the newest.
     */
    public Session open(Duration timeout) throws IOException {
        KeyProvider provider = newProvider(address, configuration, timeout);
        return new Session(KeyProviderCryptoExtension.createKeyProviderCryptoExtension(provider));
    }

    public static KeyProvider newProvider(URI address, Configuration configuration, Duration timeout)
            throws IOException {
        Configuration own = new Configuration(configuration);
        // Connecting and waiting take so long each, in whole seconds.
        own.setLong(
                CommonConfigurationKeysPublic.KMS_CLIENT_TIMEOUT_SECONDS,
                Math.max(1, timeout.plusMillis(999).toSeconds()));
        // Of several hosts each is tried once; repetitions are ours.
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_FAILOVER_MAX_RETRIES_KEY, 0);
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_SIZE, 1);
        own.setFloat(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_LOW_WATERMARK, 1);
        own.setInt(CommonConfigurationKeysPublic.KMS_CLIENT_ENC_KEY_CACHE_NUM_REFILL_THREADS, 1);
        return KMSUtil.createKeyProviderFromUri(own, address);
    }

    /** Where the KMS is. */
    public URI address() {
        return address;
    }

    private static InvalidDataException notAnAddress(String scheme) {
        return new InvalidDataException(
                "the address of a Hadoop KMS begins with kms: and looks like kms://http@host:9600/kms"
                        + (scheme == null ? "" : "; this one begins with " + scheme + ":"));
    }
}
