package io.pq2.internal.inspect.profile;

import io.pq2.exception.FileLocation;
import io.pq2.inspect.ColumnProfile;
import io.pq2.inspect.TableProfile;
import io.pq2.internal.bloomfilter.XxHash64;
import io.pq2.internal.inspect.CanonicalBytes;
import io.pq2.internal.record.JavaValues;
import io.pq2.internal.record.SlotReader;
import io.pq2.internal.schema.AnnotationText;
import io.pq2.predicate.ByteString;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the profile of a column in bounded memory. */
public final class ColumnSketch {

    private static final int MAX_SAMPLED_BYTES = 64;

    private final Column column;
    private final CanonicalBytes canonical = new CanonicalBytes();
    private final DistinctCounter distinct = new DistinctCounter();
    private final ValueSample sample = new ValueSample();

    private long values;
    private long nulls;
    private long nans;
    private long lengths;
    private long minLength = -1;
    private long maxLength = -1;
    private @Nullable Comparable<Object> min;
    private @Nullable Comparable<Object> max;
    private boolean unordered;

    /** Creates an empty sketch. */
    public ColumnSketch(Column column) {
        this.column = column;
    }

    /** Adds the slots of a vector from {@code from} (inclusive) to {@code to} (exclusive). */
    public void add(Shape.Leaf leaf, Vector vector, int from, int to) {
        boolean bytes = isBytes(leaf.column().field());
        for (int slot = from; slot < to; slot++) {
            if (vector.isNull(slot)) {
                nulls++;
                continue;
            }
            values++;
            canonical.clear();
            canonical.slot(leaf, vector, slot);
            distinct.add(XxHash64.hash(canonical.array(), 0, canonical.length()));
            if (bytes) {
                addBytes(leaf, vector, slot);
            } else {
                addValue(JavaValues.get(leaf, vector, slot, FileLocation.UNKNOWN));
            }
        }
    }

    /** Whether values are text or bytes without another meaning. */
    private static boolean isBytes(PrimitiveField field) {
        return field.physicalType() == PhysicalType.BYTE_ARRAY
                && !(field.logicalType() instanceof LogicalType.DecimalType);
    }

    private void addBytes(Shape.Leaf leaf, Vector vector, int slot) {
        ByteBuffer slice = Objects.requireNonNull(SlotReader.getSlice(leaf, vector, slot), "slot is not null");
        int length = slice.remaining();
        lengths += length;
        minLength = minLength < 0 ? length : Math.min(minLength, length);
        maxLength = Math.max(maxLength, length);
        int start = slice.arrayOffset() + slice.position();
        int place = sample.next();
        if (unordered) {
            return;
        }
        if (place >= 0) {
            put(place, copy(slice.array(), start, Math.min(length, MAX_SAMPLED_BYTES)));
        }
        if (!isBytesOrNull(min)) {
            forgetOrder();
        } else if (min == null
                || max == null
                || compare(slice.array(), start, length, min) < 0
                || compare(slice.array(), start, length, max) > 0) {
            addBound(comparable(copy(slice.array(), start, length)));
        }
    }

    private static boolean isBytesOrNull(@Nullable Object bound) {
        return bound == null || bound instanceof ByteString;
    }

    private static int compare(byte[] array, int start, int length, Object bound) {
        byte[] other = ((ByteString) bound).bytes();
        return Arrays.compareUnsigned(array, start, start + length, other, 0, other.length);
    }

    private static ByteString copy(byte[] array, int start, int length) {
        return ByteString.of(Arrays.copyOfRange(array, start, start + length));
    }

    private void addValue(@Nullable Object value) {
        Object wide = widened(Objects.requireNonNull(value, "slot is not null"));
        if (wide instanceof Double number && number.isNaN()) {
            nans++;
            return;
        }
        int place = sample.next();
        if (unordered) {
            return;
        }
        boolean same = min == null || min.getClass() == wide.getClass();
        if (!same || !(wide instanceof Comparable)) {
            forgetOrder();
            return;
        }
        if (place >= 0) {
            put(place, wide);
        }
        addBound(comparable(wide));
    }

    /** Returns the value in the largest type of its kind, so that columns of several files can be compared. */
    private static Object widened(Object value) {
        if (value instanceof Integer number) {
            return number.longValue();
        } else if (value instanceof Float number) {
            return number.doubleValue();
        } else if (value instanceof byte[] bytes) {
            return ByteString.of(bytes);
        }
        return value;
    }

    private void put(int place, Object value) {
        sample.put(place, comparable(value));
    }

    @SuppressWarnings("unchecked") // Values are only compared with values of the same class.
    private static Comparable<Object> comparable(Object value) {
        return (Comparable<Object>) value;
    }

    private void addBound(Comparable<Object> value) {
        if (min == null || value.compareTo(min) < 0) {
            min = value;
        }
        if (max == null || value.compareTo(max) > 0) {
            max = value;
        }
    }

    private void forgetOrder() {
        unordered = true;
        min = null;
        max = null;
        sample.clear();
    }

    /** Returns the profile. */
    public ColumnProfile profile() {
        List<Object> quantiles = unordered ? List.of() : sample.quantiles(TableProfile.QUANTILES);
        return new ColumnProfile(
                column.dottedPath(),
                type(column.field()),
                values,
                nulls,
                nans,
                Math.min(values, distinct.estimate()),
                shown(min),
                shown(max),
                minLength,
                maxLength,
                maxLength < 0 ? Double.NaN : (double) lengths / values,
                quantiles.stream()
                        .map(value -> Objects.requireNonNull(shown(value)))
                        .toList());
    }

    private static String type(PrimitiveField field) {
        String physical = field.physicalType().name().toLowerCase(Locale.ROOT);
        String logical = field.logicalType() == null ? null : AnnotationText.write(field.logicalType());
        return logical == null ? physical : physical + " (" + logical + ")";
    }

    /** Returns text as a string and other bytes as an array. */
    private @Nullable Object shown(@Nullable Object value) {
        if (!(value instanceof ByteString bytes)) {
            return value;
        }
        LogicalType type = column.field().logicalType();
        boolean text = type instanceof LogicalType.StringType
                || type instanceof LogicalType.EnumType
                || type instanceof LogicalType.JsonType;
        return text ? new String(bytes.bytes(), StandardCharsets.UTF_8) : bytes.bytes();
    }
}
