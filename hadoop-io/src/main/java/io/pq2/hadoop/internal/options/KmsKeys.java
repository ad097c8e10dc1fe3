package io.pq2.hadoop.internal.options;

import static io.pq2.hadoop.internal.options.Suffix.NONE;
import static io.pq2.hadoop.internal.options.ValueType.FLAG;
import static io.pq2.hadoop.internal.options.ValueType.TEXT;
import static io.pq2.hadoop.internal.options.ValueType.integer;

import io.pq2.hadoop.kms.KmsOptions;
import java.util.List;

/** The settings of the KMS clients. */
public final class KmsKeys {

    private static final SettingTable TABLE = new SettingTable(Section.KMS);

    /** A day in milliseconds. */
    private static final int DAY = 24 * 60 * 60 * 1000;

    public static final Setting<Integer> ATTEMPTS = TABLE.add(
            KmsOptions.ATTEMPTS,
            integer(1, 1000),
            NONE,
            "5",
            "Maximum attempts while a KMS gives no answer. A refusal is not retried.");

    public static final Setting<Integer> REQUEST_TIMEOUT = TABLE.add(
            KmsOptions.REQUEST_TIMEOUT,
            integer(1, DAY),
            NONE,
            "10000",
            "Maximum time for one answer. With a Hadoop KMS, rounded to seconds.");

    public static final Setting<Integer> TOTAL_TIMEOUT = TABLE.add(
            KmsOptions.TOTAL_TIMEOUT, integer(1, DAY), NONE, "60000", "Maximum time for all attempts together.");

    public static final Setting<Integer> BACKOFF = TABLE.add(
            KmsOptions.BACKOFF,
            integer(1, DAY),
            NONE,
            "200",
            "The pause after the first attempt. It doubles with each attempt. Each pause is shortened by a"
                    + " random part of up to half.");

    public static final Setting<Integer> MAX_BACKOFF = TABLE.add(
            KmsOptions.MAX_BACKOFF,
            integer(1, DAY),
            NONE,
            "5000",
            "The longest pause, unless the KMS asks for a longer one.");

    public static final Setting<String> VAULT_MOUNT = TABLE.add(
            KmsOptions.VAULT_MOUNT,
            TEXT,
            NONE,
            "`parquet.encryption.kms.instance.id`, else `transit`",
            "The mount path of Vault's transit engine.");

    public static final Setting<String> VAULT_NAMESPACE =
            TABLE.add(KmsOptions.VAULT_NAMESPACE, TEXT, NONE, "none", "The namespace of Vault.");

    public static final Setting<Boolean> VAULT_ALLOW_HTTP = TABLE.add(
            KmsOptions.VAULT_ALLOW_HTTP,
            FLAG,
            NONE,
            "false",
            "Whether the address of Vault may start with `http:` although it is another machine.");

    public static final Setting<Boolean> KEY_FILE_ALLOW_READABLE = TABLE.add(
            KmsOptions.KEY_FILE_ALLOW_READABLE,
            FLAG,
            NONE,
            "false",
            "Whether all users of the machine may have permission to read a key file.");

    private KmsKeys() {}

    /** Returns the settings in the order of their documentation. */
    static List<Setting<?>> all() {
        return TABLE.settings();
    }
}
