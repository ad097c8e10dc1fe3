package io.pq2.hadoop.kms;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.TamperedFileException;
import io.pq2.hadoop.internal.kms.AesGcmWrap;
import io.pq2.hadoop.internal.kms.EncryptedKeyText;
import io.pq2.hadoop.internal.kms.HadoopKmsErrors;
import io.pq2.hadoop.internal.kms.HadoopKmsProvider;
import io.pq2.hadoop.internal.kms.KeyBytes;
import io.pq2.hadoop.internal.kms.KmsCalls;
import io.pq2.hadoop.internal.kms.KmsRetryOptions;
import io.pq2.hadoop.internal.kms.KmsSettings;
import io.pq2.hadoop.internal.kms.NoAnswerException;
import io.pq2.keys.GeneratedKey;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import javax.crypto.AEADBadTagException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider.KeyVersion;
import org.apache.hadoop.crypto.key.KeyProviderCryptoExtension.EncryptedKeyVersion;
import org.jspecify.annotations.Nullable;

/**
 * A client of a Hadoop KMS. Master keys never leave the KMS: it generates and encrypts a new key (GENERATE_EEK) and
 * decrypts it (DECRYPT_EEK).
 *
 * <p>{@link #generateKey} returns a key that the KMS generated; {@link #wrapKey} wraps a given key with such a key. The
 * wrapped key contains the version of the master key, so keys wrapped under older versions remain readable after the
 * master key is rolled.
 *
 * <p>The address is {@code parquet.encryption.kms.instance.url}, for example {@code kms://http@host:9600/kms}, or
 * otherwise Hadoop's own {@code hadoop.security.key.provider.path}. The KMS identifies the current user
 * ({@link org.apache.hadoop.security.UserGroupInformation}) by Kerberos, by a delegation token in the user's
 * credentials ({@link HadoopKmsTokens}), or as a proxy user.
 */
public final class HadoopKmsClient implements KmsClient, Configurable {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final KmsCalls.Clock clock = KmsCalls.Clock.SYSTEM;

    private @Nullable Configuration configuration;
    private @Nullable Kms kms;

    /** The parts that {@link #initialize} creates. */
    private record Kms(HadoopKmsProvider provider, HadoopKmsErrors errors, KmsCalls calls) {}

    @Override
    public String name() {
        return "hadoop-kms";
    }

    /**
     * Sets the configuration of Hadoop's client (TLS, Kerberos); the default is the configuration on the class path.
     */
    @Override
    public void setConf(@Nullable Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public @Nullable Configuration getConf() {
        return configuration;
    }

    @Override
    public void initialize(KmsConnection connection) {
        KmsSettings settings = new KmsSettings(connection.settings()::apply);
        Configuration hadoop = configuration == null ? new Configuration() : configuration;
        String address = HadoopKmsProvider.address(connection.instanceUrl(), settings, hadoop);
        String name = new KmsConnection(
                        connection.instanceId(), address, connection.accessToken(), connection.settings())
                .displayName();
        kms = new Kms(
                new HadoopKmsProvider(address, hadoop),
                new HadoopKmsErrors(name),
                new KmsCalls(name, KmsRetryOptions.of(settings), clock));
    }

    private Kms kms() {
        return Objects.requireNonNull(kms, "initialize() was not called");
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        KeyBytes.checkKey(key);
        EncryptedKey wrapping = kms().calls().call(masterKeyId, timeout -> newKey(masterKeyId, timeout));
        return wrapWith(wrapping, key, masterKeyId);
    }

    @Override
    public GeneratedKey generateKey(int bytes, String masterKeyId) {
        KeyBytes.checkLength(bytes);
        EncryptedKey generated = kms().calls().call(masterKeyId, timeout -> newKey(masterKeyId, timeout));
        if (generated.key().length == bytes) {
            return new GeneratedKey(generated.key(), generated.text().text());
        }
        // The KMS generates keys of the length of the master key.
        byte[] key = new byte[bytes];
        RANDOM.nextBytes(key);
        return new GeneratedKey(key, wrapWith(generated, key, masterKeyId));
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        if (!EncryptedKeyText.isFromHadoopKms(wrappedKey)) {
            throw kms().errors().otherKms(masterKeyId);
        }
        EncryptedKeyText text = EncryptedKeyText.parse(wrappedKey);
        EncryptedKeyVersion encrypted =
                EncryptedKeyVersion.createForDecryption(masterKeyId, text.version(), text.iv(), text.encrypted());
        byte[] key = kms().calls().call(masterKeyId, timeout -> decrypt(encrypted, masterKeyId, timeout));
        byte[] wrapped = text.wrapped();
        if (wrapped == null) {
            return key;
        }
        try {
            return AesGcmWrap.unwrap(key, wrapped, text.aad(masterKeyId));
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "a wrapped key was changed, or does not belong to the master key " + masterKeyId);
        } finally {
            KeyBytes.wipe(key);
        }
    }

    @Override
    public @Nullable String keyVersion(String wrappedKey) {
        try {
            return EncryptedKeyText.parse(wrappedKey).version();
        } catch (CorruptFileException e) {
            return null;
        }
    }

    /** A key that the KMS generated, and its encrypted form. */
    private record EncryptedKey(byte[] key, EncryptedKeyText text) {}

    private static String wrapWith(EncryptedKey wrapping, byte[] key, String masterKeyId) {
        try {
            EncryptedKeyText text = wrapping.text();
            return text.withWrapped(AesGcmWrap.wrap(wrapping.key(), key, text.aad(masterKeyId)))
                    .text();
        } finally {
            KeyBytes.wipe(wrapping.key());
        }
    }

    private EncryptedKey newKey(String masterKeyId, Duration timeout) throws NoAnswerException {
        EncryptedKeyVersion encrypted;
        KeyVersion key;
        try (HadoopKmsProvider.Session session = kms().provider().open(timeout)) {
            encrypted = session.keys().generateEncryptedKey(masterKeyId);
            key = session.keys().decryptEncryptedKey(encrypted);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // Hadoop's client rethrows exceptions of the KMS with their original class, which may be any class.
            throw kms().errors().answer(e, masterKeyId);
        }
        byte[] material = key.getMaterial();
        if (!KeyBytes.isAesLength(material.length)) {
            throw new InvalidDataException("the master key " + masterKeyId + " has " + material.length * Byte.SIZE
                    + " bits, but AES keys have 128, 192 or 256; create another master key (hadoop key create -size)");
        }
        return new EncryptedKey(material, stored(encrypted));
    }

    /** Returns the text form of an encrypted key, after checking that it can be parsed again. */
    private static EncryptedKeyText stored(EncryptedKeyVersion encrypted) throws NoAnswerException {
        EncryptedKeyText text = new EncryptedKeyText(
                encrypted.getEncryptionKeyVersionName(),
                encrypted.getEncryptedKeyIv(),
                encrypted.getEncryptedKeyVersion().getMaterial(),
                null);
        try {
            EncryptedKeyText.parse(text.text());
        } catch (CorruptFileException e) {
            throw new NoAnswerException("its response contains an encrypted key that is malformed", e);
        }
        return text;
    }

    private byte[] decrypt(EncryptedKeyVersion encrypted, String masterKeyId, Duration timeout)
            throws NoAnswerException {
        try (HadoopKmsProvider.Session session = kms().provider().open(timeout)) {
            return session.keys().decryptEncryptedKey(encrypted).getMaterial();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // See newKey: the exception may be of any class.
            throw kms().errors().answer(e, masterKeyId);
        }
    }
}
