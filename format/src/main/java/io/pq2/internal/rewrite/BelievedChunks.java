package io.pq2.internal.rewrite;

import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.statistics.StatisticsTrust;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The column chunks of a footer for a footer that names another writer: without what is not believed. */
public final class BelievedChunks {

    private final WriterTrust trust;
    private final List<Column> columns;

    /** Creates the chunks of a footer. */
    public BelievedChunks(FileMetaData footer) {
        this.trust = WriterTrust.of(StatisticsTrust.KNOWN, footer);
        this.columns = SchemaElements.toSchema(footer.schema()).columns();
    }

    /**
     * Returns the column chunks of a row group.
     *
     * @param path the value of their {@code file_path}
     * @throws io.pq2.exception.CorruptFileException if the metadata of a chunk is corrupt
     */
    public List<ColumnChunk> of(RowGroup rowGroup, String path) {
        List<ColumnChunk> chunks = new ArrayList<>(rowGroup.columns().size());
        for (int i = 0; i < rowGroup.columns().size(); i++) {
            ColumnChunk chunk = rowGroup.columns().get(i);
            boolean indexed = trust.wholeColumnIndex(columns.get(i));
            chunks.add(new ColumnChunk(
                    path,
                    chunk.fileOffset(),
                    metadata(chunk.metadata(), columns.get(i)),
                    chunk.offsetIndexOffset(),
                    chunk.offsetIndexLength(),
                    indexed ? chunk.columnIndexOffset() : null,
                    indexed ? chunk.columnIndexLength() : null,
                    null,
                    null));
        }
        return chunks;
    }

    private @Nullable ColumnMetaData metadata(@Nullable ColumnMetaData old, Column column) {
        return old == null
                ? null
                : new ColumnMetaData(
                        old.type(),
                        old.encodings(),
                        old.pathInSchema(),
                        old.codec(),
                        old.numValues(),
                        old.totalUncompressedSize(),
                        old.totalCompressedSize(),
                        old.keyValueMetadata(),
                        old.dataPageOffset(),
                        old.indexPageOffset(),
                        old.dictionaryPageOffset(),
                        trust.believed(column, old, true),
                        old.encodingStats(),
                        trust.bloomFilters() ? old.bloomFilterOffset() : null,
                        trust.bloomFilters() ? old.bloomFilterLength() : null,
                        trust.levelHistograms() ? old.sizeStatistics() : null,
                        old.geospatialStatistics(),
                        old.unknownCodec(),
                        old.unknownEncodings());
    }
}
