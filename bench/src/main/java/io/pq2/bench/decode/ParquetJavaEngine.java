package io.pq2.bench.decode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** parquet-java's column readers: both levels of every entry, and every value that is present. */
public final class ParquetJavaEngine implements Engine {

    private final Configuration configuration;

    /**
     * Creates the engine.
     *
     * @param configuration a configuration that knows {@link MemoryFileSystem}
     */
    public ParquetJavaEngine(Configuration configuration) {
        this.configuration = configuration;
    }

    @Override
    public String name() {
        return "parquet-java";
    }

    @Override
    public long decode(DecodeCase decodeCase) throws IOException {
        MessageType projection = decodeCase.projection();
        long sum = 0;
        try (ParquetFileReader file = open(decodeCase, projection)) {
            for (PageReadStore pages = file.readNextRowGroup(); pages != null; pages = file.readNextRowGroup()) {
                ColumnReadStore columns = columns(file, projection, pages);
                for (ColumnDescriptor column : projection.getColumns()) {
                    sum += decode(columns.getColumnReader(column), column, entries(pages, column));
                }
            }
        }
        return sum;
    }

    /** Returns the number of entries of a column chunk, including nulls. */
    static long entries(PageReadStore pages, ColumnDescriptor column) {
        return pages.getPageReader(column).getTotalValueCount();
    }

    /** Decodes a column chunk with one loop per type, so that the type is not checked for each value. */
    private static long decode(ColumnReader reader, ColumnDescriptor column, long entries) {
        int max = column.getMaxDefinitionLevel();
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> booleans(reader, max, entries);
            case INT32 -> ints(reader, max, entries);
            case INT64 -> longs(reader, max, entries);
            case FLOAT -> floats(reader, max, entries);
            case DOUBLE -> doubles(reader, max, entries);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> binaries(reader, max, entries);
        };
    }

    private static long booleans(ColumnReader reader, int max, long entries) {
        long sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getBoolean() ? 1 : 0;
            }
            reader.consume();
        }
        return sum;
    }

    private static long ints(ColumnReader reader, int max, long entries) {
        long sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getInteger();
            }
            reader.consume();
        }
        return sum;
    }

    private static long longs(ColumnReader reader, int max, long entries) {
        long sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getLong();
            }
            reader.consume();
        }
        return sum;
    }

    private static long floats(ColumnReader reader, int max, long entries) {
        double sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getFloat();
            }
            reader.consume();
        }
        return Math.round(sum);
    }

    private static long doubles(ColumnReader reader, int max, long entries) {
        double sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getDouble();
            }
            reader.consume();
        }
        return Math.round(sum);
    }

    private static long binaries(ColumnReader reader, int max, long entries) {
        long sum = 0;
        for (long left = entries; left > 0; left--) {
            sum += reader.getCurrentRepetitionLevel();
            if (reader.getCurrentDefinitionLevel() == max) {
                sum += reader.getBinary().length();
            }
            reader.consume();
        }
        return sum;
    }

    @Override
    public Fingerprint fingerprint(DecodeCase decodeCase) throws IOException {
        MessageType projection = decodeCase.projection();
        List<LevelTally> tallies = new ArrayList<>();
        for (Type field : projection.getFields()) {
            tallies.add(new LevelTally(field, projection));
        }
        try (ParquetFileReader file = open(decodeCase, projection)) {
            for (PageReadStore pages = file.readNextRowGroup(); pages != null; pages = file.readNextRowGroup()) {
                ColumnReadStore columns = columns(file, projection, pages);
                for (LevelTally tally : tallies) {
                    tally.add(columns, pages);
                }
            }
        }
        return new Fingerprint(tallies.stream().map(LevelTally::fingerprint).toList());
    }

    private ParquetFileReader open(DecodeCase decodeCase, MessageType projection) throws IOException {
        ParquetFileReader file = ParquetFileReader.open(
                HadoopInputFile.fromPath(decodeCase.file().hadoopPath(), configuration),
                decodeCase.file().keys().parquetJavaOptions());
        file.setRequestedSchema(projection);
        return file;
    }

    private static ColumnReadStore columns(ParquetFileReader file, MessageType projection, PageReadStore pages) {
        return new ColumnReadStoreImpl(
                pages,
                new Ignoring(projection),
                projection,
                file.getFileMetaData().getCreatedBy());
    }

    @Override
    public boolean refuses(Exception exception) {
        return exception instanceof UnsupportedOperationException;
    }

    /**
     * A converter that ignores everything. The column readers require converters, but the engine reads values directly.
     */
    private static final class Ignoring extends GroupConverter {

        private final GroupType type;

        Ignoring(GroupType type) {
            this.type = type;
        }

        @Override
        public Converter getConverter(int fieldIndex) {
            Type field = type.getType(fieldIndex);
            return field.isPrimitive() ? new PrimitiveConverter() {} : new Ignoring(field.asGroupType());
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }
}
