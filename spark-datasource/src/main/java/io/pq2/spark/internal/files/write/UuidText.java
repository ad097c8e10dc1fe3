package io.pq2.spark.internal.files.write;

import org.apache.spark.unsafe.types.UTF8String;

/** Parses UUIDs in their canonical form, {@code 123e4567-e89b-12d3-a456-426614174000}, with letters of either case. */
final class UuidText {

    private static final int LENGTH = 36;
    private static final int BITS_PER_DIGIT = 4;

    private UuidText() {}

    /**
     * Parses a text to 16 bytes.
     *
     * @param start the index of the first byte to write
     * @return whether the text is a UUID; otherwise the bytes are arbitrary
     */
    static boolean parse(UTF8String text, byte[] target, int start) {
        if (text.numBytes() != LENGTH) {
            return false;
        }
        int out = start;
        for (int i = 0; i < LENGTH; i++) {
            if (isHyphen(i)) {
                if (text.getByte(i) != '-') {
                    return false;
                }
                continue;
            }
            int high = Character.digit(text.getByte(i), 16);
            int low = Character.digit(text.getByte(++i), 16);
            if ((high | low) < 0) {
                return false;
            }
            target[out++] = (byte) (high << BITS_PER_DIGIT | low);
        }
        return true;
    }

    private static boolean isHyphen(int index) {
        return index == 8 || index == 13 || index == 18 || index == 23;
    }
}
