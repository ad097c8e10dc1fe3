package io.pq2.hadoop.keys;

import io.pq2.encryption.EncryptionScheme;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of a file.
 *
 * @param path the path of the file
 * @param footer the protection of the footer
 * @param scheme the algorithm; absent if nothing in the file is encrypted, or if it is unknown
 * @param aadPrefix whether the file uses an AAD prefix
 * @param footerKey the key that encrypts or signs the footer; absent if nothing in the file is encrypted, or if it is
 *     unknown
 * @param columns the columns in the order of the schema, including columns of nested fields. A column that is encrypted
 *     differently in different row groups occurs several times. Columns of a file without rows count as not encrypted.
 *     Absent if unknown: an encrypted footer reveals its columns only to users of its key
 * @param problem what could not be determined and why; absent if everything is known
 */
public record AuditedFile(
        Path path,
        Footer footer,
        @Nullable EncryptionScheme scheme,
        boolean aadPrefix,
        @Nullable AuditedKey footerKey,
        @Nullable List<AuditedColumn> columns,
        @Nullable String problem) {

    /** The protection of a footer. */
    public enum Footer {
        /** Nothing in the file is encrypted. */
        NOT_ENCRYPTED,
        /** The footer is signed and readable without a key. */
        SIGNED,
        /** The footer is encrypted. */
        ENCRYPTED,
        /** The file could not be read, or is not a Parquet file. */
        UNKNOWN
    }

    /** Copies the list of columns. */
    public AuditedFile {
        columns = columns == null ? null : List.copyOf(columns);
    }

    static AuditedFile unreadable(Path path, Exception problem) {
        return new AuditedFile(path, Footer.UNKNOWN, null, false, null, null, problem.getMessage());
    }
}
