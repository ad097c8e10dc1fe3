package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.NAMES;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;
import static io.pq2.hadoop.internal.options.ValueType.choice;
import static io.pq2.hadoop.internal.options.ValueType.integer;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.hadoop.options.HadoopEncryption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings of encryption. */
public final class EncryptionKeys {

    private static final SettingTable TABLE = new SettingTable(Section.ENCRYPTION);

    private static final Map<String, EncryptionScheme> SCHEMES = new TreeMap<>(Map.of(
            EncryptionScheme.AES_GCM_V1.name(), EncryptionScheme.AES_GCM_V1,
            EncryptionScheme.AES_GCM_CTR_V1.name(), EncryptionScheme.AES_GCM_CTR_V1));

    private static final Map<String, Integer> KEY_BYTES = new TreeMap<>(Map.of("128", 16, "192", 24, "256", 32));

    /** Ten years in seconds. */
    private static final int TEN_YEARS = 10 * 365 * 24 * 60 * 60;

    public static final Setting<String> UNIFORM_KEY = TABLE.add(
            HadoopEncryption.UNIFORM_KEY,
            TEXT,
            NONE,
            "",
            "The master key for the footer and all columns. Excludes the next two keys.");

    public static final Setting<String> FOOTER_KEY =
            TABLE.add(HadoopEncryption.FOOTER_KEY, TEXT, NONE, "", "The master key of the footer.");

    public static final Setting<String> COLUMN_KEYS = TABLE.add(
            HadoopEncryption.COLUMN_KEYS,
            TEXT,
            NONE,
            "",
            "The master keys of columns: `key:column,column;key:column`. A column is a dotted path; the "
                    + "path of a group means all columns in it. Other columns are not encrypted.");

    public static final Setting<Boolean> COMPLETE_COLUMNS = TABLE.add(
            HadoopEncryption.COMPLETE_COLUMNS,
            FLAG,
            NONE,
            "false",
            "Whether columns that are not named are encrypted, with the master key of the footer.");

    public static final Setting<EncryptionScheme> ALGORITHM = TABLE.add(
            HadoopEncryption.ALGORITHM,
            choice(SCHEMES),
            NONE,
            "`AES_GCM_V1`",
            "`AES_GCM_V1`, or `AES_GCM_CTR_V1`, which [does not authenticate values](encryption.md#write).");

    public static final Setting<Boolean> PLAINTEXT_FOOTER = TABLE.add(
            HadoopEncryption.PLAINTEXT_FOOTER,
            FLAG,
            NONE,
            "false",
            "Whether the footer is signed instead of encrypted.");

    public static final Setting<String> KMS_CLIENT = TABLE.add(
            HadoopEncryption.KMS_CLIENT,
            TEXT,
            NONE,
            "",
            "The KMS client: its short name, a class that implements `KmsClient`, or a class written for "
                    + "parquet-java. Without one, encrypted files cannot be read.");

    public static final Setting<String> KMS_INSTANCE_ID = TABLE.add(
            HadoopEncryption.KMS_INSTANCE_ID,
            TEXT,
            NONE,
            "`DEFAULT`; when reading, the instance that the file names",
            "The instance of the KMS, for clients that know several.");

    public static final Setting<String> KMS_INSTANCE_URL = TABLE.add(
            HadoopEncryption.KMS_INSTANCE_URL, TEXT, NONE, "`DEFAULT`: the client's own", "The address of the KMS.");

    public static final Setting<String> ACCESS_TOKEN = TABLE.add(
            HadoopEncryption.ACCESS_TOKEN,
            TEXT,
            NONE,
            "`DEFAULT`",
            "The token that authorizes the user at the KMS. Secret. Can also come from "
                    + "`hadoop.security.credential.provider.path`.");

    public static final Setting<Boolean> DOUBLE_WRAPPING = TABLE.add(
            HadoopEncryption.DOUBLE_WRAPPING,
            FLAG,
            NONE,
            "true",
            "Whether data keys are wrapped with key encryption keys, which the KMS wraps. Otherwise the "
                    + "KMS wraps each data key.");

    public static final Setting<Boolean> WRAP_LOCALLY = TABLE.add(
            HadoopEncryption.WRAP_LOCALLY,
            FLAG,
            NONE,
            "false",
            "`true` requires a client that fetches master keys from the KMS and wraps with them itself. "
                    + "The setting does not change how a client works.");

    public static final Setting<Integer> CACHE_LIFETIME = TABLE.add(
            HadoopEncryption.CACHE_LIFETIME,
            integer(0, TEN_YEARS),
            NONE,
            "600",
            "How long KMS clients and key encryption keys are reused.");

    public static final Setting<Boolean> MATERIAL_IN_FILES = TABLE.add(
            HadoopEncryption.MATERIAL_IN_FILES,
            FLAG,
            NONE,
            "true",
            "Whether key material is stored in the data files. Otherwise each file has a key material file"
                    + " next to it.");

    public static final Setting<Integer> DATA_KEY_BITS = TABLE.add(
            HadoopEncryption.DATA_KEY_BITS,
            choice(KEY_BYTES),
            NONE,
            "128",
            "The length of data keys: 128, 192 or 256.");

    public static final Setting<Integer> KEK_BITS = TABLE.add(
            HadoopEncryption.KEK_BITS,
            choice(KEY_BYTES),
            NONE,
            "128",
            "The length of key encryption keys: 128, 192 or 256.");

    public static final Setting<String> CRYPTO_FACTORY = TABLE.add(
            HadoopEncryption.CRYPTO_FACTORY,
            TEXT,
            NONE,
            "",
            "Not needed. parquet-java's `PropertiesDrivenCryptoFactory` is accepted; a write with any "
                    + "other class is refused.");

    public static final Setting<String> AAD_PREFIX = TABLE.add(
            HadoopEncryption.AAD_PREFIX,
            TEXT,
            NONE,
            "none",
            "The AAD prefix of files, such as the name of a table. Files with another prefix are refused "
                    + "on reading, and, unless it is set, files that [store a prefix](encryption.md#forged-footers).");

    public static final Setting<Boolean> AAD_PREFIX_STORED =
            TABLE.add(HadoopEncryption.AAD_PREFIX_STORED, FLAG, NONE, "true", "Whether files store their AAD prefix.");

    public static final Setting<String> PROVIDER = TABLE.add(
            HadoopEncryption.PROVIDER,
            TEXT,
            NONE,
            "the JDK's choice",
            "The JCA provider whose AES encrypts and decrypts files.");

    public static final Setting<Boolean> PLAINTEXT_FILES = TABLE.add(
            HadoopEncryption.PLAINTEXT_FILES,
            FLAG,
            NONE,
            "true",
            "Whether unencrypted files can be read while a KMS client is configured.");

    public static final Setting<EncryptionScheme> REQUIRED_ALGORITHM = TABLE.add(
            HadoopEncryption.REQUIRED_ALGORITHM,
            choice(SCHEMES),
            NONE,
            "none",
            "The weakest algorithm that readers accept: `AES_GCM_V1` refuses files with `AES_GCM_CTR_V1` "
                    + "and unencrypted files, `AES_GCM_CTR_V1` only unencrypted files. Applies without a KMS client "
                    + "too. A write of encrypted files with a weaker algorithm is refused.");

    public static final Setting<List<String>> REQUIRED_COLUMNS = TABLE.add(
            HadoopEncryption.REQUIRED_COLUMNS,
            NAMES,
            NONE,
            "none",
            "The columns that must be encrypted in files that are read: `*` for all, or paths of columns "
                    + "and groups in any case, separated by commas. Files in which one of them is not encrypted, and"
                    + " unencrypted files, are refused. Applies without a KMS client too. A write of encrypted files"
                    + " that would leave such a column unencrypted is refused.");

    public static final Setting<Boolean> COLUMNS_UNDER_FOOTER_KEY = TABLE.add(
            HadoopEncryption.COLUMNS_UNDER_FOOTER_KEY,
            FLAG,
            NONE,
            "true",
            "Whether files can be read in which the key of the footer also encrypts columns, as in files "
                    + "of parquet-java with `parquet.encryption.uniform.key`.");

    public static final Setting<Boolean> UNVERIFIED_AAD_PREFIXES = TABLE.add(
            HadoopEncryption.UNVERIFIED_AAD_PREFIXES,
            FLAG,
            NONE,
            "false",
            "Whether files with an encrypted footer can be read that [store an AAD "
                    + "prefix](encryption.md#forged-footers), although `pq2.encryption.aadPrefix` is not set.");

    public static final Setting<Boolean> PLAINTEXT_APPENDS = TABLE.add(
            HadoopEncryption.PLAINTEXT_APPENDS,
            FLAG,
            NONE,
            "false",
            "Whether plaintext files can be added to a directory whose files are encrypted. The check "
                    + "reads one footer for each write.");

    public static final Setting<Boolean> UNVERIFIED_FOOTERS = TABLE.add(
            HadoopEncryption.UNVERIFIED_FOOTERS,
            FLAG,
            NONE,
            "false",
            "Whether files can be read whose plaintext footer is signed with a key that the KMS denies.");

    public static final Setting<Boolean> KMS_URL_FROM_FILES = TABLE.add(
            HadoopEncryption.KMS_URL_FROM_FILES,
            FLAG,
            NONE,
            "false",
            "Whether a file may supply the address of the KMS, which gets the token, if the configuration "
                    + "has none.");

    private EncryptionKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
