package io.pq2.spark.internal.files.keys;

import io.pq2.spark.internal.expressions.FilterExpressions;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.util.DateTimeConstants;
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

/**
 * The keys of one side of a join. A few keys are a condition IN, which prunes by everything that a file has. Many keys
 * are the range between the smallest and the largest, and a set.
 */
public final class RuntimeKeys implements JoinKeys {

    private static final long serialVersionUID = 1L;

    /** The largest number of integers in a condition IN. Each of them is compared with all statistics. */
    private static final int FEW_INTEGERS = 16;

    /** The largest number of other values in a condition IN. */
    private static final int FEW_VALUES = 256;

    /** Spark's types are serializable, although their common class does not say so. */
    @SuppressWarnings("serial")
    private final DataType type;

    /** The keys, or only the smallest and the largest, as values of Spark's filters. */
    private final ArrayList<Object> values;

    private final boolean isRange;

    /** The keys of a range that are numbers, in ascending order; empty if they are bytes or unknown. */
    private final long[] numbers;

    /** The keys of a range that are bytes, in ascending order; empty if they are numbers or unknown. */
    private final ByteStrings strings;

    private final SharedKeys<NumberLookup.Keys> sharedNumbers = new SharedKeys<>();
    private final SharedKeys<BytesLookup.Keys> sharedStrings = new SharedKeys<>();

    private RuntimeKeys(DataType type, List<Object> values, boolean isRange, long[] numbers, ByteStrings strings) {
        this.type = type;
        this.values = new ArrayList<>(values);
        this.isRange = isRange;
        this.numbers = numbers;
        this.strings = strings;
    }

    /**
     * Whether a filter may have keys of a type. Floating-point numbers are no keys: Spark normalizes them before it
     * compares them. Neither are strings with a collation.
     */
    public static boolean supports(DataType type) {
        return KeyForm.isInteger(type)
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
        Stream<Object> present = Arrays.stream(keys).filter(Objects::nonNull);
        if (KeyForm.of(type) == KeyForm.NUMBERS) {
            // There may be millions of numbers, and the scan waits for them.
            long[] numbers = present.mapToLong(KeyForm::number).toArray();
            int count = NumberCollector.sortDistinct(numbers, numbers.length);
            return count <= KeyCollector.MAX_KEYS
                    ? ofNumbers(Arrays.copyOf(numbers, count), type, conf)
                    : range(KeyForm.key(numbers[0], type), KeyForm.key(numbers[count - 1], type), type, conf);
        }
        if (keys.length > FEW_VALUES && !BytesCollector.fits(keys)) {
            return BytesCollector.range(present.map(KeyForm::bytes), type, conf);
        }
        List<byte[]> distinct =
                BytesCollector.sortDistinct(present.map(KeyForm::bytes).toList(), KeyForm.order(type));
        return ofBytes(distinct, type, conf);
    }

    /** Returns keys that are numbers, which are in ascending order and distinct. */
    static RuntimeKeys ofNumbers(long[] numbers, DataType type, SQLConf conf) {
        boolean isFew = numbers.length <= (KeyForm.isInteger(type) ? FEW_INTEGERS : FEW_VALUES);
        LongStream used = isFew ? Arrays.stream(numbers) : LongStream.of(numbers[0], numbers[numbers.length - 1]);
        List<Object> values =
                external(used.mapToObj(number -> KeyForm.key(number, type)).toList(), type, conf);
        return new RuntimeKeys(type, values, !isFew, isFew ? new long[0] : numbers, ByteStrings.NONE);
    }

    /** Returns keys that are bytes, which are in ascending order and distinct. */
    static RuntimeKeys ofBytes(List<byte[]> strings, DataType type, SQLConf conf) {
        boolean isFew = strings.size() <= FEW_VALUES;
        List<byte[]> used = isFew ? strings : List.of(strings.get(0), strings.get(strings.size() - 1));
        List<Object> values =
                external(used.stream().map(bytes -> KeyForm.key(bytes, type)).toList(), type, conf);
        boolean isSet = !isFew && BytesCollector.fits(strings);
        return new RuntimeKeys(type, values, !isFew, new long[0], isSet ? new ByteStrings(strings) : ByteStrings.NONE);
    }

    /**
     * Returns unknown keys in a range.
     *
     * @param min the smallest key as Spark represents it internally
     * @param max the largest key
     */
    static RuntimeKeys range(Object min, Object max, DataType type, SQLConf conf) {
        return new RuntimeKeys(type, external(List.of(min, max), type, conf), true, new long[0], ByteStrings.NONE);
    }

    /**
     * Returns the keys for a column of another type, which may select more rows. A date is compared with timestamps of
     * the day in any time zone.
     *
     * @param column the type of the column
     */
    RuntimeKeys of(DataType column, SQLConf conf) {
        boolean isLocal = column instanceof TimestampNTZType;
        if (!(type instanceof DateType) || values.isEmpty() || !isLocal && !(column instanceof TimestampType)) {
            return this;
        }
        int around = isLocal ? 0 : 1;
        long first = ((LocalDate) values.get(0)).toEpochDay() - around;
        long last = ((LocalDate) values.get(values.size() - 1)).toEpochDay() + around;
        long limit = Long.MAX_VALUE / DateTimeConstants.MICROS_PER_DAY;
        return range(
                first < -limit ? Long.MIN_VALUE : first * DateTimeConstants.MICROS_PER_DAY,
                last >= limit ? Long.MAX_VALUE : (last + 1) * DateTimeConstants.MICROS_PER_DAY - 1,
                column,
                conf);
    }

    /** Returns keys as values of Spark's filters. */
    private static List<Object> external(List<Object> keys, DataType type, SQLConf conf) {
        return FilterExpressions.withExactTimes(
                conf,
                () -> keys.stream()
                        .map(key -> CatalystTypeConverters.convertToScala(key, type))
                        .toList());
    }

    @Override
    public DataType type() {
        return type;
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
    public Optional<CountedLookup> test(StoredKeys column) {
        if (numbers.length > 0) {
            return sharedNumbers.test(
                    () -> NumberLookup.Keys.of(numbers), (keys, trial) -> new NumberLookup(this, column, keys, trial));
        }
        return strings.count() == 0
                ? Optional.empty()
                : sharedStrings.test(
                        () -> BytesLookup.Keys.of(strings),
                        (keys, trial) -> new BytesLookup(this, column, keys, trial));
    }

    /**
     * Returns a text such as {@code 500 keys}. Plans and logs show it, so it has no values: they are data of a table,
     * whose column may be encrypted.
     */
    @Override
    public String toString() {
        int count = isRange ? numbers.length + strings.count() : values.size();
        return isRange && count == 0 ? "a range of keys" : count + " keys";
    }
}
