package io.pq2.spark.internal.runtime;

import io.pq2.hadoop.internal.options.Settings;
import io.pq2.internal.predicate.filter.LongSet;
import io.pq2.schema.PrimitiveField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one side of a join. A few keys are a condition IN, which prunes by everything that a file has. Many keys
 * are the range between the smallest and the largest; for integers also a set.
 */
public final class RuntimeKeys implements JoinKeys {

    /** The configuration key that enables or disables the filters; see docs/configuration.md. */
    public static final String KEY = "pq2.runtime-filters";

    /** The size of a scan's rows in memory from which it waits for the keys of a shuffled join, in bytes. */
    public static final String MIN_BYTES_KEY = "pq2.runtime-filters.min-bytes";

    /** The default of {@value #MIN_BYTES_KEY}. A smaller scan takes no longer than planning the query again. */
    public static final long DEFAULT_MIN_BYTES = 32 << 20;

    private static final long serialVersionUID = 1L;

    /** The largest number of integers in a condition IN. Each of them is compared with all statistics. */
    private static final int FEW_INTEGERS = 16;

    /** The largest number of other values in a condition IN. */
    private static final int FEW_VALUES = 256;

    /** The keys, or only the smallest and the largest, as values of Spark's filters. */
    private final ArrayList<Object> values;

    private final boolean isRange;

    /** The keys in ascending order; empty if the range is not of integers. */
    private final long[] integers;

    private transient volatile @Nullable LongSet set;

    private transient volatile @Nullable Trial trial;

    /**
     * Checks the options.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@value #KEY} is neither true nor false, or the one
     *     of {@value #MIN_BYTES_KEY} is no size
     */
    public static void check(Configuration configuration) {
        new Settings(configuration).flag(KEY, flag -> {});
        minBytes(configuration);
    }

    /**
     * Returns the size of a scan's rows in memory from which it waits for the keys of a shuffled join.
     *
     * @throws io.pq2.exception.InvalidDataException if the value of {@value #MIN_BYTES_KEY} is no size
     */
    public static long minBytes(Configuration configuration) {
        long[] bytes = {DEFAULT_MIN_BYTES};
        new Settings(configuration).bytes(MIN_BYTES_KEY, 0, Long.MAX_VALUE, size -> bytes[0] = size);
        return bytes[0];
    }

    private RuntimeKeys(Object[] values, boolean isRange, long[] integers) {
        this.values = new ArrayList<>(Arrays.asList(values));
        this.isRange = isRange;
        this.integers = integers;
    }

    /**
     * Whether a filter may have keys of a type. Floating-point numbers are no keys: Spark normalizes them before it
     * compares them. Neither are strings with a collation.
     */
    public static boolean supports(DataType type) {
        return KeyCollector.supports(type)
                || type.equals(DataTypes.StringType)
                || type instanceof DateType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType
                || type instanceof DecimalType;
    }

    /**
     * Returns the keys of a join.
     *
     * @param keys the keys as Spark represents them internally; nulls match nothing
     * @param type their type, for which {@link #supports} is true
     */
    public static RuntimeKeys of(Object[] keys, DataType type, SQLConf conf) {
        if (KeyCollector.supports(type)) {
            return ofIntegers(keys, type);
        }
        Object[] present =
                Arrays.stream(keys).filter(Objects::nonNull).distinct().toArray();
        boolean few = present.length <= FEW_VALUES;
        Object[] used = few ? present : ends(present);
        SQLConf exact = conf.clone();
        exact.setConf(SQLConf.DATETIME_JAVA8API_ENABLED(), true);
        Object[] external = SQLConf.withExistingConf(
                exact,
                () -> Arrays.stream(used)
                        .map(key -> CatalystTypeConverters.convertToScala(key, type))
                        .toArray());
        return new RuntimeKeys(external, !few, new long[0]);
    }

    /** There may be millions of integers, and the scan waits for them. */
    private static RuntimeKeys ofIntegers(Object[] keys, DataType type) {
        long[] integers = Arrays.stream(keys)
                .filter(Objects::nonNull)
                .mapToLong(key -> ((Number) key).longValue())
                .toArray();
        return ofDistinct(Arrays.copyOf(integers, KeyCollector.sortDistinct(integers, integers.length)), type);
    }

    /** Returns integer keys, which are in ascending order and distinct. */
    static RuntimeKeys ofDistinct(long[] integers, DataType type) {
        if (integers.length > FEW_INTEGERS) {
            return new RuntimeKeys(ends(integers[0], integers[integers.length - 1], type), true, integers);
        }
        Object[] values =
                Arrays.stream(integers).mapToObj(value -> valueOf(value, type)).toArray();
        return new RuntimeKeys(values, false, new long[0]);
    }

    /** Returns unknown integer keys in a range. */
    static RuntimeKeys range(long min, long max, DataType type) {
        return new RuntimeKeys(ends(min, max, type), true, new long[0]);
    }

    private static Object[] ends(long min, long max, DataType type) {
        return new Object[] {valueOf(min, type), valueOf(max, type)};
    }

    private static Object valueOf(long value, DataType type) {
        if (type.equals(DataTypes.LongType)) {
            return value;
        } else if (type.equals(DataTypes.IntegerType)) {
            return (int) value;
        }
        return type.equals(DataTypes.ShortType) ? (Object) (short) value : (Object) (byte) value;
    }

    @SuppressWarnings("unchecked") // All keys have the comparable class of their type.
    private static Object[] ends(Object[] keys) {
        Comparator<Object> order = (a, b) -> ((Comparable<Object>) a).compareTo(b);
        return new Object[] {
            Arrays.stream(keys).min(order).orElseThrow(),
            Arrays.stream(keys).max(order).orElseThrow()
        };
    }

    @Override
    public Filter[] filters(String column) {
        if (values.isEmpty()) {
            return new Filter[] {new AlwaysFalse()};
        }
        return isRange
                ? new Filter[] {
                    new GreaterThanOrEqual(column, values.get(0)), new LessThanOrEqual(column, values.get(1))
                }
                : new Filter[] {new In(column, values.toArray())};
    }

    @Override
    public boolean canTest(PrimitiveField column) {
        return JoinKeys.isSignedInteger(column);
    }

    @Override
    public Optional<CountedTest> test() {
        if (integers.length == 0) {
            return Optional.empty();
        }
        Trial counts = loaded();
        return counts.isLost()
                ? Optional.empty()
                : Optional.of(new KeyTest(this, counts, integers, Objects.requireNonNull(set)));
    }

    /** Creates the set of the integers on an executor, once. */
    private synchronized Trial loaded() {
        Trial counts = trial;
        if (counts == null) {
            set = new LongSet(integers);
            counts = new Trial();
            trial = counts;
        }
        return counts;
    }

    /** Returns a text such as {@code 3 keys} or {@code 500 keys from 7 to 98765}. */
    @Override
    public String toString() {
        int count = integers.length;
        if (count > 0) {
            return count + " keys from " + integers[0] + " to " + integers[count - 1];
        }
        return isRange ? "a range of keys" : values.size() + " keys";
    }
}
