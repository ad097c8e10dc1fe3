package io.pq2.internal.predicate.filter;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Checks byte values: BYTE_ARRAY, and FIXED_LEN_BYTE_ARRAY as slices of one length. */
abstract class BytesCheck extends ValueCheck {

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The starts and lengths of 64 slices of a FIXED_LEN_BYTE_ARRAY; empty before the first. */
    private int[] fixedStarts = new int[0];

    private int[] fixedLengths = new int[0];

    @Override
    public final long test(Vector vector, int from, long tested) {
        if (vector instanceof BinaryVector values) {
            return test(values.bytes(), values.starts(), values.lengths(), from, tested);
        }
        FixedBinaryVector values = (FixedBinaryVector) vector;
        if (fixedStarts.length == 0) {
            fixedStarts = new int[Long.SIZE];
            fixedLengths = new int[Long.SIZE];
            Arrays.fill(fixedLengths, values.width());
        }
        int start = values.offset() + from * values.width();
        for (int i = 0; i < Long.SIZE; i++) {
            fixedStarts[i] = start + i * values.width();
        }
        return test(values.bytes(), fixedStarts, fixedLengths, 0, tested);
    }

    /** Tests up to 64 slices from index {@code from} on, see {@link ValueCheck#test}. */
    public abstract long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested);

    /** Returns the first eight bytes as a signed number that orders like the bytes. Missing bytes count as zero. */
    private static long key(byte[] bytes, int start, int length) {
        if (length >= Long.BYTES) {
            return (long) BIG_ENDIAN.get(bytes, start) ^ Long.MIN_VALUE;
        }
        long key = 0;
        for (int i = 0; i < length; i++) {
            key |= (bytes[start + i] & 0xFFL) << (56 - 8 * i);
        }
        return key ^ Long.MIN_VALUE;
    }

    /** Passes values that equal a literal. */
    static final class Equal extends BytesCheck {

        private final byte[] literal;

        Equal(byte[] literal) {
            this.literal = literal;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            int length = literal.length;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int start = starts[from + i];
                if (lengths[from + i] == length
                        && (length == 0 || bytes[start] == literal[0])
                        && Arrays.equals(bytes, start, start + length, literal, 0, length)) {
                    hits |= 1L << i;
                }
            }
            return hits;
        }
    }

    /** Passes values before a literal in the order of unsigned bytes, and optionally the literal itself. */
    static final class Before extends BytesCheck {

        private final byte[] literal;
        private final long literalKey;
        private final boolean orEqual;

        Before(byte[] literal, boolean orEqual) {
            this.literal = literal;
            this.literalKey = key(literal, 0, literal.length);
            this.orEqual = orEqual;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int start = starts[from + i];
                int length = lengths[from + i];
                long key = key(bytes, start, length);
                boolean before = key < literalKey;
                if (key == literalKey) {
                    int order = Arrays.compareUnsigned(bytes, start, start + length, literal, 0, literal.length);
                    before = orEqual ? order <= 0 : order < 0;
                }
                hits |= before ? 1L << i : 0;
            }
            return hits;
        }
    }

    /** Passes values that start with a prefix. */
    static final class StartsWith extends BytesCheck {

        private final byte[] prefix;

        StartsWith(byte[] prefix) {
            this.prefix = prefix;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int start = starts[from + i];
                if (lengths[from + i] >= prefix.length
                        && Arrays.equals(bytes, start, start + prefix.length, prefix, 0, prefix.length)) {
                    hits |= 1L << i;
                }
            }
            return hits;
        }
    }

    /** Passes values that end with a suffix. */
    static final class EndsWith extends BytesCheck {

        private final byte[] suffix;

        EndsWith(byte[] suffix) {
            this.suffix = suffix;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                int end = starts[from + i] + lengths[from + i];
                if (lengths[from + i] >= suffix.length
                        && Arrays.equals(bytes, end - suffix.length, end, suffix, 0, suffix.length)) {
                    hits |= 1L << i;
                }
            }
            return hits;
        }
    }

    /** Passes values that contain a part. */
    static final class Contains extends BytesCheck {

        private final byte[] part;

        /** @param part the bytes to find, at least one */
        Contains(byte[] part) {
            this.part = part;
        }

        @Override
        public long test(byte[] bytes, int[] starts, int[] lengths, int from, long tested) {
            long hits = 0;
            for (long left = tested; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                hits |= isIn(bytes, starts[from + i], lengths[from + i]) ? 1L << i : 0;
            }
            return hits;
        }

        private boolean isIn(byte[] bytes, int start, int length) {
            byte tail = part[part.length - 1];
            int skip = part.length - 1;
            int last = start + length - part.length;
            for (int at = start; at <= last; at++) {
                if (bytes[at + skip] == tail
                        && bytes[at] == part[0]
                        && Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                    return true;
                }
            }
            return false;
        }
    }
}
