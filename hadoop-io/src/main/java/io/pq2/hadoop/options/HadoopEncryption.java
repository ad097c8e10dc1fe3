package io.pq2.hadoop.options;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.internal.options.HadoopKeyMaterialStore;
import io.pq2.keys.KeyMaterialStore;
import io.pq2.keys.KmsAccess;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;

/**
 * Encryption with keys of a KMS out of a Hadoop configuration, by the names that parquet-java gives its own. docs/encryption.md says how it is
 * used, docs/configuration.md what each key does.
 */
public final class HadoopEncryption {

    /** The master key of everything: the footer and all columns. */
    public static final String UNIFORM_KEY = "parquet.encryption.uniform.key";

    /** The master key of the footer. */
    public static final String FOOTER_KEY = "parquet.encryption.footer.key";

    /** Which master keys columns have: {@code key:column,column;key:column}. */
    public static final String COLUMN_KEYS = "parquet.encryption.column.keys";

    /** Whether the columns that are not named are encrypted with the footer's key. */
    public static final String COMPLETE_COLUMNS = "parquet.encryption.complete.columns";

    /** The algorithm: {@code AES_GCM_V1} or {@code AES_GCM_CTR_V1}. */
    public static final String ALGORITHM = "parquet.encryption.algorithm";

    /** Whether the footer is signed and not encrypted. */
    public static final String PLAINTEXT_FOOTER = "parquet.encryption.plaintext.footer";

    /** The class of the KMS client, or its short name. */
    public static final String KMS_CLIENT = "parquet.encryption.kms.client.class";

    /** Which instance of the KMS it is. */
    public static final String KMS_INSTANCE_ID = "parquet.encryption.kms.instance.id";

    /** Where the KMS is. */
    public static final String KMS_INSTANCE_URL = "parquet.encryption.kms.instance.url";

    /** What shows to the KMS that the user may use it; also from a credential provider of Hadoop. Secret. */
    public static final String ACCESS_TOKEN = "parquet.encryption.key.access.token";

    /** Whether data keys are wrapped with key encryption keys, which the KMS wraps; otherwise the KMS wraps each data key. */
    public static final String DOUBLE_WRAPPING = "parquet.encryption.double.wrapping";

    /** Whether the client must be one that gets master keys from the KMS and wraps with them itself. */
    public static final String WRAP_LOCALLY = "parquet.encryption.wrap.locally";

    /** For how long clients and key encryption keys are used again. */
    public static final String CACHE_LIFETIME = "parquet.encryption.cache.lifetime.seconds";

    /** Whether key material lies in the files it is for; otherwise in a file beside each. */
    public static final String MATERIAL_IN_FILES = "parquet.encryption.key.material.store.internally";

    /** How many bits data keys have: 128, 192, 256. */
    public static final String DATA_KEY_BITS = "parquet.encryption.data.key.length.bits";

    /** How many bits key encryption keys have: 128, 192, 256. */
    public static final String KEK_BITS = "parquet.encryption.kek.length.bits";

    /** What parquet-java asks for encryption; not needed here. */
    public static final String CRYPTO_FACTORY = "parquet.crypto.factory.class";

    /** What AADs of files begin with, which says what table or file it is; files of another one are refused when read. */
    public static final String AAD_PREFIX = "pq2.encryption.aad-prefix";

    /** Whether files say what their AAD prefix is. */
    public static final String AAD_PREFIX_STORED = "pq2.encryption.aad-prefix.stored";

    /** The JCA provider whose AES is used, by its name. */
    public static final String PROVIDER = "pq2.encryption.provider";

    /** Whether files that are not encrypted are read where a KMS client is configured. */
    public static final String PLAINTEXT_FILES = "pq2.encryption.plaintext-files";

    /** Whether files are read whose plaintext footer is signed with a key that the KMS denies. */
    public static final String UNVERIFIED_FOOTERS = "pq2.encryption.unverified-footers";

    /** Whether a file may say where the KMS is that gets the token, if the configuration does not. */
    public static final String KMS_URL_FROM_FILES = "pq2.encryption.kms-url-from-files";

    private static final String KEYTOOLS_FACTORY = "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory";

    private HadoopEncryption() {}

    /**
     * Whether files are to be encrypted: a master key is named.
     *
     * @throws UnsupportedFeatureException if somebody else's factory is to say how, which this version does not ask
     */
    public static boolean isConfigured(Configuration configuration) {
        String factory = configuration.getTrimmed(CRYPTO_FACTORY, "");
        if (!factory.isEmpty() && !factory.equals(KEYTOOLS_FACTORY)) {
            throw new UnsupportedFeatureException(
                    "writing files that " + CRYPTO_FACTORY + " = " + factory + " encrypts");
        }
        return List.of(UNIFORM_KEY, FOOTER_KEY, COLUMN_KEYS).stream()
                .anyMatch(key -> !configuration.getTrimmed(key, "").isEmpty());
    }

    /**
     * How a file is to be encrypted, with new keys, which the KMS or a key encryption key that it knows has wrapped.
     *
     * @param file where it is being written; key material that is to lie beside it lies there when this returns
     * @return null if nothing asks for encryption
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the schema does not have
     * @throws io.pq2.exception.EncryptionException if the KMS does not give a key
     * @throws UncheckedIOException if the key material beside the file cannot be written, or the file is there already
     */
    public static FileEncryptionProperties forWriting(Configuration configuration, Path file, Schema schema) {
        if (!isConfigured(configuration)) {
            return null;
        }
        EncryptionSettings settings = new EncryptionSettings(configuration);
        try {
            return settings.encryption(schema).newFile(settings.materialInFiles() ? null : beside(configuration, file));
        } catch (IOException e) {
            throw new UncheckedIOException("the key material of " + file + " cannot be written", e);
        }
    }

    /** Not of a file that is there: whoever cannot write it anew must not have taken the key material of the old one away. */
    private static KeyMaterialStore beside(Configuration configuration, Path file) throws IOException {
        if (file.getFileSystem(configuration).exists(file)) {
            throw new FileAlreadyExistsException(
                    file + " is there already, and is encrypted with the key material beside it: delete both first");
        }
        return HadoopKeyMaterialStore.beside(file, configuration);
    }

    /**
     * With which keys a file is read: those that the KMS unwraps when they are needed.
     *
     * @return null if no KMS client is configured
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong
     */
    public static FileDecryptionProperties forReading(Configuration configuration, Path file) {
        if (configuration.getTrimmed(KMS_CLIENT, "").isEmpty()) {
            return null;
        }
        return new EncryptionSettings(configuration).decryption(file);
    }

    /**
     * Finds out before any data are written whether files can be encrypted as asked: columns are held against the schema, and the KMS wraps a
     * key with each master key, which is kept for the files. Does nothing if nothing asks for encryption.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the schema does not have
     * @throws io.pq2.exception.EncryptionException if the KMS does not give a key
     */
    public static void check(Configuration configuration, Schema schema) {
        if (isConfigured(configuration)) {
            new EncryptionSettings(configuration).encryption(schema).check();
        }
    }

    /**
     * The mode to the KMS that a configuration names.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong
     */
    public static KmsAccess kms(Configuration configuration) {
        return new EncryptionSettings(configuration).kms(null, null);
    }
}
