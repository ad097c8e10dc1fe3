package io.pq2.internal.statistics;

import java.util.Arrays;

/** The order of byte values. */
public enum BinaryOrder {
    /** Byte by byte, unsigned. A prefix precedes the values that start with it. */
    UNSIGNED {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            return Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
        }
    },
    /** As big-endian two's complement numbers of any length. An empty value is 0. */
    TWOS_COMPLEMENT {
        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            int aSign = aLength == 0 ? 0 : a[aStart] >> 7;
            int bSign = bLength == 0 ? 0 : b[bStart] >> 7;
            if (aSign != bSign) {
                return aSign - bSign;
            }
            int width = Math.max(aLength, bLength);
            for (int i = width; i > 0; i--) {
                int aByte = i > aLength ? aSign & 0xFF : a[aStart + aLength - i] & 0xFF;
                int bByte = i > bLength ? bSign & 0xFF : b[bStart + bLength - i] & 0xFF;
                if (aByte != bByte) {
                    return aByte - bByte;
                }
            }
            return 0;
        }
    };

    /**
     * Returns a negative number, zero or a positive number if the first value is less than, equal to or greater than
     * the second.
     */
    public abstract int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength);
}
