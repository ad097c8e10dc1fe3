package io.pq2.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/** The entries of a file's columns as parquet-java reads them. */
public final class ParquetJavaColumns {

    private ParquetJavaColumns() {}

    /** Returns the entries of each column of each row group. */
    public static List<List<List<ColumnEntries.Entry>>> read(Path path) throws IOException {
        return read(path, null);
    }

    /**
     * Returns the entries of each column of each row group.
     *
     * @param keys the keys of an encrypted file; null if the file is not encrypted
     */
    static List<List<List<ColumnEntries.Entry>>> read(Path path, FileDecryptionProperties keys) throws IOException {
        List<List<List<ColumnEntries.Entry>>> rowGroups = new ArrayList<>();
        ParquetReadOptions options =
                ParquetReadOptions.builder().withDecryption(keys).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path), options)) {
            MessageType schema = reader.getFooter().getFileMetaData().getSchema();
            String createdBy = reader.getFooter().getFileMetaData().getCreatedBy();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages, new GroupRecordConverter(schema).getRootConverter(), schema, createdBy);
                List<List<ColumnEntries.Entry>> columns = new ArrayList<>();
                for (ColumnDescriptor descriptor : schema.getColumns()) {
                    columns.add(entries(descriptor, store.getColumnReader(descriptor)));
                }
                rowGroups.add(columns);
            }
        }
        return rowGroups;
    }

    private static List<ColumnEntries.Entry> entries(ColumnDescriptor descriptor, ColumnReader reader) {
        List<ColumnEntries.Entry> entries = new ArrayList<>();
        for (long i = 0; i < reader.getTotalValueCount(); i++) {
            int definition = reader.getCurrentDefinitionLevel();
            Object value = definition == descriptor.getMaxDefinitionLevel() ? value(descriptor, reader) : null;
            entries.add(new ColumnEntries.Entry(reader.getCurrentRepetitionLevel(), definition, value));
            reader.consume();
        }
        return entries;
    }

    private static Object value(ColumnDescriptor descriptor, ColumnReader reader) {
        return switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> reader.getBoolean();
            case INT32 -> reader.getInteger();
            case INT64 -> reader.getLong();
            case FLOAT -> Float.floatToRawIntBits(reader.getFloat());
            case DOUBLE -> Double.doubleToRawLongBits(reader.getDouble());
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                ByteBuffer.wrap(reader.getBinary().getBytes());
        };
    }
}
