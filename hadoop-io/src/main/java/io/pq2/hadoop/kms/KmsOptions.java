package io.pq2.hadoop.kms;

/** The keys of a configuration that the KMS clients of this package take, beside those of parquet-java; see docs/configuration.md. */
public final class KmsOptions {

    /** How often a KMS that gives no answer is asked at most. */
    public static final String ATTEMPTS = "pq2.encryption.kms.attempts";

    /** Milliseconds that one answer of a KMS may take. */
    public static final String REQUEST_TIMEOUT = "pq2.encryption.kms.request-timeout-millis";

    /** Milliseconds after which a KMS that gives no answer is given up, whatever the number of attempts. */
    public static final String TOTAL_TIMEOUT = "pq2.encryption.kms.total-timeout-millis";

    /** Milliseconds between the first and the second attempt; each further pause is twice as long. */
    public static final String BACKOFF = "pq2.encryption.kms.backoff-millis";

    /** Milliseconds that no pause between attempts is longer than. */
    public static final String MAX_BACKOFF = "pq2.encryption.kms.max-backoff-millis";

    /** The path under which Vault's transit engine is mounted. */
    public static final String VAULT_MOUNT = "pq2.encryption.vault.mount";

    /** The namespace of Vault that the engine is in. */
    public static final String VAULT_NAMESPACE = "pq2.encryption.vault.namespace";

    private KmsOptions() {}
}
