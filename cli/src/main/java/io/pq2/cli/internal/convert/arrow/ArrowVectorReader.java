package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.vector.Float16;
import io.pq2.record.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.jspecify.annotations.Nullable;

/** Makes vectors of the buffers of a batch. All offsets are checked here, so that the vectors need no checks. */
final class ArrowVectorReader {

    /** The number of nulls without bytes in lists, so that few bytes cannot become any number of values. */
    private static final int MAX_NESTED_NULLS = 1 << 24;

    private static final int VIEW_BYTES = 16;
    private static final int MAX_INLINE = 12;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MILLIS_PER_DAY = 86_400_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int MONTH_DAY_NANO_BYTES = 16;

    private final ArrowBuffers buffers;
    private final Map<Long, List<ArrowVector>> dictionaries;

    ArrowVectorReader(ArrowBuffers buffers, Map<Long, List<ArrowVector>> dictionaries) {
        this.buffers = buffers;
        this.dictionaries = dictionaries;
    }

    /**
     * Reads the values of a column.
     *
     * @param rows the least number of values
     */
    ArrowVector read(ArrowField field, long rows) {
        return read(field, rows, false);
    }

    private ArrowVector read(ArrowField field, long least, boolean inList) {
        FieldNode node = buffers.node();
        long length = node.length();
        if (length < least || length > Integer.MAX_VALUE) {
            throw corrupt(field, "FieldNode.length is " + length + ", expected at least " + least);
        }
        int count = (int) length;
        if (field.dictionary() == null && field.type() instanceof ArrowType.Null) {
            if (inList && count > MAX_NESTED_NULLS) {
                throw new UnsupportedFeatureException("column " + field.name() + " has " + count
                        + " nulls in lists, more" + " than " + MAX_NESTED_NULLS);
            }
            return new NullVector(count);
        }
        ByteBuffer validity = validity(field, node, count);
        if (field.dictionary() != null) {
            ArrowType.Int type = field.dictionary().indexType();
            return new DictionaryVector(
                    count,
                    validity,
                    indexes(type, values(count, type.bits())),
                    field.dictionary().id(),
                    dictionaries);
        }
        return vector(field, count, validity, inList);
    }

    private @Nullable ByteBuffer validity(ArrowField field, FieldNode node, int count) {
        ByteBuffer bits = buffers.next(0);
        if (node.nullCount() == 0 || count == 0) {
            return null;
        }
        int needed = (count + Byte.SIZE - 1) >>> 3;
        if (bits.limit() < needed) {
            throw corrupt(
                    field,
                    "the validity bitmap has " + bits.limit() + " bytes for " + count + " values, " + node.nullCount()
                            + " of them null");
        }
        return bits;
    }

    private ArrowVector vector(ArrowField field, int count, @Nullable ByteBuffer validity, boolean inList) {
        ArrowType type = field.type();
        if (type instanceof ArrowType.Struct) {
            List<ArrowVector> children = new ArrayList<>();
            for (ArrowField child : field.children()) {
                children.add(read(child, count, inList));
            }
            return new StructVector(
                    count,
                    validity,
                    field.children().stream().map(ArrowField::name).toList(),
                    children);
        } else if (type instanceof ArrowType.List list) {
            return list(field, list.layout(), count, validity, false);
        } else if (type instanceof ArrowType.Map) {
            return list(field, ArrowType.Layout.OFFSETS, count, validity, true);
        } else if (type instanceof ArrowType.FixedList fixed) {
            int size = fixed.size();
            ArrowVector elements = read(field.children().get(0), (long) count * size, true);
            return new ListVector(count, validity, ranges(index -> (long) index * size, size), elements, false);
        } else if (type instanceof ArrowType.Binary binary) {
            return new LeafVector(
                    count,
                    validity,
                    binary.layout() == ArrowType.Layout.VIEW ? views(field, count) : binary(field, binary, count));
        }
        return new LeafVector(count, validity, leaf(field, type, count));
    }

    private static ListVector.Ranges ranges(IntToLongFunction start, int size) {
        return new ListVector.Ranges() {
            @Override
            public int start(int index) {
                return (int) start.applyAsLong(index);
            }

            @Override
            public int end(int index) {
                return start(index) + size;
            }
        };
    }

    private ByteBuffer values(int count, int bits) {
        return buffers.next((long) count * bits / Byte.SIZE);
    }

    /** Returns count + 1 offsets that ascend from 0 or more to at most the limit, which is checked by the caller. */
    private IntToLongFunction offsets(ArrowField field, boolean large, int count) {
        ByteBuffer bytes = buffers.next(0);
        if (count == 0) {
            return index -> 0;
        }
        int width = large ? Long.BYTES : Integer.BYTES;
        if (bytes.limit() < (count + 1L) * width) {
            throw corrupt(field, "the offsets have " + bytes.limit() + " bytes for " + count + " values");
        }
        IntToLongFunction offsets = large ? i -> bytes.getLong(i * Long.BYTES) : i -> bytes.getInt(i * Integer.BYTES);
        long last = 0;
        for (int i = 0; i <= count; i++) {
            long offset = offsets.applyAsLong(i);
            if (offset < last || offset > Integer.MAX_VALUE) {
                throw corrupt(field, "offset " + i + " is " + offset + " after " + last);
            }
            last = offset;
        }
        return offsets;
    }

    private ArrowVector list(
            ArrowField field, ArrowType.Layout layout, int count, @Nullable ByteBuffer validity, boolean map) {
        ArrowField child = field.children().get(0);
        if (layout == ArrowType.Layout.VIEW || layout == ArrowType.Layout.LARGE_VIEW) {
            return listViews(field, layout == ArrowType.Layout.LARGE_VIEW, count, validity);
        }
        IntToLongFunction offsets = offsets(field, layout == ArrowType.Layout.LARGE_OFFSETS, count);
        ArrowVector elements = read(child, offsets.applyAsLong(count), true);
        return new ListVector(
                count,
                validity,
                new ListVector.Ranges() {
                    @Override
                    public int start(int index) {
                        return (int) offsets.applyAsLong(index);
                    }

                    @Override
                    public int end(int index) {
                        return (int) offsets.applyAsLong(index + 1);
                    }
                },
                elements,
                map);
    }

    private ArrowVector listViews(ArrowField field, boolean large, int count, @Nullable ByteBuffer validity) {
        int width = large ? Long.BYTES : Integer.BYTES;
        ByteBuffer offsets = buffers.next((long) count * width);
        ByteBuffer sizes = buffers.next((long) count * width);
        IntToLongFunction start = large ? i -> offsets.getLong(i * width) : i -> offsets.getInt(i * width);
        IntToLongFunction size = large ? i -> sizes.getLong(i * width) : i -> sizes.getInt(i * width);
        ArrowVector elements = read(field.children().get(0), 0, true);
        for (int i = 0; i < count; i++) {
            long first = start.applyAsLong(i);
            long number = size.applyAsLong(i);
            if (first < 0 || number < 0 || first > elements.length() || number > elements.length() - first) {
                throw corrupt(
                        field,
                        "list " + i + " has " + number + " elements from " + first + " on, of " + elements.length());
            }
        }
        return new ListVector(
                count,
                validity,
                new ListVector.Ranges() {
                    @Override
                    public int start(int index) {
                        return (int) start.applyAsLong(index);
                    }

                    @Override
                    public int end(int index) {
                        return (int) (start.applyAsLong(index) + size.applyAsLong(index));
                    }
                },
                elements,
                false);
    }

    private IntFunction<Object> binary(ArrowField field, ArrowType.Binary type, int count) {
        IntToLongFunction offsets = offsets(field, type.layout() == ArrowType.Layout.LARGE_OFFSETS, count);
        ByteBuffer bytes = buffers.next(offsets.applyAsLong(count));
        return index -> {
            int start = (int) offsets.applyAsLong(index);
            return slice(bytes, start, (int) offsets.applyAsLong(index + 1) - start);
        };
    }

    /** A view has a length, and then up to 12 bytes, or a prefix, the number of a buffer and an offset in it. */
    private IntFunction<Object> views(ArrowField field, int count) {
        ByteBuffer views = buffers.next((long) count * VIEW_BYTES);
        List<ByteBuffer> data = new ArrayList<>();
        for (int i = buffers.variadicCount(); i > 0; i--) {
            data.add(buffers.next(0));
        }
        return index -> {
            int place = index * VIEW_BYTES;
            int length = views.getInt(place);
            if (length >= 0 && length <= MAX_INLINE) {
                return slice(views, place + Integer.BYTES, length);
            }
            int buffer = views.getInt(place + 2 * Integer.BYTES);
            int offset = views.getInt(place + 3 * Integer.BYTES);
            if (length < 0
                    || buffer < 0
                    || buffer >= data.size()
                    || offset < 0
                    || length > data.get(buffer).limit() - (long) offset) {
                throw corrupt(
                        field, "view " + index + " has " + length + " bytes at " + offset + " of buffer " + buffer);
            }
            return slice(data.get(buffer), offset, length);
        };
    }

    private static byte[] slice(ByteBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.get(offset, bytes);
        return bytes;
    }

    private IntFunction<Object> leaf(ArrowField field, ArrowType type, int count) {
        if (type instanceof ArrowType.Bool) {
            ByteBuffer bits = buffers.next((count + Byte.SIZE - 1L) / Byte.SIZE);
            return index -> (bits.get(index / Byte.SIZE) >> index % Byte.SIZE & 1) == 1;
        } else if (type instanceof ArrowType.Int integer) {
            return integers(integer, values(count, integer.bits()));
        } else if (type instanceof ArrowType.Floating floating) {
            ByteBuffer values = values(count, floating.bits());
            return switch (floating.bits()) {
                case Short.SIZE -> index -> Float16.toFloat(values.getShort(index * Short.BYTES));
                case Float.SIZE -> index -> values.getFloat(index * Float.BYTES);
                default -> index -> values.getDouble(index * Double.BYTES);
            };
        } else if (type instanceof ArrowType.FixedBinary fixed) {
            ByteBuffer values = buffers.next((long) count * fixed.width());
            return index -> slice(values, index * fixed.width(), fixed.width());
        } else if (type instanceof ArrowType.Decimal decimal) {
            return decimals(decimal, values(count, decimal.bits()));
        }
        return time(field, type, count);
    }

    private static IntFunction<Object> integers(ArrowType.Int type, ByteBuffer values) {
        if (type.bits() == Long.SIZE && !type.signed()) {
            return index -> new BigInteger(Long.toUnsignedString(values.getLong(index * Long.BYTES)));
        }
        IntToLongFunction numbers = indexes(type, values);
        return numbers::applyAsLong;
    }

    /** Returns integers; unsigned ones of 64 bits above the largest signed one are negative. */
    private static IntToLongFunction indexes(ArrowType.Int type, ByteBuffer values) {
        boolean signed = type.signed();
        return switch (type.bits()) {
            case Byte.SIZE -> signed ? values::get : index -> Byte.toUnsignedLong(values.get(index));
            case Short.SIZE ->
                signed
                        ? index -> values.getShort(index * Short.BYTES)
                        : index -> Short.toUnsignedLong(values.getShort(index * Short.BYTES));
            case Integer.SIZE ->
                signed
                        ? index -> values.getInt(index * Integer.BYTES)
                        : index -> Integer.toUnsignedLong(values.getInt(index * Integer.BYTES));
            default -> index -> values.getLong(index * Long.BYTES);
        };
    }

    private static IntFunction<Object> decimals(ArrowType.Decimal type, ByteBuffer values) {
        int width = type.bits() / Byte.SIZE;
        return index -> {
            byte[] bytes = new byte[width];
            for (int i = 0; i < width; i++) {
                bytes[width - 1 - i] = values.get(index * width + i);
            }
            return new BigDecimal(new BigInteger(bytes), type.scale());
        };
    }

    private IntFunction<Object> time(ArrowField field, ArrowType type, int count) {
        if (type instanceof ArrowType.Date date) {
            return dates(field, date, count);
        } else if (type instanceof ArrowType.Time time) {
            IntToLongFunction numbers = indexes(new ArrowType.Int(time.bits(), true), values(count, time.bits()));
            return index -> LocalTime.ofNanoOfDay(
                    Math.multiplyExact(numbers.applyAsLong(index), time.unit().nanos()));
        } else if (type instanceof ArrowType.Timestamp timestamp) {
            ByteBuffer values = values(count, Long.SIZE);
            return index -> timestamp(timestamp, values.getLong(index * Long.BYTES));
        } else if (type instanceof ArrowType.Duration) {
            ByteBuffer values = values(count, Long.SIZE);
            return index -> values.getLong(index * Long.BYTES);
        } else if (type instanceof ArrowType.Interval interval) {
            return intervals(field, interval, count);
        }
        throw new IllegalStateException("no values of " + type);
    }

    private IntFunction<Object> dates(ArrowField field, ArrowType.Date type, int count) {
        ByteBuffer values = values(count, type.millis() ? Long.SIZE : Integer.SIZE);
        if (!type.millis()) {
            return index -> LocalDate.ofEpochDay(values.getInt(index * Integer.BYTES));
        }
        return index -> {
            long millis = values.getLong(index * Long.BYTES);
            if (millis % MILLIS_PER_DAY != 0) {
                throw new InvalidDataException("column " + field.name() + ": the date " + millis
                        + " ms is not a multiple of a day; cast the column to a timestamp");
            }
            return LocalDate.ofEpochDay(millis / MILLIS_PER_DAY);
        };
    }

    private static Object timestamp(ArrowType.Timestamp type, long value) {
        long perSecond = NANOS_PER_SECOND / type.unit().nanos();
        long seconds = Math.floorDiv(value, perSecond);
        int nanos = (int) (Math.floorMod(value, perSecond) * type.unit().nanos());
        return type.zoned()
                ? Instant.ofEpochSecond(seconds, nanos)
                : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }

    private IntFunction<Object> intervals(ArrowField field, ArrowType.Interval type, int count) {
        return switch (type.unit()) {
            case IntervalUnit.YEAR_MONTH -> {
                ByteBuffer values = values(count, Integer.SIZE);
                yield index -> interval(field, values.getInt(index * Integer.BYTES), 0, 0);
            }
            case IntervalUnit.DAY_TIME -> {
                ByteBuffer values = values(count, Long.SIZE);
                yield index -> interval(
                        field,
                        0,
                        values.getInt(index * Long.BYTES),
                        values.getInt(index * Long.BYTES + Integer.BYTES) * NANOS_PER_MILLI);
            }
            default -> {
                ByteBuffer values = buffers.next((long) count * MONTH_DAY_NANO_BYTES);
                yield index -> interval(
                        field,
                        values.getInt(index * MONTH_DAY_NANO_BYTES),
                        values.getInt(index * MONTH_DAY_NANO_BYTES + Integer.BYTES),
                        values.getLong(index * MONTH_DAY_NANO_BYTES + Long.BYTES));
            }
        };
    }

    private static Interval interval(ArrowField field, long months, long days, long nanos) {
        if (months < 0 || days < 0 || nanos < 0 || nanos % NANOS_PER_MILLI != 0) {
            throw new InvalidDataException("column " + field.name() + ": the interval of " + months + " months, " + days
                    + " days, " + nanos + " ns; Parquet has intervals of milliseconds that are not negative");
        }
        return new Interval(months, days, nanos / NANOS_PER_MILLI);
    }

    private static CorruptFileException corrupt(ArrowField field, String message) {
        return new CorruptFileException("column " + field.name() + ": " + message);
    }
}
