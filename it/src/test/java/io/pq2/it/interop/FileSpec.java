package io.pq2.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.DataPageVersion;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A test file: columns with the same nesting, codec and page version. */
record FileSpec(Nesting nesting, CompressionCodec codec, DataPageVersion version, List<Cell> cells) {

    /** The rows per page. The writer drops dictionaries only in pages with more values. */
    private static final int PAGE_ROWS = 20;

    /** Writes the file in two row groups of several pages each, and checks that it has the required encodings. */
    void write(Path file, Values values) throws IOException {
        List<Field> fields = new ArrayList<>();
        List<Vector> vectors = new ArrayList<>();
        for (Cell cell : cells) {
            fields.add(nesting.field(cell.column(), cell.type()));
            vectors.add(values.vector(nesting, cell.type()));
        }
        Schema schema = new Schema("interop", fields);
        int rows = values.rows();
        WriteOptions.Builder options = WriteOptions.builder()
                .codec(codec)
                .dataPageVersion(version)
                .rowGroupRows(rows * 2L / 3)
                .pageRows(PAGE_ROWS);
        for (Cell cell : cells) {
            String path = leaf(schema, cell).dottedPath();
            boolean dictionary = cell.encoding() == Encoding.RLE_DICTIONARY;
            options.dictionary(path, dictionary);
            if (!dictionary) {
                options.encoding(path, cell.encoding());
            }
        }
        ParquetWriter writer = ParquetWriter.create(LocalOutputFile.overwriting(file), schema, options.build());
        try (writer) {
            writer.write(new Batch(rows, vectors));
        }
        check(schema, writer.metadata());
    }

    boolean isCompressed() {
        return codec != CompressionCodec.UNCOMPRESSED;
    }

    private void check(Schema schema, FileMetaData metadata) {
        assertThat(metadata.rowGroups()).hasSizeGreaterThan(1);
        for (RowGroup rowGroup : metadata.rowGroups()) {
            for (Cell cell : cells) {
                if (cell.type().values().isEmpty()) {
                    continue;
                }
                ColumnMetaData chunk =
                        rowGroup.columns().get(leaf(schema, cell).index()).metadata();
                assertThat(chunk.codec()).isEqualTo(codec);
                assertThat(chunk.encodingStats())
                        .as("the pages of %s in %s", cell, this)
                        .filteredOn(stats -> stats.pageType() != PageType.DICTIONARY_PAGE)
                        .extracting(PageEncodingStats::encoding)
                        .containsOnly(cell.encoding());
            }
        }
    }

    private Column leaf(Schema schema, Cell cell) {
        return schema.columns().stream()
                .filter(column -> column.path().get(0).equals(cell.column()))
                .filter(column -> !List.of("key", Nesting.SECOND_FIELD)
                        .contains(column.path().get(column.path().size() - 1)))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return nesting.title() + ", " + codec + ", " + version;
    }
}
