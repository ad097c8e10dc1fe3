package io.pq2.spark.internal.errors;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.LimitExceededException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.EncryptionSettingNames;
import io.pq2.hadoop.options.HadoopEncryption;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of pq2's errors for which Spark has none. Errors of options and settings have Spark's condition {@code
 * STDS_INVALID_OPTION_VALUE}, and those of damaged files {@code FAILED_READ_FILE}. docs/errors.md has a row for each.
 */
public enum Condition {
    /** No directory was compacted, or the first failure ended the compaction. */
    COMPACTION_FAILED(
            "58030",
            "`CALL pq2.compact` or `Compaction` compacted no directory, or ended at the first failure because of"
                    + " `fail_fast`.",
            "Remove the cause and compact again, which also completes what is unfinished."),
    /** Encrypted data cannot be read or written as requested. */
    ENCRYPTION(
            "KD000",
            "A file cannot be decrypted although its key is available, or a setting of encryption is wrong for a file.",
            "Correct the settings of encryption (docs/encryption.md), or get the file from its source again."),
    /** A task was given a value that it cannot write. */
    INVALID_DATA(
            "22000",
            "A task got a value that the type of its column does not have, or a setting does not fit its file.",
            "Correct the value or the setting, or write the column with another type (docs/types.md)."),
    /** The KMS, or a provider of keys, does not give a key to this user. */
    KEY_DENIED(
            "42501",
            "The KMS denies a key to the user, or does not have it.",
            "Ask the owner of the key for access, or use other columns or another key."),
    /** A file is encrypted, but no KMS is configured. */
    KMS_CLIENT_MISSING(
            "42616",
            "A file is encrypted, but the read names no KMS.",
            "Set " + HadoopEncryption.KMS_CLIENT
                    + " to the KMS that has the key, as an option or in the session (docs/kms.md)."),
    /** The KMS cannot be reached. */
    KMS_UNAVAILABLE(
            "08001",
            "The KMS gives no valid answer.",
            "Check the KMS and its settings (docs/kms.md), and repeat the statement."),
    /** A limit protects the memory. */
    LIMIT_EXCEEDED(
            "54000",
            "Reading a file would take more memory than a limit allows.",
            "Raise the limit that the error names if you trust the file (docs/configuration.md)."),
    /** The file system fails. */
    STORAGE_ERROR(
            "58030",
            "A file system fails while a statement is planned, or while key material is written.",
            "Check that the file system is available and that you may access the path, and repeat the statement."),
    /** This version of pq2 cannot do what is asked. */
    UNSUPPORTED_FEATURE(
            "0A000",
            "A setting asks for a codec, an encoding, a type or a committer that this version cannot use.",
            "Choose another one; docs/configuration.md lists them.");

    private final String sqlState;
    private final String occasion;
    private final String remedy;

    Condition(String sqlState, String occasion, String remedy) {
        this.sqlState = sqlState;
        this.occasion = occasion;
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

    /** Returns when the error occurs, as a sentence in Markdown. */
    public String occasion() {
        return occasion;
    }

    /** Returns what a user can do, as a sentence. */
    public String remedy() {
        return remedy;
    }

    /**
     * Returns the condition of a failure; absent if it has a condition of Spark: that of an option or a setting, or
     * that of a file.
     *
     * @param hasKms whether the configuration names a KMS client
     */
    static @Nullable Condition of(ParquetException failure, boolean hasKms) {
        if (failure instanceof KmsUnavailableException) {
            return KMS_UNAVAILABLE;
        } else if (failure instanceof KeyDeniedException) {
            return hasKms ? KEY_DENIED : KMS_CLIENT_MISSING;
        } else if (failure instanceof EncryptionException) {
            return ENCRYPTION;
        } else if (failure instanceof LimitExceededException) {
            return LIMIT_EXCEEDED;
        }
        boolean ofFile = failure.location().file() != null;
        if (failure instanceof InvalidDataException && ofFile && EncryptionSettingNames.includes(failure.detail())) {
            return hasKms ? ENCRYPTION : KMS_CLIENT_MISSING;
        }
        return failure instanceof UnsupportedFeatureException && !ofFile ? UNSUPPORTED_FEATURE : null;
    }

    /** Returns the condition of a failure to write. */
    static Condition ofWrite(ParquetException failure) {
        if (failure instanceof UnsupportedFeatureException) {
            return UNSUPPORTED_FEATURE;
        }
        Condition known = of(failure, true);
        return known == null ? INVALID_DATA : known;
    }
}
