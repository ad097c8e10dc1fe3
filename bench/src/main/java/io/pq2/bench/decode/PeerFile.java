package io.pq2.bench.decode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A file written by parquet-java: one row group, with parquet-java's default pages.
 *
 * @param encoding the encoding of all columns
 * @param codec the codec of all columns
 * @param columns the top-level fields
 * @param rows the number of rows
 */
record PeerFile(FileEncoding encoding, CompressionCodecName codec, List<PeerColumn> columns, int rows)
        implements FileRecipe.Content {

    private static final long ROW_GROUP_BYTES = 1L << 30;
    private static final int MAX_PADDING = 0;

    /**
     * A top-level field.
     *
     * @param name the name
     * @param layout the nesting of its values
     * @param leaf its values
     * @param nulls the share of nulls among them
     */
    record PeerColumn(String name, Layout layout, LeafType leaf, double nulls) {}

    @Override
    public void writeTo(Path path) throws IOException {
        List<Type> fields = new ArrayList<>();
        for (PeerColumn column : columns) {
            fields.add(column.layout().field(column.name(), column.leaf()));
        }
        MessageType schema = new MessageType("benchmark", fields);
        ParquetProperties properties = encoding.properties();
        CodecFactory codecs = new CodecFactory(new Configuration(), properties.getPageSizeThreshold());
        BytesInputCompressor compressor = codecs.getCompressor(codec);
        try (ParquetFileWriter file = new ParquetFileWriter(
                        new LocalOutputFile(path),
                        schema,
                        ParquetFileWriter.Mode.CREATE,
                        ROW_GROUP_BYTES,
                        MAX_PADDING,
                        null,
                        properties);
                ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                        compressor,
                        schema,
                        properties.getAllocator(),
                        ParquetProperties.DEFAULT_COLUMN_INDEX_TRUNCATE_LENGTH,
                        properties.getPageWriteChecksumEnabled());
                ColumnWriteStore store = properties.newColumnWriteStore(schema, pages, pages)) {
            file.start();
            writeRows(schema, store);
            file.startBlock(rows);
            store.flush();
            pages.flushToFileWriter(file);
            file.endBlock();
            file.end(Map.of());
        } finally {
            codecs.release();
        }
    }

    private void writeRows(MessageType schema, ColumnWriteStore store) {
        List<Layout.Row> writers = new ArrayList<>();
        int leaf = 0;
        for (PeerColumn column : columns) {
            List<ColumnWriter> leaves = new ArrayList<>();
            for (int i = 0; i < column.layout().leaves(); i++) {
                leaves.add(store.getColumnWriter(schema.getColumns().get(leaf++)));
            }
            writers.add(new Layout.Row(leaves, column.leaf(), column.nulls()));
        }
        int[] next = new int[columns.size()];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < next.length; i++) {
                next[i] = columns.get(i).layout().write(writers.get(i), next[i]);
            }
            store.endRecord();
        }
    }
}
