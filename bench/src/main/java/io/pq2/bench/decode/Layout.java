package io.pq2.bench.decode;

import static org.apache.parquet.schema.Type.Repetition.OPTIONAL;
import static org.apache.parquet.schema.Type.Repetition.REQUIRED;

import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The nesting of a field's values. Lists and maps that are not empty have 1 to 9 elements; structs have two fields. */
enum Layout {
    FLAT(1) {
        @Override
        Type field(String name, LeafType leaf) {
            return leaf.field(OPTIONAL, name);
        }

        @Override
        int write(Row row, int next) {
            row.value(0, next, 0, 1);
            return next + 1;
        }
    },

    REQUIRED_FLAT(1) {
        @Override
        Type field(String name, LeafType leaf) {
            return leaf.field(REQUIRED, name);
        }

        @Override
        int write(Row row, int next) {
            row.presentValue(0, next, 0, 0);
            return next + 1;
        }
    },

    STRUCT(2) {
        @Override
        Type field(String name, LeafType leaf) {
            return struct(name, leaf);
        }

        @Override
        int write(Row row, int next) {
            if (row.containerIsNull()) {
                row.nothing(0, 0);
                return next;
            }
            row.value(0, next, 0, 2);
            row.value(1, next + 1, 0, 2);
            return next + 2;
        }
    },

    LIST(1) {
        @Override
        Type field(String name, LeafType leaf) {
            return Types.optionalList().element(leaf.field(OPTIONAL, "element")).named(name);
        }

        @Override
        int write(Row row, int next) {
            int length = row.elements();
            for (int i = 0; i < length; i++) {
                row.value(0, next + i, Math.min(i, 1), 3);
            }
            return next + length;
        }
    },

    LIST_OF_STRUCT(2) {
        @Override
        Type field(String name, LeafType leaf) {
            return Types.optionalList().element(struct("element", leaf)).named(name);
        }

        @Override
        int write(Row row, int next) {
            int length = row.elements();
            for (int i = 0; i < length; i++) {
                int repetitionLevel = Math.min(i, 1);
                if (row.containerIsNull()) {
                    row.nothing(repetitionLevel, 2);
                } else {
                    row.value(0, next + i, repetitionLevel, 4);
                    row.value(1, next + i + 1, repetitionLevel, 4);
                }
            }
            return next + length;
        }
    },

    MAP(2) {
        @Override
        Type field(String name, LeafType leaf) {
            return Types.optionalMap()
                    .key(leaf.field(REQUIRED, "key"))
                    .value(leaf.field(OPTIONAL, "value"))
                    .named(name);
        }

        @Override
        int write(Row row, int next) {
            int length = row.elements();
            for (int i = 0; i < length; i++) {
                row.presentValue(0, next + i, Math.min(i, 1), 2);
                row.value(1, next + i + 1, Math.min(i, 1), 3);
            }
            return next + length;
        }
    };

    private static final double NULL_OR_EMPTY_CONTAINERS = 0.05;
    private static final int MAX_ELEMENTS = 9;

    private final int leaves;

    Layout(int leaves) {
        this.leaves = leaves;
    }

    /** Returns the number of leaves of the field. */
    int leaves() {
        return leaves;
    }

    abstract Type field(String name, LeafType leaf);

    /**
     * Writes a row.
     *
     * @param next the number of the first value that no row has used yet
     * @return the number of the first value for the next row
     */
    abstract int write(Row row, int next);

    private static Type struct(String name, LeafType leaf) {
        return Types.optionalGroup()
                .addFields(leaf.field(OPTIONAL, "first"), leaf.field(OPTIONAL, "second"))
                .named(name);
    }

    /** Writes the levels and values of one field. */
    static final class Row {

        private final List<ColumnWriter> columns;
        private final LeafType leaf;
        private final double nulls;
        private final SplittableRandom random = new SplittableRandom(42);

        /**
         * Creates a row.
         *
         * @param nulls the share of nulls among the values; if positive, there are null and empty containers too
         */
        Row(List<ColumnWriter> columns, LeafType leaf, double nulls) {
            this.columns = columns;
            this.leaf = leaf;
            this.nulls = nulls;
        }

        private boolean containerIsNull() {
            return nulls > 0 && random.nextDouble() < NULL_OR_EMPTY_CONTAINERS;
        }

        /**
         * Starts a container. Returns the number of elements; the caller writes the first of them with repetition level
         * 0. Returns 0 if the container is null or empty and completely written.
         */
        private int elements() {
            if (containerIsNull()) {
                nothing(0, 0);
                return 0;
            }
            if (containerIsNull()) {
                nothing(0, 1);
                return 0;
            }
            return 1 + random.nextInt(MAX_ELEMENTS);
        }

        private void nothing(int repetitionLevel, int definitionLevel) {
            columns.forEach(column -> column.writeNull(repetitionLevel, definitionLevel));
        }

        private void value(int column, int n, int repetitionLevel, int definitionLevel) {
            if (nulls > 0 && random.nextDouble() < nulls) {
                columns.get(column).writeNull(repetitionLevel, definitionLevel - 1);
            } else {
                presentValue(column, n, repetitionLevel, definitionLevel);
            }
        }

        private void presentValue(int column, int n, int repetitionLevel, int definitionLevel) {
            leaf.values().write(columns.get(column), n, repetitionLevel, definitionLevel);
        }
    }
}
