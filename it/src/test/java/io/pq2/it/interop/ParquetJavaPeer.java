package io.pq2.it.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.Version;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Reads with parquet-java, which returns the stored values. */
final class ParquetJavaPeer implements Peer {

    @Override
    public String name() {
        return "parquet-java";
    }

    @Override
    public String version() {
        return Version.VERSION_NUMBER + ", its record reader with example groups; LZO with aircompressor";
    }

    @Override
    public List<List<Object>> read(Path file, Nesting nesting, List<Cell> columns) throws IOException {
        List<List<Object>> values = new ArrayList<>();
        columns.forEach(column -> values.add(new ArrayList<>()));
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            MessageType requested = new MessageType(
                    schema.getName(),
                    columns.stream()
                            .map(column -> schema.getType(column.column()))
                            .toList());
            reader.setRequestedSchema(requested);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = new ColumnIOFactory()
                        .getColumnIO(requested, schema)
                        .getRecordReader(pages, new GroupRecordConverter(requested));
                for (long i = 0; i < pages.getRowCount(); i++) {
                    Group row = records.read();
                    for (int column = 0; column < columns.size(); column++) {
                        values.get(column)
                                .add(field(row, column, columns.get(column).type()));
                    }
                }
            }
        }
        return values;
    }

    private static Object field(Group group, int field, LeafType leaf) {
        int count = group.getFieldRepetitionCount(field);
        if (!group.getType().getType(field).isRepetition(Type.Repetition.REPEATED)) {
            return count == 0 ? null : value(group, field, 0, leaf);
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(value(group, field, i, leaf));
        }
        return values;
    }

    private static Object value(Group group, int field, int index, LeafType leaf) {
        Type type = group.getType().getType(field);
        if (type.isPrimitive()) {
            LeafType fieldType = type.getName().equals(Nesting.SECOND_FIELD)
                    ? LeafTypes.INDEX
                    : type.getName().equals("key") ? LeafTypes.KEY : leaf;
            return Canonical.of(fieldType, stored(group, field, index));
        }
        Group value = group.getGroup(field, index);
        List<Object> values = new ArrayList<>();
        if (type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
            for (int i = 0; i < value.getFieldRepetitionCount(0); i++) {
                values.add(field(value.getGroup(0, i), 0, leaf));
            }
        } else if (type.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation) {
            for (int i = 0; i < value.getFieldRepetitionCount(0); i++) {
                Group entry = value.getGroup(0, i);
                values.add(Arrays.asList(field(entry, 0, leaf), field(entry, 1, leaf)));
            }
        } else {
            GroupType struct = type.asGroupType();
            for (int i = 0; i < struct.getFieldCount(); i++) {
                values.add(field(value, i, leaf));
            }
        }
        return values;
    }

    private static Object stored(Group group, int field, int index) {
        return switch (group.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> group.getBoolean(field, index);
            case INT32 -> group.getInteger(field, index);
            case INT64 -> group.getLong(field, index);
            case FLOAT -> group.getFloat(field, index);
            case DOUBLE -> group.getDouble(field, index);
            case INT96 -> group.getInt96(field, index).getBytes();
            case BINARY, FIXED_LEN_BYTE_ARRAY -> group.getBinary(field, index).getBytes();
        };
    }

    @Override
    public void close() {}
}
