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
import javax.crypto.AEADBadTagException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider.KeyVersion;
import org.apache.hadoop.crypto.key.KeyProviderCryptoExtension.EncryptedKeyVersion;

/**
 * Keys that a Hadoop KMS protects. Master keys never leave it: it makes a new key and encrypts it (GENERATE_EEK), and decrypts it again
 * (DECRYPT_EEK). {@link #generateKey} gives such a key itself; {@link #wrapKey} wraps the given key with one. What is stored
 * ({@link EncryptedKeyText}) says which version of the master key was used, so that a rolled key opens what was written before.
 *
 * <p>The address is {@code kms://http@host:9600/kms} in {@code parquet.encryption.kms.instance.url}, or else that of Hadoop's own
 * {@code hadoop.security.key.provider.path}. The user is who calls ({@link org.apache.hadoop.security.UserGroupInformation}): by Kerberos, by a
 * delegation token among the user's credentials ({@link HadoopKmsTokens}), or as a proxy user.
 */
public final class HadoopKmsClient implements KmsClient, Configurable {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final KmsCalls.Clock clock = KmsCalls.Clock.SYSTEM;

    private Configuration configuration;
    private HadoopKmsProvider provider;
    private HadoopKmsErrors failures;
    private KmsCalls calls;

    @Override
    public String name() {
        return "hadoop-kms";
    }

    /** Takes what Hadoop's client needs to know (TLS, Kerberos); without it, that of the class path is taken. */
    @Override
    public void setConf(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    @Override
    public void initialize(KmsConnection connection) {
        KmsSettings settings = new KmsSettings(connection.settings());
        Configuration known = configuration == null ? new Configuration() : configuration;
        String address = HadoopKmsProvider.address(connection.instanceUrl(), settings, known);
        provider = new HadoopKmsProvider(address, known);
        String kms = new KmsConnection(
                        connection.instanceId(), address, connection.accessToken(), connection.settings())
                .displayName();
        failures = new HadoopKmsErrors(kms);
        calls = new KmsCalls(kms, KmsRetryOptions.of(settings), clock);
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        KeyBytes.checkKey(key);
        EncryptedKey wrapping = calls.call(masterKeyId, timeout -> newKey(masterKeyId, timeout));
        return wrapWith(wrapping, key, masterKeyId);
    }

    @Override
    public GeneratedKey generateKey(int bytes, String masterKeyId) {
        KeyBytes.checkLength(bytes);
        EncryptedKey made = calls.call(masterKeyId, timeout -> newKey(masterKeyId, timeout));
        if (made.key().length == bytes) {
            return new GeneratedKey(made.key(), made.text().text());
        }
        // The KMS makes keys that are as long as the master key.
        byte[] key = new byte[bytes];
        RANDOM.nextBytes(key);
        return new GeneratedKey(key, wrapWith(made, key, masterKeyId));
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        EncryptedKeyText text = EncryptedKeyText.parse(wrappedKey);
        EncryptedKeyVersion encrypted =
                EncryptedKeyVersion.createForDecryption(masterKeyId, text.version(), text.iv(), text.encrypted());
        byte[] key = calls.call(masterKeyId, timeout -> decrypt(encrypted, masterKeyId, timeout));
        if (text.wrapped() == null) {
            return key;
        }
        try {
            return AesGcmWrap.unwrap(key, text.wrapped(), text.aad(masterKeyId));
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN, "a wrapped key was changed, or is not one of the master key " + masterKeyId);
        } finally {
            KeyBytes.wipe(key);
        }
    }

    @Override
    public String keyVersion(String wrappedKey) {
        try {
            return EncryptedKeyText.parse(wrappedKey).version();
        } catch (CorruptFileException e) {
            return null;
        }
    }

    /** A key that the KMS made, and the same as it encrypted it. */
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
        try (HadoopKmsProvider.Session session = provider.open(timeout)) {
            encrypted = session.keys().generateEncryptedKey(masterKeyId);
            key = session.keys().decryptEncryptedKey(encrypted);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // Exceptions of the KMS itself come as they were thrown there, so that any may be among them.
            throw failures.answer(e, masterKeyId);
        }
        byte[] material = key.getMaterial();
        if (!KeyBytes.isAesLength(material.length)) {
            throw new InvalidDataException("the master key " + masterKeyId + " has " + material.length * Byte.SIZE
                    + " bits, but keys of AES have 128, 192 or 256; create another one (hadoop key create -size)");
        }
        return new EncryptedKey(material, stored(encrypted));
    }

    /** What files will hold; nothing that could not be read again. */
    private static EncryptedKeyText stored(EncryptedKeyVersion encrypted) throws NoAnswerException {
        EncryptedKeyText text = new EncryptedKeyText(
                encrypted.getEncryptionKeyVersionName(),
                encrypted.getEncryptedKeyIv(),
                encrypted.getEncryptedKeyVersion().getMaterial(),
                null);
        try {
            EncryptedKeyText.parse(text.text());
        } catch (CorruptFileException e) {
            throw new NoAnswerException("it answers with an encrypted key that it could not be asked for again", e);
        }
        return text;
    }

    private byte[] decrypt(EncryptedKeyVersion encrypted, String masterKeyId, Duration timeout)
            throws NoAnswerException {
        try (HadoopKmsProvider.Session session = provider.open(timeout)) {
            return session.keys().decryptEncryptedKey(encrypted).getMaterial();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            // As above.
            throw failures.answer(e, masterKeyId);
        }
    }
}
