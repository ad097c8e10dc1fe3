package io.pq2.internal.encryption;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.FileLocation;
import io.pq2.exception.TamperedFileException;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.List;

/** Checks that the columns of a file are encrypted as its reader requires. */
final class ColumnProtection {

    private ColumnProtection() {}

    /**
     * Checks all column chunks. Decodes them only if the reader has a requirement.
     *
     * @throws TamperedFileException if a column is not encrypted but must be, or is encrypted with the footer key but
     *     must not be
     */
    static void check(String file, FileMetaData footer, Schema schema, FileDecryptionProperties properties) {
        if (properties.columnsUnderFooterKeyAllowed() && !properties.requiresEncryptedColumns()) {
            return;
        }
        for (int group = 0; group < footer.rowGroups().size(); group++) {
            List<ColumnChunk> chunks = footer.rowGroups().get(group).columns();
            for (Column column : schema.columns()) {
                ColumnCryptoMetaData crypto = chunks.get(column.index()).cryptoMetadata();
                FileLocation location = new FileLocation(file, group, column.dottedPath(), -1, -1);
                if (crypto == null && properties.requiresEncryption(column)) {
                    throw new TamperedFileException(
                            location,
                            "the column is not encrypted, but must be: the file may have been replaced. If the file is"
                                    + " legitimate, do not require encryption of the column"
                                    + " (pq2.encryption.requiredColumns)");
                }
                if (crypto instanceof EncryptionWithFooterKey && !properties.columnsUnderFooterKeyAllowed()) {
                    throw new TamperedFileException(
                            location,
                            "the column is encrypted with the key of the footer, which is not allowed: write the file"
                                    + " again with another key for the column, or allow such files"
                                    + " (pq2.encryption.columnsUnderFooterKey)");
                }
            }
        }
    }
}
