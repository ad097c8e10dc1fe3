package io.pq2.internal.predicate.filter;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.statistics.VectorValues;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.ValuePredicate;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;

/** Checks values one by one with a caller's test. */
final class CustomCheck {

    private CustomCheck() {}

    /** Returns the check for a column. It uses the test that needs no object per value if there is one. */
    static ValueCheck of(ValuePredicate predicate, PrimitiveField field) {
        if (predicate instanceof StoredValueTest) {
            return ofStored(predicate, field.physicalType());
        }
        Class<?> values = LiteralPosition.valueClass(field);
        boolean plainInteger = field.logicalType() == null
                || (field.logicalType() instanceof LogicalType.IntType type && type.signed());
        if (values == ByteString.class) {
            return new OfBytes(predicate);
        } else if (field.physicalType() == PhysicalType.INT96) {
            return new OfInt96(predicate);
        } else if (values == Double.class || (values == BigDecimal.class && plainInteger)) {
            return new OfNumbers(predicate, values == Double.class);
        }
        return new OfObjects(predicate, field);
    }

    private static ValueCheck ofStored(ValuePredicate predicate, PhysicalType type) {
        return switch (type) {
            case BOOLEAN, INT32, INT64 -> new OfNumbers(predicate, false);
            case FLOAT, DOUBLE -> new OfNumbers(predicate, true);
            case INT96 -> new OfInt96(predicate);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> new OfBytes(predicate);
        };
    }

    private static final class OfBytes extends BytesCheck {

        private final ValuePredicate predicate;

        OfBytes(ValuePredicate predicate) {
            this.predicate = predicate;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= predicate.testBytes(bytes, starts[from + i], lengths[from + i]) ? 1L << i : 0;
            }
            return hits;
        }
    }

    private static final class OfInt96 extends ValueCheck {

        private final ValuePredicate predicate;

        OfInt96(ValuePredicate predicate) {
            this.predicate = predicate;
        }

        @Override
        public long test(Vector values, int from, long tested) {
            FixedBinaryVector timestamps = (FixedBinaryVector) values;
            byte[] bytes = timestamps.bytes();
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int at = timestamps.offset() + (from + i) * timestamps.width();
                boolean hit = predicate.testInt96(
                        LittleEndian.getLong(bytes, at), LittleEndian.getInt(bytes, at + Long.BYTES));
                hits |= hit ? 1L << i : 0;
            }
            return hits;
        }
    }

    private static final class OfNumbers extends ValueCheck {

        private final ValuePredicate predicate;
        private final boolean floating;

        OfNumbers(ValuePredicate predicate, boolean floating) {
            this.predicate = predicate;
            this.floating = floating;
        }

        @Override
        public long test(Vector values, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                boolean hit = floating
                        ? predicate.testDouble(SmallChecks.number(values, from + i))
                        : predicate.testLong(integer(values, from + i));
                hits |= hit ? 1L << i : 0;
            }
            return hits;
        }

        private static long integer(Vector vector, int index) {
            if (vector instanceof BooleanVector booleans) {
                return booleans.values()[index] ? 1 : 0;
            }
            return vector instanceof IntVector ints ? ints.values()[index] : ((LongVector) vector).values()[index];
        }
    }

    private static final class OfObjects extends ValueCheck {

        private final ValuePredicate predicate;
        private final VectorValues values;

        OfObjects(ValuePredicate predicate, PrimitiveField field) {
            this.predicate = predicate;
            this.values = new VectorValues(field);
        }

        @Override
        public long test(Vector vector, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= test(vector, from + i) ? 1L << i : 0;
            }
            return hits;
        }

        /** Tests a value. A value outside its type's range, such as a time after midnight, fails every test. */
        private boolean test(Vector vector, int index) {
            Comparable<?> value = values.get(vector, index);
            return value != null && predicate.test(value);
        }
    }
}
