package io.pq2.internal.inspect;

import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.record.JavaValues;
import io.pq2.internal.record.SlotReader;
import io.pq2.record.Interval;
import io.pq2.record.Row;
import io.pq2.record.RowList;
import io.pq2.record.RowMap;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantType;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are equal for equal values, however they are stored. A value is a tag, and then its bits, its length and
 * bytes, or its number of elements and the elements. Integers of different widths are equal, and so are FLOAT and
 * DOUBLE, decimals of different scales, and times of different units. Structs have their present fields in the order
 * of the names, and maps have their entries in the order of the bytes.
 */
public final class CanonicalBytes {

    private enum Tag {
        NULL,
        BOOLEAN,
        INTEGER,
        LARGE_INTEGER,
        FLOATING,
        DECIMAL,
        BYTES,
        INTERVAL,
        OTHER,
        STRUCT,
        LIST,
        MAP,
        VARIANT
    }

    private static final int START_CAPACITY = 256;

    private final IdentityHashMap<Shape.Struct, Integer[]> orders = new IdentityHashMap<>();
    private byte[] bytes = new byte[START_CAPACITY];
    private int length;

    /** Returns the array whose first {@link #length()} bytes are the content. Valid until the next addition. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the number of bytes. */
    public int length() {
        return length;
    }

    /** Removes all bytes. */
    public void clear() {
        length = 0;
    }

    /** Adds 8 bytes. */
    public void putLong(long value) {
        ensure(Long.BYTES);
        ByteBuffer.wrap(bytes, length, Long.BYTES).putLong(value);
        length += Long.BYTES;
    }

    /** Adds a text; the same bytes as those of an equal value of a column. */
    public void text(@Nullable String text) {
        if (text == null) {
            tag(Tag.NULL);
        } else {
            tag(Tag.BYTES);
            bytes(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Adds the value of a slot. */
    public void slot(Shape shape, Vector vector, int slot) {
        if (vector.isNull(slot)) {
            tag(Tag.NULL);
        } else if (isBytes(shape)) {
            tag(Tag.BYTES);
            ByteBuffer slice = Objects.requireNonNull(SlotReader.getSlice(shape, vector, slot), "slot is not null");
            putLong(slice.remaining());
            put(slice.array(), slice.arrayOffset() + slice.position(), slice.remaining());
        } else {
            Object value = JavaValues.get(shape, vector, slot, FileLocation.UNKNOWN);
            value(Objects.requireNonNull(value, "slot is not null"));
        }
    }

    /** Whether the values are text or bytes. Text is not decoded, because invalid UTF-8 would become equal. */
    private static boolean isBytes(Shape shape) {
        return shape instanceof Shape.Leaf leaf
                && leaf.column().field().physicalType() == PhysicalType.BYTE_ARRAY
                && !(leaf.column().field().logicalType() instanceof LogicalType.DecimalType);
    }

    private void value(Object value) {
        if (value instanceof Row row) {
            struct(row);
        } else if (value instanceof RowList list) {
            tag(Tag.LIST);
            putLong(list.size());
            for (int i = 0; i < list.size(); i++) {
                slot(list.element(), list.vector(), list.slot(i));
            }
        } else if (value instanceof RowMap map) {
            map(map);
        } else if (value instanceof Variant variant) {
            // Checks the nesting and that parts do not overlap, which bounds the work.
            variant.validate();
            tag(Tag.VARIANT);
            variant(variant, 0);
        } else {
            scalar(value);
        }
    }

    private void scalar(Object value) {
        if (value instanceof Boolean flag) {
            tag(Tag.BOOLEAN);
            putByte(flag ? 1 : 0);
        } else if (value instanceof Float || value instanceof Double) {
            tag(Tag.FLOATING);
            // All NaNs are equal. Negative zero is not equal to zero.
            putLong(Double.doubleToLongBits(((Number) value).doubleValue()));
        } else if (value instanceof BigDecimal decimal) {
            decimal(decimal);
        } else if (value instanceof BigInteger integer && integer.bitLength() >= Long.SIZE) {
            tag(Tag.LARGE_INTEGER);
            bytes(integer.toByteArray());
        } else if (value instanceof Number number) {
            tag(Tag.INTEGER);
            putLong(number.longValue());
        } else if (value instanceof byte[] binary) {
            tag(Tag.BYTES);
            bytes(binary);
        } else if (value instanceof Interval interval) {
            tag(Tag.INTERVAL);
            putLong(interval.months());
            putLong(interval.days());
            putLong(interval.millis());
        } else {
            // Dates, times and UUIDs: their texts are equal if they are.
            tag(Tag.OTHER);
            bytes((value.getClass().getSimpleName() + value).getBytes(StandardCharsets.UTF_8));
        }
    }

    private void decimal(BigDecimal decimal) {
        tag(Tag.DECIMAL);
        BigDecimal stripped = decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        putLong(stripped.scale());
        bytes(stripped.unscaledValue().toByteArray());
    }

    private void struct(Row row) {
        tag(Tag.STRUCT);
        for (int i : orders.computeIfAbsent(row.shape(), CanonicalBytes::byName)) {
            if (!row.isNull(i)) {
                Shape child = row.shape().children().get(i);
                text(child.name());
                slot(child, row.vector(i), row.slot());
            }
        }
        tag(Tag.NULL);
    }

    private static Integer[] byName(Shape.Struct shape) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < shape.children().size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparing(i -> shape.children().get(i).name()));
        return order.toArray(new Integer[0]);
    }

    private void map(RowMap map) {
        tag(Tag.MAP);
        int start = length;
        List<byte[]> entries = new ArrayList<>(map.size());
        RowList keys = map.keys();
        RowList values = map.values();
        for (int i = 0; i < map.size(); i++) {
            slot(keys.element(), keys.vector(), keys.slot(i));
            if (values != null) {
                slot(values.element(), values.vector(), values.slot(i));
            }
            entries.add(Arrays.copyOfRange(bytes, start, length));
            length = start;
        }
        entries.sort(Arrays::compareUnsigned);
        putLong(entries.size());
        entries.forEach(entry -> put(entry, 0, entry.length));
    }

    private void variant(Variant variant, int depth) {
        if (depth > Variant.MAX_DEPTH) {
            throw new UnsupportedFeatureException("variant nested deeper than " + Variant.MAX_DEPTH + " levels");
        }
        VariantType type = variant.type();
        switch (type) {
            case OBJECT, ARRAY -> {
                tag(type == VariantType.OBJECT ? Tag.STRUCT : Tag.LIST);
                putLong(variant.size());
                for (int i = 0; i < variant.size(); i++) {
                    if (type == VariantType.OBJECT) {
                        text(variant.name(i));
                    }
                    variant(variant.get(i), depth + 1);
                }
            }
            case NULL -> tag(Tag.NULL);
            case INT8, INT16, INT32, INT64 -> scalar(variant.getLong());
            case DECIMAL4, DECIMAL8, DECIMAL16 -> decimal(variant.getDecimal());
            default -> {
                text(type.name());
                text(variant.toJson());
            }
        }
    }

    private void tag(Tag tag) {
        putByte(tag.ordinal());
    }

    private void putByte(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    private void bytes(byte[] source) {
        putLong(source.length);
        put(source, 0, source.length);
    }

    private void put(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    private void ensure(int count) {
        if (bytes.length - length < count) {
            long needed = Math.max(2L * bytes.length, (long) length + count);
            long most = Math.min(Integer.MAX_VALUE - 16, DecodeLimits.defaultDecodingBytes());
            if ((long) length + count > most) {
                throw new UnsupportedFeatureException("a row with more than " + most
                        + " bytes of values: more than an array can have, or than half of the JVM's maximum heap");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(needed, most));
        }
    }
}
