package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.values.Sizes;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.SelectedColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/**
 * The rows of a broadcast as columns, found by a key. The rows of a key keep their order. Immutable after it is built;
 * all tasks of an executor may share it.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class JoinTable {

    private final KeyIndex index;
    /** The first row of each key, then the number of rows. */
    private final int[] starts;

    private final boolean isUnique;
    private final int rows;
    private final FileColumnVector[] columns;
    private final long bytes;

    private JoinTable(Builder builder) {
        index = new KeyIndex(builder.keys, builder.keyCount);
        starts = Arrays.copyOf(builder.starts, builder.keyCount + 1);
        starts[builder.keyCount] = builder.rows;
        isUnique = builder.keyCount == builder.rows;
        rows = builder.rows;
        columns = builder.columns.stream()
                .map(column -> column.show(builder.withNullRow))
                .toArray(FileColumnVector[]::new);
        bytes = index.bytes()
                + Sizes.bytes(starts)
                + builder.columns.stream().mapToLong(BuiltColumn::bytes).sum();
    }

    /** Whether columns of a type can be built. */
    public static boolean supports(DataType type) {
        return BuiltColumn.supports(type);
    }

    /** Whether each key has one row. The number of the row is then the number of the key. */
    boolean isUnique() {
        return isUnique;
    }

    /** Returns the number of a key; -1 if no row has it. */
    int find(long key) {
        return index.find(key);
    }

    /** Returns the first row of a key, by the number of the key. */
    int start(int number) {
        return starts[number];
    }

    /** Returns the row after the last one of a key, by the number of the key. */
    int end(int number) {
        return starts[number + 1];
    }

    /** Returns the row in which all columns are null, if the table was built with one. */
    int nullRow() {
        return rows;
    }

    /** Returns a column of some rows, valid until {@code selected} changes. */
    ColumnVector column(int ordinal, int[] selected, int count) {
        return SelectedColumnVector.of(columns[ordinal], selected, count);
    }

    /** Returns the bytes of the table in memory. */
    public long bytes() {
        return bytes;
    }

    /** Builds a table. */
    @NullUnmarked
    public static final class Builder {

        private static final int FIRST_KEYS = 64;

        private final List<BuiltColumn> columns = new ArrayList<>();
        private final boolean withNullRow;
        private final int[] ordinals;
        private long[] keys = new long[FIRST_KEYS];
        private int[] starts = new int[FIRST_KEYS + 1];
        private int keyCount;
        private int rows;

        /**
         * Begins a table.
         *
         * @param types the types of the columns
         * @param ordinals the index of each column in the rows
         * @param withNullRow whether to add a row of nulls
         */
        public Builder(DataType[] types, int[] ordinals, boolean withNullRow) {
            for (DataType type : types) {
                columns.add(BuiltColumn.of(type));
            }
            this.ordinals = ordinals.clone();
            this.withNullRow = withNullRow;
        }

        /** Begins the rows of a key that has none yet. */
        public void begin(long key) {
            if (keyCount == keys.length) {
                keys = Arrays.copyOf(keys, 2 * keyCount);
                starts = Arrays.copyOf(starts, 2 * keyCount + 1);
            }
            keys[keyCount] = key;
            starts[keyCount] = rows;
            keyCount++;
        }

        /** Adds a row of the current key. Its values are copied. */
        public void add(InternalRow row) {
            for (int i = 0; i < ordinals.length; i++) {
                columns.get(i).add(row, ordinals[i]);
            }
            rows++;
        }

        /** Returns the bytes of the columns and keys so far, and of their index. */
        public long bytes() {
            return Sizes.bytes(keys)
                    + Sizes.bytes(starts)
                    + KeyIndex.mostBytes(keyCount)
                    + columns.stream().mapToLong(BuiltColumn::bytes).sum();
        }

        /** Returns the table. */
        public JoinTable build() {
            return new JoinTable(this);
        }
    }
}
