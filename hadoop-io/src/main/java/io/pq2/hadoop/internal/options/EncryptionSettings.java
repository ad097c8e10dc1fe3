package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.options.HadoopEncryption.AAD_PREFIX;
import static io.pq2.hadoop.options.HadoopEncryption.ALGORITHM;
import static io.pq2.hadoop.options.HadoopEncryption.COLUMN_KEYS;
import static io.pq2.hadoop.options.HadoopEncryption.COMPLETE_COLUMNS;
import static io.pq2.hadoop.options.HadoopEncryption.FOOTER_KEY;
import static io.pq2.hadoop.options.HadoopEncryption.KMS_CLIENT;
import static io.pq2.hadoop.options.HadoopEncryption.KMS_INSTANCE_ID;
import static io.pq2.hadoop.options.HadoopEncryption.KMS_INSTANCE_URL;
import static io.pq2.hadoop.options.HadoopEncryption.PROVIDER;
import static io.pq2.hadoop.options.HadoopEncryption.REQUIRED_ALGORITHM;
import static io.pq2.hadoop.options.HadoopEncryption.REQUIRED_COLUMNS;
import static io.pq2.hadoop.options.HadoopEncryption.UNIFORM_KEY;
import static io.pq2.hadoop.options.HadoopEncryption.WRAP_LOCALLY;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.keys.ColumnMasterKeys;
import io.pq2.keys.EnvelopeEncryption;
import io.pq2.keys.KeyUnwrapper;
import io.pq2.keys.KmsAccess;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsClients;
import io.pq2.keys.KmsConnection;
import io.pq2.keys.LocalWrapKmsClient;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** The encryption settings of a configuration, and the properties and KMS access that are built from them. */
public final class EncryptionSettings {

    /** The value of {@link io.pq2.hadoop.options.HadoopEncryption#REQUIRED_COLUMNS} for all columns. */
    private static final String ALL_COLUMNS = "*";

    /** A file that need not exist. */
    private static final Path ANY_FILE = new Path("/any");

    private final Configuration configuration;
    private final Settings settings;

    private Duration lifetime = KmsAccess.DEFAULT_LIFETIME;
    private boolean materialInFiles = true;
    private boolean wrapLocally;
    private boolean urlFromFiles;
    private boolean plaintextAppends;

    public EncryptionSettings(Configuration configuration) {
        this.configuration = configuration;
        settings = new Settings(configuration);
        settings.set(EncryptionKeys.CACHE_LIFETIME, seconds -> lifetime = Duration.ofSeconds(seconds));
        settings.set(EncryptionKeys.MATERIAL_IN_FILES, value -> materialInFiles = value);
        settings.set(EncryptionKeys.WRAP_LOCALLY, value -> wrapLocally = value);
        settings.set(EncryptionKeys.KMS_URL_FROM_FILES, value -> urlFromFiles = value);
        settings.set(EncryptionKeys.PLAINTEXT_APPENDS, value -> plaintextAppends = value);
    }

    /** Whether key material is stored inside the encrypted files. */
    public boolean materialInFiles() {
        return materialInFiles;
    }

    /** Whether plaintext files may be added to a directory whose files are encrypted. */
    public boolean plaintextAppends() {
        return plaintextAppends;
    }

    private String text(String key) {
        return configuration.getTrimmed(key, "");
    }

    /**
     * Returns the encryption of files with a schema.
     *
     * @throws InvalidDataException if a setting is missing or wrong, or names a column that the schema does not contain
     */
    public EnvelopeEncryption encryption(Schema schema) {
        String uniform = text(UNIFORM_KEY);
        EnvelopeEncryption.Builder encryption =
                EnvelopeEncryption.builder(kms(null, null), uniform.isEmpty() ? footerKey() : uniform);
        if (uniform.isEmpty()) {
            Map<String, String> keys = columnKeys(schema).byColumn();
            keys.forEach(encryption::column);
            settings.set(EncryptionKeys.COMPLETE_COLUMNS, encryption::otherColumns);
            checkRequiredColumns(schema, keys.keySet());
        } else {
            rejectCombination(UNIFORM_KEY, FOOTER_KEY);
            rejectCombination(UNIFORM_KEY, COLUMN_KEYS);
            settings.set(EncryptionKeys.COMPLETE_COLUMNS, complete -> {
                if (complete) {
                    rejectCombination(UNIFORM_KEY, COMPLETE_COLUMNS);
                }
            });
        }
        settings.set(EncryptionKeys.ALGORITHM, scheme -> encryption.scheme(notWeakerThanRequired(scheme)));
        settings.set(EncryptionKeys.PLAINTEXT_FOOTER, encryption::plaintextFooter);
        settings.set(EncryptionKeys.DOUBLE_WRAPPING, encryption::doubleWrapping);
        settings.set(EncryptionKeys.DATA_KEY_BITS, encryption::dataKeyBytes);
        settings.set(EncryptionKeys.KEK_BITS, encryption::kekBytes);
        Provider provider = provider();
        return encryption
                .details(properties -> aad(properties).provider(provider))
                .build();
    }

    private EncryptionScheme notWeakerThanRequired(EncryptionScheme scheme) {
        settings.set(EncryptionKeys.REQUIRED_ALGORITHM, required -> {
            if (required == EncryptionScheme.AES_GCM_V1 && scheme != required) {
                throw new InvalidDataException(ALGORITHM + " is " + scheme + ", but " + REQUIRED_ALGORITHM + " is "
                        + required + ": files that are written could not be read");
            }
        });
        return scheme;
    }

    /** Checks that columns which readers require to be encrypted will be. */
    private void checkRequiredColumns(Schema schema, Set<String> encrypted) {
        boolean[] complete = new boolean[1];
        settings.set(EncryptionKeys.COMPLETE_COLUMNS, value -> complete[0] = value);
        FileDecryptionProperties.Builder builder = FileDecryptionProperties.builder();
        addRequiredColumns(builder);
        FileDecryptionProperties required = builder.build();
        for (Column column : schema.columns()) {
            if (!complete[0]
                    && required.requiresEncryption(column)
                    && encrypted.stream().noneMatch(column::isAtOrBelow)) {
                throw new InvalidDataException(REQUIRED_COLUMNS + " includes the column " + column.dottedPath()
                        + ", but " + COLUMN_KEYS + " does not: files that are written could not be read");
            }
        }
    }

    private FileEncryptionProperties.Builder aad(FileEncryptionProperties.Builder properties) {
        if (!text(AAD_PREFIX).isEmpty()) {
            properties.aadPrefix(text(AAD_PREFIX));
        }
        settings.set(EncryptionKeys.AAD_PREFIX_STORED, properties::aadPrefixStored);
        return properties;
    }

    private String footerKey() {
        String key = text(FOOTER_KEY);
        if (key.isEmpty()) {
            throw new InvalidDataException(
                    COLUMN_KEYS + " is set, but " + FOOTER_KEY + " is not: set the master key of the footer too");
        }
        return key;
    }

    private ColumnMasterKeys columnKeys(Schema schema) {
        String text = text(COLUMN_KEYS);
        if (text.isEmpty()) {
            throw new InvalidDataException(
                    FOOTER_KEY + " is set, but " + COLUMN_KEYS + " is not: set the master keys of" + " columns, or set "
                            + UNIFORM_KEY + " to encrypt everything with one key");
        }
        ColumnMasterKeys keys = ColumnMasterKeys.parse(text);
        for (String path : keys.byColumn().keySet()) {
            if (schema.columns().stream().noneMatch(column -> column.isAtOrBelow(path))) {
                throw new InvalidDataException(COLUMN_KEYS + " names the column " + path + ", but the schema has "
                        + schema.columns().stream().map(Column::dottedPath).toList());
            }
        }
        return keys;
    }

    private void rejectCombination(String one, String other) {
        if (!text(other).isEmpty()) {
            throw new InvalidDataException(one + " and " + other + " are both set, but only one of them may be");
        }
    }

    private @Nullable Provider provider() {
        String name = text(PROVIDER);
        if (name.isEmpty()) {
            return null;
        }
        Provider provider = Security.getProvider(name);
        if (provider == null) {
            throw new InvalidDataException(
                    PROVIDER + " is \"" + name + "\", which is not a security provider of this JVM");
        }
        return provider;
    }

    /**
     * Returns the decryption properties of a file, without a check of the settings' names: for many files of one
     * configuration, {@link EncryptionSettingNames#check} is called once.
     *
     * @return null if no KMS client is configured, and neither an algorithm nor the encryption of columns is required
     * @throws InvalidDataException if a setting is missing or wrong
     */
    public static @Nullable FileDecryptionProperties decryption(Configuration configuration, Path file) {
        if (configuration.getTrimmed(KMS_CLIENT, "").isEmpty()
                && configuration.getTrimmed(REQUIRED_ALGORITHM, "").isEmpty()
                && configuration.getTrimmed(REQUIRED_COLUMNS, "").isEmpty()) {
            return null;
        }
        return new EncryptionSettings(configuration).decryption(file);
    }

    /**
     * Checks the settings of reading, without the KMS, before files are read: {@link #decryption} parses them for each
     * file.
     *
     * @throws InvalidDataException if the name of a setting is unknown, or a setting does not accept its value
     */
    public static void checkReading(Configuration configuration) {
        EncryptionSettingNames.check(configuration);
        decryption(configuration, ANY_FILE);
    }

    private FileDecryptionProperties decryption(Path file) {
        FileDecryptionProperties.Builder properties = new KeyUnwrapper(
                        this::kms, HadoopKeyMaterialStore.of(file, configuration))
                .decryption()
                .plaintextFilesAllowed(true)
                .provider(provider());
        if (!text(AAD_PREFIX).isEmpty()) {
            properties.aadPrefix(text(AAD_PREFIX));
        }
        settings.set(EncryptionKeys.PLAINTEXT_FILES, properties::plaintextFilesAllowed);
        settings.set(EncryptionKeys.UNVERIFIED_FOOTERS, properties::unverifiedFooterAllowed);
        settings.set(EncryptionKeys.UNVERIFIED_AAD_PREFIXES, properties::unverifiedAadPrefixAllowed);
        settings.set(EncryptionKeys.COLUMNS_UNDER_FOOTER_KEY, properties::columnsUnderFooterKeyAllowed);
        settings.set(EncryptionKeys.REQUIRED_ALGORITHM, properties::requiredScheme);
        addRequiredColumns(properties);
        return properties.build();
    }

    private void addRequiredColumns(FileDecryptionProperties.Builder properties) {
        settings.set(
                EncryptionKeys.REQUIRED_COLUMNS,
                columns -> columns.forEach(column -> {
                    if (column.equals(ALL_COLUMNS)) {
                        properties.requireAllColumnsEncrypted(true);
                    } else {
                        properties.requireEncryptedColumn(column);
                    }
                }));
    }

    /**
     * Returns access to the KMS.
     *
     * @param idInFile the identifier of the KMS instance in the file's key material, used if the configuration has none
     * @param urlInFile the address of the KMS instance in the file's key material, used if the configuration has none
     *     and allows addresses from files
     * @throws InvalidDataException if no client is configured
     */
    public KmsAccess kms(@Nullable String idInFile, @Nullable String urlInFile) {
        String name = text(KMS_CLIENT);
        if (name.isEmpty()) {
            throw new InvalidDataException(
                    KMS_CLIENT + " is not set: encryption needs the KMS client that has the master keys");
        }
        String user = user();
        KmsConnection connection = new KmsConnection(
                configuredOr(KMS_INSTANCE_ID, idInFile),
                configuredOr(KMS_INSTANCE_URL, urlFromFiles ? urlInFile : null),
                () -> AccessTokens.token(configuration, user),
                configuration::get);
        return new KmsAccess(
                user, wrapLocally ? name + " wrapping locally" : name, connection, lifetime, () -> client(name));
    }

    private String configuredOr(String key, @Nullable String otherwise) {
        String text = text(key);
        if (!text.isEmpty()) {
            return text;
        }
        return otherwise == null || otherwise.isEmpty() ? KmsConnection.DEFAULT : otherwise;
    }

    private KmsClient client(String name) {
        KmsClient client = newClient(name);
        if (client instanceof Configurable configurable) {
            configurable.setConf(configuration);
        }
        if (wrapLocally && !wrapsLocally(client)) {
            throw new InvalidDataException(WRAP_LOCALLY + " is true, but the KMS client " + name
                    + " does not get master keys: its KMS wraps the keys");
        }
        return client;
    }

    private KmsClient newClient(String name) {
        try {
            Class<?> type = NamedClass.orNull(configuration, name);
            return type != null && ParquetJavaKmsClient.isClient(type)
                    ? new ParquetJavaKmsClient(type, configuration)
                    : KmsClients.named(name, configuration.getClassLoader());
        } catch (InvalidDataException e) {
            throw new InvalidDataException(KMS_CLIENT + ": " + e.detail(), e);
        }
    }

    private static boolean wrapsLocally(KmsClient client) {
        return client instanceof LocalWrapKmsClient
                || client instanceof ParquetJavaKmsClient adapter && adapter.wrapsLocally();
    }

    private static String user() {
        try {
            return UserGroupInformation.getCurrentUser().getUserName();
        } catch (IOException e) {
            throw new UncheckedIOException("the current user cannot be determined", e);
        }
    }
}
