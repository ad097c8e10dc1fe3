package io.pq2.bench.decode;

import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Summarises one field from the levels and values of parquet-java's column readers. Supports at most one enclosing list
 * or map.
 */
final class LevelTally {

    private final List<ColumnDescriptor> columns;
    private final Tally tally;
    private final int fieldLevel;
    private final int elementLevel;

    LevelTally(Type field, MessageType schema) {
        columns = schema.getColumns().stream()
                .filter(column -> column.getPath()[0].equals(field.getName()))
                .toList();
        tally = new Tally(columns.size());
        fieldLevel = schema.getMaxDefinitionLevel(field.getName());
        elementLevel = columns.get(0).getMaxRepetitionLevel() == 0
                ? Integer.MAX_VALUE
                : schema.getMaxDefinitionLevel(
                        field.getName(), field.asGroupType().getType(0).getName());
    }

    Fingerprint.OfColumn fingerprint() {
        return tally.fingerprint();
    }

    /** Adds the rows of a row group. */
    void add(ColumnReadStore store, PageReadStore pages) {
        for (int leaf = 0; leaf < columns.size(); leaf++) {
            ColumnDescriptor column = columns.get(leaf);
            add(leaf, store.getColumnReader(column), ParquetJavaEngine.entries(pages, column));
        }
    }

    private void add(int leaf, ColumnReader reader, long entries) {
        int maxDefinitionLevel = columns.get(leaf).getMaxDefinitionLevel();
        long elements = 0;
        for (long left = entries; left > 0; left--) {
            int definitionLevel = reader.getCurrentDefinitionLevel();
            boolean rowStarts = reader.getCurrentRepetitionLevel() == 0;
            if (leaf == 0 && rowStarts) {
                tally.addLength(elements);
                elements = 0;
                if (definitionLevel < fieldLevel) {
                    tally.addNullRow();
                }
            }
            if (definitionLevel >= elementLevel) {
                elements++;
            }
            if (definitionLevel == maxDefinitionLevel) {
                addValue(leaf, reader);
            }
            reader.consume();
        }
        if (leaf == 0) {
            tally.addLength(elements);
        }
    }

    private void addValue(int leaf, ColumnReader reader) {
        PrimitiveType type = columns.get(leaf).getPrimitiveType();
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> tally.add(leaf, reader.getBoolean());
            case INT32 -> tally.add(leaf, (long) reader.getInteger());
            case INT64 -> tally.add(leaf, reader.getLong());
            case FLOAT -> tally.add(leaf, (double) reader.getFloat());
            case DOUBLE -> tally.add(leaf, reader.getDouble());
            case INT96 -> tally.addInt96(leaf, reader.getBinary().getBytes(), 0);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> {
                Binary value = reader.getBinary();
                byte[] bytes = value.getBytes();
                if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation) {
                    tally.addUnscaled(leaf, bytes, 0, bytes.length);
                } else {
                    tally.add(leaf, bytes, 0, bytes.length);
                }
            }
        }
    }
}
