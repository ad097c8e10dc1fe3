package io.pq2.write;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** Reads files with parquet-java into the plain values of {@link TestRows}. */
public final class ParquetJavaRows {

    private ParquetJavaRows() {}

    public static List<List<Object>> read(byte[] file, Schema schema) {
        return read(file, schema, FilterCompat.NOOP);
    }

    static List<List<Object>> read(byte[] file, Schema schema, FilterCompat.Filter filter) {
        return read(file, schema, filter, true);
    }

    /**
     * Reads the rows that a filter keeps.
     *
     * @param pruning whether parquet-java skips row groups and pages
     */
    static List<List<Object>> read(byte[] file, Schema schema, FilterCompat.Filter filter, boolean pruning) {
        List<List<Object>> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = new Builder(inputFile(file))
                .withFilter(filter)
                .useStatsFilter(pruning)
                .useDictionaryFilter(pruning)
                .useColumnIndexFilter(pruning)
                .useBloomFilter(pruning)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                rows.add(struct(schema.fields(), group));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return rows;
    }

    private static final class Builder extends ParquetReader.Builder<Group> {
        Builder(InputFile file) {
            super(file);
            withConf(new Configuration(false));
            set("parquet.page.verify-checksum.enabled", "true");
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    @SuppressWarnings("exports") // Tests in other packages pass it to parquet-java.
    public static InputFile inputFile(byte[] file) {
        return new InputFile() {
            @Override
            public long getLength() {
                return file.length;
            }

            @Override
            public SeekableInputStream newStream() {
                Bytes bytes = new Bytes(file);
                return new DelegatingSeekableInputStream(bytes) {
                    @Override
                    public long getPos() {
                        return bytes.position();
                    }

                    @Override
                    public void seek(long position) {
                        bytes.seek((int) position);
                    }
                };
            }
        };
    }

    private static final class Bytes extends java.io.ByteArrayInputStream {
        Bytes(byte[] file) {
            super(file);
        }

        int position() {
            return pos;
        }

        void seek(int position) {
            pos = position;
        }
    }

    private static List<Object> struct(List<Field> fields, Group group) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            values.add(field(fields.get(i), group, i));
        }
        return values;
    }

    private static Object field(Field field, Group group, int index) {
        int count = group.getFieldRepetitionCount(index);
        if (field.repetition() == Repetition.REPEATED) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                values.add(value(field, group, index, i));
            }
            return values;
        }
        return count == 0 ? null : value(field, group, index, 0);
    }

    private static Object value(Field field, Group group, int index, int occurrence) {
        if (field instanceof PrimitiveField leaf) {
            return switch (leaf.physicalType()) {
                case BOOLEAN -> group.getBoolean(index, occurrence);
                case INT32 -> group.getInteger(index, occurrence);
                case INT64 -> group.getLong(index, occurrence);
                case FLOAT -> group.getFloat(index, occurrence);
                case DOUBLE -> group.getDouble(index, occurrence);
                case INT96 -> ByteBuffer.wrap(group.getInt96(index, occurrence).getBytes());
                case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                    ByteBuffer.wrap(group.getBinary(index, occurrence).getBytes());
            };
        }
        GroupField parent = (GroupField) field;
        Group nested = group.getGroup(index, occurrence);
        if (parent.logicalType() instanceof LogicalType.ListType) {
            GroupField layer = (GroupField) parent.fields().get(0);
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < nested.getFieldRepetitionCount(0); i++) {
                elements.add(field(layer.fields().get(0), nested.getGroup(0, i), 0));
            }
            return elements;
        } else if (parent.logicalType() instanceof LogicalType.MapType) {
            GroupField layer = (GroupField) parent.fields().get(0);
            List<Object> entries = new ArrayList<>();
            for (int i = 0; i < nested.getFieldRepetitionCount(0); i++) {
                Group entry = nested.getGroup(0, i);
                entries.add(Arrays.asList(
                        field(layer.fields().get(0), entry, 0),
                        field(layer.fields().get(1), entry, 1)));
            }
            return entries;
        }
        return struct(parent.fields(), nested);
    }
}
