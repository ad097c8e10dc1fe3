package io.pq2.hadoop.keys;

import io.pq2.encryption.EncryptionScheme;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * How a file is encrypted, as far as it says so to whoever asks.
 *
 * @param path the file
 * @param footer what protects its footer
 * @param scheme the algorithm; null if nothing in the file is encrypted, or that is not known
 * @param aadPrefix whether its modules are tied to an AAD prefix
 * @param footerKey the key that the footer is encrypted or signed with; null if nothing in the file is encrypted, or that is not known
 * @param columns in the order of the schema, those of nested fields too. One that is not encrypted alike in all row groups is there more than
 *     once; one of a file without rows is as if it were not encrypted. Null if not known: an encrypted footer says it only to whoever has its key
 * @param problem what could not be found out and why, null if nothing
 */
public record AuditedFile(
        Path path,
        Footer footer,
        EncryptionScheme scheme,
        boolean aadPrefix,
        AuditedKey footerKey,
        List<AuditedColumn> columns,
        String problem) {

    /** What protects a footer. */
    public enum Footer {
        /** Nothing in the file is encrypted. */
        NOT_ENCRYPTED,
        /** A signature; everybody can read it. */
        SIGNED,
        /** Encryption. */
        ENCRYPTED,
        /** The file could not be read, or is no Parquet file. */
        UNKNOWN
    }

    public AuditedFile {
        columns = columns == null ? null : List.copyOf(columns);
    }

    static AuditedFile unreadable(Path path, Exception problem) {
        return new AuditedFile(path, Footer.UNKNOWN, null, false, null, null, problem.getMessage());
    }
}
