package io.pq2.hadoop.options;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.EncryptedLocation;
import io.pq2.hadoop.internal.options.EncryptionSettingNames;
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
import org.jspecify.annotations.Nullable;

/**
 * Encryption and decryption properties from a Hadoop configuration, with master keys of a KMS. Options that
 * parquet-java has too are named by its keys. docs/encryption.md explains the use, docs/configuration.md each key.
 */
public final class HadoopEncryption {

    /** The master key of the footer and all columns. */
    public static final String UNIFORM_KEY = "parquet.encryption.uniform.key";

    /** The master key of the footer. */
    public static final String FOOTER_KEY = "parquet.encryption.footer.key";

    /** The master keys of columns: {@code key:column,column;key:column}. */
    public static final String COLUMN_KEYS = "parquet.encryption.column.keys";

    /** Whether columns without their own key are encrypted with the master key of the footer. */
    public static final String COMPLETE_COLUMNS = "parquet.encryption.complete.columns";

    /** The algorithm: {@code AES_GCM_V1} or {@code AES_GCM_CTR_V1}. */
    public static final String ALGORITHM = "parquet.encryption.algorithm";

    /** Whether the footer is signed instead of encrypted. */
    public static final String PLAINTEXT_FOOTER = "parquet.encryption.plaintext.footer";

    /** The KMS client: its class or its short name. */
    public static final String KMS_CLIENT = "parquet.encryption.kms.client.class";

    /** The identifier of the KMS instance. */
    public static final String KMS_INSTANCE_ID = "parquet.encryption.kms.instance.id";

    /** The address of the KMS instance. */
    public static final String KMS_INSTANCE_URL = "parquet.encryption.kms.instance.url";

    /** The access token for the KMS; may also come from a Hadoop credential provider. Secret. */
    public static final String ACCESS_TOKEN = "parquet.encryption.key.access.token";

    /**
     * Whether data keys are wrapped with key encryption keys, which the KMS wraps. Otherwise the KMS wraps every data
     * key.
     */
    public static final String DOUBLE_WRAPPING = "parquet.encryption.double.wrapping";

    /** Whether the client must get master keys from the KMS and wrap keys with them itself. */
    public static final String WRAP_LOCALLY = "parquet.encryption.wrap.locally";

    /** The number of seconds for which KMS clients and key encryption keys are reused. */
    public static final String CACHE_LIFETIME = "parquet.encryption.cache.lifetime.seconds";

    /**
     * Whether key material is stored inside the encrypted file. Otherwise it is in a separate file in the same
     * directory.
     */
    public static final String MATERIAL_IN_FILES = "parquet.encryption.key.material.store.internally";

    /** The length of data keys in bits: 128, 192 or 256. */
    public static final String DATA_KEY_BITS = "parquet.encryption.data.key.length.bits";

    /** The length of key encryption keys in bits: 128, 192 or 256. */
    public static final String KEK_BITS = "parquet.encryption.kek.length.bits";

    /** The encryption factory of parquet-java. Encryption needs no factory here; unknown factories are rejected. */
    public static final String CRYPTO_FACTORY = "parquet.crypto.factory.class";

    /** The AAD prefix, which identifies the table or file. Files with another prefix are rejected by readers. */
    public static final String AAD_PREFIX = "pq2.encryption.aadPrefix";

    /** Whether files contain their AAD prefix. */
    public static final String AAD_PREFIX_STORED = "pq2.encryption.aadPrefix.stored";

    /** The name of the JCA provider of AES. */
    public static final String PROVIDER = "pq2.encryption.provider";

    /** Whether plaintext files may be read when a KMS client is configured. */
    public static final String PLAINTEXT_FILES = "pq2.encryption.plaintextFiles";

    /**
     * The weakest algorithm of files that are read, {@code AES_GCM_V1} or {@code AES_GCM_CTR_V1}. Files with a weaker
     * algorithm and unencrypted files are rejected, and encrypted files are not written with a weaker one.
     */
    public static final String REQUIRED_ALGORITHM = "pq2.encryption.requiredAlgorithm";

    /**
     * Whether files with a plaintext footer may be read without verifying the footer's signature, if the KMS denies
     * the key.
     */
    public static final String UNVERIFIED_FOOTERS = "pq2.encryption.unverifiedFooters";

    /**
     * Whether files with an encrypted footer may be read that store an AAD prefix, although {@link #AAD_PREFIX} is not
     * set.
     */
    public static final String UNVERIFIED_AAD_PREFIXES = "pq2.encryption.unverifiedAadPrefixes";

    /**
     * The columns that must be encrypted in files that are read: {@code *} for all, or dotted paths of columns and
     * groups, separated by commas. Other files and unencrypted files are rejected.
     */
    public static final String REQUIRED_COLUMNS = "pq2.encryption.requiredColumns";

    /** Whether files may be read in which the key of the footer also encrypts columns. */
    public static final String COLUMNS_UNDER_FOOTER_KEY = "pq2.encryption.columnsUnderFooterKey";

    /**
     * Whether the KMS address may come from the file that is read, if the configuration has none. The KMS at that
     * address receives the access token.
     */
    public static final String KMS_URL_FROM_FILES = "pq2.encryption.kmsUrlFromFiles";

    /** Whether plaintext files may be added to a directory whose files are encrypted. */
    public static final String PLAINTEXT_APPENDS = "pq2.encryption.plaintextAppends";

    private static final String KEYTOOLS_FACTORY = "org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory";

    private HadoopEncryption() {}

    /** Whether {@link #CRYPTO_FACTORY} names another factory than parquet-java's own. */
    public static boolean hasOtherFactory(Configuration configuration) {
        String factory = configuration.getTrimmed(CRYPTO_FACTORY, "");
        return !factory.isEmpty() && !factory.equals(KEYTOOLS_FACTORY);
    }

    /**
     * Whether a configuration requests encrypted files, that is, names a master key.
     *
     * @throws UnsupportedFeatureException if {@link #CRYPTO_FACTORY} names another factory than parquet-java's own
     * @throws io.pq2.exception.InvalidDataException if the name of an encryption setting is unknown. Unknown names that
     *     resemble no known one are allowed if the KMS client is not one of pq2's, which may have its own settings
     */
    public static boolean isConfigured(Configuration configuration) {
        if (hasOtherFactory(configuration)) {
            throw new UnsupportedFeatureException("writing files that " + CRYPTO_FACTORY + " = "
                    + configuration.getTrimmed(CRYPTO_FACTORY, "") + " encrypts");
        }
        EncryptionSettingNames.check(configuration);
        return List.of(UNIFORM_KEY, FOOTER_KEY, COLUMN_KEYS).stream()
                .anyMatch(key -> !configuration.getTrimmed(key, "").isEmpty());
    }

    /**
     * Returns the encryption properties of a new file, with new data keys.
     *
     * <p>External key material is written before this method returns.
     *
     * @param configuration the settings of encryption
     * @param file the path that the file is written to
     * @param schema the schema of the file
     * @return null if the configuration does not request encryption
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the schema
     *     does not contain
     * @throws io.pq2.exception.EncryptionException if the KMS does not provide a key
     * @throws UncheckedIOException if external key material cannot be written, or the file exists already
     */
    public static @Nullable FileEncryptionProperties forWriting(Configuration configuration, Path file, Schema schema) {
        if (!isConfigured(configuration)) {
            return null;
        }
        EncryptionSettings settings = new EncryptionSettings(configuration);
        try {
            return settings.encryption(schema)
                    .newFile(settings.materialInFiles() ? null : newExternalMaterial(configuration, file));
        } catch (EncryptionException e) {
            throw e.locate(FileLocation.file(file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("the key material of " + file + " cannot be written", e);
        }
    }

    /**
     * Returns encryption properties with which a writer can check its options and its schema without the KMS. They
     * encrypt the same columns as those of {@link #forWriting}. Their keys are random and not stored.
     *
     * @param schema the schema of the file
     * @return null if the configuration does not request encryption
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the schema
     *     does not contain
     */
    public static @Nullable FileEncryptionProperties trial(Configuration configuration, Schema schema) {
        return isConfigured(configuration)
                ? new EncryptionSettings(configuration).encryption(schema).trial()
                : null;
    }

    /**
     * Rejects existing files: overwriting the key material first would make the old file unreadable if writing then
     * fails.
     */
    private static KeyMaterialStore newExternalMaterial(Configuration configuration, Path file) throws IOException {
        if (file.getFileSystem(configuration).exists(file)) {
            throw new FileAlreadyExistsException(
                    file + " exists already, and its external key material must not be overwritten: delete both first");
        }
        return HadoopKeyMaterialStore.of(file, configuration);
    }

    /**
     * Returns the decryption properties of a file. The KMS unwraps each key when it is first needed.
     *
     * @param configuration the settings of encryption
     * @param file the path of the file
     * @return null if no KMS client is configured, and neither an algorithm nor the encryption of columns is required
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or its name is unknown
     */
    public static @Nullable FileDecryptionProperties forReading(Configuration configuration, Path file) {
        EncryptionSettingNames.check(configuration);
        return EncryptionSettings.decryption(configuration, file);
    }

    /**
     * Checks the settings of encryption before a job writes files: compares the column names with the schema, and has
     * the KMS wrap one key with each master key. The wrapped keys are cached and used for the files. Does nothing if
     * the configuration does not request encryption.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that the schema
     *     does not contain
     * @throws io.pq2.exception.EncryptionException if the KMS does not provide a key
     */
    public static void check(Configuration configuration, Schema schema) {
        if (isConfigured(configuration)) {
            new EncryptionSettings(configuration).encryption(schema).check();
        }
    }

    /**
     * Checks that a job does not add plaintext files to a directory whose files are encrypted. Reads the footer of one
     * file in the directory or below it. Does nothing if the configuration requests encryption, or {@link
     * #PLAINTEXT_APPENDS} is true.
     *
     * @param directory the directory that the job adds files to; may be absent or empty
     * @throws InvalidDataException if the file is encrypted
     * @throws IOException if the directory cannot be listed, or the file cannot be read
     */
    public static void checkAppend(Configuration configuration, Path directory) throws IOException {
        if (isConfigured(configuration) || new EncryptionSettings(configuration).plaintextAppends()) {
            return;
        }
        Path encrypted = EncryptedLocation.encryptedFile(directory, configuration);
        if (encrypted != null) {
            throw new InvalidDataException("the new files would not be encrypted, but " + directory
                    + " has encrypted files, such as " + encrypted + ": set " + FOOTER_KEY + " and " + COLUMN_KEYS
                    + ", or " + UNIFORM_KEY + ", or set " + PLAINTEXT_APPENDS + " to true to add plaintext files");
        }
    }

    /**
     * Returns access to the KMS that a configuration names.
     *
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong
     */
    public static KmsAccess kms(Configuration configuration) {
        return new EncryptionSettings(configuration).kms(null, null);
    }
}
