package io.pq2.hadoop.kms;

/**
 * The configuration keys of the KMS clients of this package, in addition to parquet-java's keys; see
 * docs/configuration.md.
 */
public final class KmsOptions {

    /** The maximum number of attempts at a call that the KMS does not answer. */
    public static final String ATTEMPTS = "pq2.encryption.kms.attempts";

    /** The time limit of a single attempt in milliseconds. */
    public static final String REQUEST_TIMEOUT = "pq2.encryption.kms.requestTimeoutMillis";

    /** The time limit of a call with all its attempts in milliseconds. */
    public static final String TOTAL_TIMEOUT = "pq2.encryption.kms.totalTimeoutMillis";

    /** The pause after the first attempt in milliseconds; doubles with each further attempt. */
    public static final String BACKOFF = "pq2.encryption.kms.backoffMillis";

    /** The longest pause between two attempts in milliseconds. */
    public static final String MAX_BACKOFF = "pq2.encryption.kms.maxBackoffMillis";

    /** The mount path of Vault's transit engine. */
    public static final String VAULT_MOUNT = "pq2.encryption.vault.mount";

    /** The Vault namespace of the transit engine. */
    public static final String VAULT_NAMESPACE = "pq2.encryption.vault.namespace";

    /** Whether the address of Vault may start with {@code http:} although it is another machine. */
    public static final String VAULT_ALLOW_HTTP = "pq2.encryption.vault.allowHttp";

    /** Whether other users than the owner and the group may have permission to read a key file. */
    public static final String KEY_FILE_ALLOW_READABLE = "pq2.encryption.keyFile.allowReadable";

    private KmsOptions() {}
}
