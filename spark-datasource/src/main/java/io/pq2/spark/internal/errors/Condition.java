package io.pq2.spark.internal.errors;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;

/**
 * The conditions of pq2's errors for which Spark has none. Errors of options and settings have Spark's condition {@code
 * STDS_INVALID_OPTION_VALUE}, and those of files that tasks read {@code FAILED_READ_FILE}.
 */
public enum Condition {
    /** No directory was compacted, or the first failure ended the compaction. */
    COMPACTION_FAILED("58030", "Remove the cause and compact again, which also completes what is unfinished."),
    /** A file violates the format. */
    CORRUPT_FILE("KD001", "pq2 check FILE says what is damaged, and pq2 salvage FILE saves the rest."),
    /** Encrypted data cannot be read or written as requested. */
    ENCRYPTION("KD000", "docs/encryption.md describes the settings of keys."),
    /** The KMS, or a provider of keys, does not give a key to this user. */
    KEY_DENIED("42501", "Ask the owner of the key for access, or name another key."),
    /** The KMS cannot be reached. */
    KMS_UNAVAILABLE("08001", "Check the settings of the KMS (docs/kms.md), and repeat the query."),
    /** A limit protects the memory. */
    LIMIT_EXCEEDED("54000", "docs/configuration.md has the limits; raise the one that the error names."),
    /** This version of pq2 cannot do what is asked. */
    UNSUPPORTED_FEATURE("0A000", "Choose another codec, encoding or type; docs/configuration.md lists them.");

    private final String sqlState;
    private final String remedy;

    Condition(String sqlState, String remedy) {
        this.sqlState = sqlState;
        this.remedy = remedy;
    }

    /** Returns the name that Spark shows, such as {@code PQ2_KEY_DENIED}. */
    public String conditionName() {
        return "PQ2_" + name();
    }

    /** Returns the five characters of the SQLSTATE. */
    public String sqlState() {
        return sqlState;
    }

    /** Returns what a user can do, as a sentence. */
    public String remedy() {
        return remedy;
    }

    /** Returns the condition of a failure that is not about an option. */
    static Condition of(ParquetException failure) {
        if (failure instanceof KmsUnavailableException) {
            return KMS_UNAVAILABLE;
        } else if (failure instanceof KeyDeniedException) {
            return KEY_DENIED;
        } else if (failure instanceof EncryptionException) {
            return ENCRYPTION;
        } else if (failure instanceof LimitExceededException) {
            return LIMIT_EXCEEDED;
        }
        return failure instanceof CorruptFileException ? CORRUPT_FILE : UNSUPPORTED_FEATURE;
    }
}
