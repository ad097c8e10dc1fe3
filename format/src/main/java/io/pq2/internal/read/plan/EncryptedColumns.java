package io.pq2.internal.read.plan;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.schema.Column;
import java.util.List;

/** Finds damage of encrypted columns. It is never skipped, because it can be an attack that removes rows. */
public final class EncryptedColumns {

    private EncryptedColumns() {}

    /**
     * Whether damage may be that of an encrypted column.
     *
     * @param rowGroup the index in the file of the damaged row group
     * @param columns the columns that are read
     */
    public static boolean mayBe(OpenFile file, int rowGroup, List<Column> columns, CorruptFileException damage) {
        String damaged = damage.location().column();
        List<ColumnChunk> chunks = file.metadata().rowGroups().get(rowGroup).columns();
        for (Column column : columns) {
            boolean candidate = damaged == null || damaged.equals(column.dottedPath());
            if (candidate && isEncrypted(file, chunks, column)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEncrypted(OpenFile file, List<ColumnChunk> chunks, Column column) {
        try {
            return chunks.get(column.index()).cryptoMetadata() != null;
        } catch (CorruptFileException e) {
            return file.decryptor() != null;
        }
    }
}
