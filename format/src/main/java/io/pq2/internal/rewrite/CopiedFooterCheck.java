package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.thrift.FooterReader;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.List;

/** Checks the footer of a rewritten file before the file becomes visible. */
public final class CopiedFooterCheck {

    private CopiedFooterCheck() {}

    /**
     * Checks that a footer can be decoded, that its row groups have the expected number of rows, and that the metadata
     * of their column chunks fits the schema.
     *
     * @param written the footer of the new file without encryption
     * @param rows the number of rows of the inputs
     * @param encrypted whether the new file is encrypted; then only rows are counted, because the stored form differs
     * @throws CorruptFileException if a reader would not accept the footer
     */
    public static void check(FileMetaData written, Schema schema, long rows, boolean encrypted) {
        FileMetaData footer = written;
        if (!encrypted) {
            byte[] bytes = FooterWriter.write(written);
            footer = FooterReader.read(bytes, 0, bytes.length);
        }
        long found = 0;
        for (int i = 0; i < footer.rowGroups().size(); i++) {
            RowGroup rowGroup = footer.rowGroups().get(i);
            found += rowGroup.numRows();
            for (Column column : encrypted ? List.<Column>of() : schema.columns()) {
                ChunkRanges.metadata(rowGroup, i, column, null);
            }
        }
        if (found != rows || footer.numRows() != rows) {
            throw new CorruptFileException("the new file would have " + found + " rows, and num_rows "
                    + footer.numRows() + ", instead of the " + rows + " rows of the inputs; nothing is written");
        }
    }
}
