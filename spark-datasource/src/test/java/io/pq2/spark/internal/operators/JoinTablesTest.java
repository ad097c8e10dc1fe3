package io.pq2.spark.internal.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.internal.kernel.groups.GrantedMemory;
import io.pq2.spark.internal.kernel.groups.TaskMemory;
import io.pq2.spark.internal.kernel.join.JoinMatches;
import io.pq2.spark.internal.kernel.join.TableMatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.execution.joins.HashedRelation$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** A table has the rows of its relation, and so has the relation itself where there is no memory for a table. */
class JoinTablesTest {

    private static final DataType[] TYPES = {
        DataTypes.LongType,
        DataTypes.StringType,
        DataTypes.BooleanType,
        DataTypes.ByteType,
        DataTypes.ShortType,
        DataTypes.IntegerType,
        DataTypes.DateType,
        DataTypes.TimestampType,
        DataTypes.FloatType,
        DataTypes.DoubleType,
        DataTypes.createDecimalType(18, 4)
    };

    private static InternalRow row(long key, Random random) {
        Object[] values = {
            key,
            UTF8String.fromString("text" + random.nextInt(40)),
            random.nextBoolean(),
            (byte) random.nextInt(),
            (short) random.nextInt(),
            random.nextInt(),
            random.nextInt(20000),
            random.nextLong(),
            random.nextFloat(),
            random.nextDouble(),
            Decimal.createUnsafe(random.nextInt(), 18, 4)
        };
        for (int i = 1; i < values.length; i++) {
            if (random.nextInt(6) == 0) {
                values[i] = null;
            }
        }
        return new GenericInternalRow(values);
    }

    private static HashedRelation relation(long[] keys, Random random) {
        UnsafeProjection projection = UnsafeProjection.create(TYPES);
        List<InternalRow> rows = new ArrayList<>();
        for (long key : keys) {
            rows.add(projection.apply(row(key, random)).copy());
        }
        List<Expression> key = List.of(new BoundReference(0, DataTypes.LongType, false));
        return HashedRelation$.MODULE$.apply(
                CollectionConverters.asScala(rows.iterator()),
                CollectionConverters.asScala(key).toSeq(),
                64,
                null,
                false,
                false,
                false);
    }

    /** Returns the rows of keys as text, in the order of {@link JoinMatches}. */
    private static List<String> found(JoinMatches matches, long[] keys, int most) {
        List<String> found = new ArrayList<>();
        int[] numbers = new int[most];
        for (long key : keys) {
            boolean exists = matches.start(key);
            assertThat(matches.has(key)).isEqualTo(exists);
            exists = matches.start(key);
            while (exists && matches.hasMore()) {
                matches.begin();
                int count = matches.take(numbers, 0, most);
                assertThat(count).isPositive();
                add(matches, numbers, count, found);
            }
            matches.begin();
            numbers[0] = matches.nullRow();
            add(matches, numbers, 1, found);
            if (matches.isUnique()) {
                numbers[0] = matches.find(key);
                assertThat(numbers[0] >= 0).isEqualTo(exists);
                if (exists) {
                    add(matches, numbers, 1, found);
                }
            }
        }
        return found;
    }

    private static void add(JoinMatches matches, int[] numbers, int count, List<String> found) {
        for (int row = 0; row < count; row++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < TYPES.length; i++) {
                ColumnVector column = matches.column(i, numbers, count);
                text.append(column.isNullAt(row) ? "null" : value(column, TYPES[i], row))
                        .append(' ');
            }
            found.add(text.toString());
        }
    }

    private static Object value(ColumnVector column, DataType type, int row) {
        if (type == DataTypes.LongType || type == DataTypes.TimestampType) {
            return column.getLong(row);
        } else if (type == DataTypes.StringType) {
            return column.getUTF8String(row);
        } else if (type == DataTypes.BooleanType) {
            return column.getBoolean(row);
        } else if (type == DataTypes.ByteType) {
            return column.getByte(row);
        } else if (type == DataTypes.ShortType) {
            return column.getShort(row);
        } else if (type == DataTypes.FloatType) {
            return column.getFloat(row);
        } else if (type == DataTypes.DoubleType) {
            return column.getDouble(row);
        } else if (type == DataTypes.IntegerType || type == DataTypes.DateType) {
            return column.getInt(row);
        }
        return column.getDecimal(row, 18, 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5})
    void tablesHaveTheRowsOfTheirRelations(long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(1, 3000);
        long range = seed % 2 == 0 ? count / 3 + 1 : Long.MAX_VALUE;
        long[] keys = LongStream.generate(() -> random.nextLong(range) - range / 2)
                .limit(count)
                .toArray();
        if (seed < 2) {
            keys = LongStream.of(keys).distinct().toArray();
        }
        keys[0] = seed < 4 ? Long.MIN_VALUE : keys[0];
        check(
                relation(keys, random),
                LongStream.concat(
                                LongStream.of(keys),
                                LongStream.of(Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 1, range, 7777777))
                        .distinct()
                        .toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void tablesOfFewRows(int count) {
        check(relation(new long[count], new Random(count)), new long[] {0, 1});
    }

    private void check(HashedRelation relation, long[] asked) {
        TaskMemory memory = new TaskMemory(GrantedMemory.of(1 << 26));
        JoinMatches table = JoinTables.open(relation, TYPES, ordinals(), true, memory);
        assertThat(table).isInstanceOf(TableMatches.class);
        JoinMatches rows = new RelationRows(relation.asReadOnlyCopy(), TYPES, ordinals());
        assertThat(table.isUnique()).isEqualTo(rows.isUnique());
        assertThat(found(table, asked, 7)).isEqualTo(found(rows, asked, 7)).isEqualTo(found(table, asked, 1000));
        memory.release();
    }

    @Test
    void withoutMemoryTheRowsAreThoseOfTheRelation() {
        HashedRelation relation = relation(new long[] {1, 2, 3}, new Random(1));
        TaskMemory memory = new TaskMemory(GrantedMemory.of(1000));
        assertThat(JoinTables.open(relation, TYPES, ordinals(), true, memory)).isInstanceOf(RelationRows.class);
        assertThat(memory.getUsed()).isZero();
    }

    private static int[] ordinals() {
        int[] ordinals = new int[TYPES.length];
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i] = i;
        }
        return ordinals;
    }
}
