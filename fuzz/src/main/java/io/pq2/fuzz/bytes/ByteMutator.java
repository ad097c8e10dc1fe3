package io.pq2.fuzz.bytes;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes arrays of bytes without knowledge of their structure. */
public final class ByteMutator {

    private static final int[] VALUES = {0, 1, 2, 3, 4, 7, 8, 0x0F, 0x10, 0x20, 0x40, 0x7F, 0x80, 0x81, 0xFE, 0xFF};
    private static final int[] INTS = {0, 1, -1, 2, 255, 256, 65_535, 1 << 20, 1 << 30, Integer.MAX_VALUE, 1 << 31};

    private final SplittableRandom random;

    public ByteMutator(SplittableRandom random) {
        this.random = random;
    }

    /** Returns a changed copy, often of another length. */
    public byte[] mutate(byte[] bytes) {
        int length = bytes.length;
        int at = length == 0 ? 0 : random.nextInt(length);
        return switch (length == 0 ? 6 : random.nextInt(12)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> splice(bytes, at, Math.min(length, at + 1 + random.nextInt(8)), new byte[0]);
            case 2 -> {
                int end = Math.min(length, at + 1 + random.nextInt(16));
                yield splice(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
            }
            case 3 -> {
                int from = random.nextInt(length);
                byte[] part = Arrays.copyOfRange(bytes, from, Math.min(length, from + 1 + random.nextInt(16)));
                yield splice(bytes, at, Math.min(length, at + part.length), part);
            }
            case 4, 5 -> splice(bytes, at, Math.min(length, at + 4), littleEndian());
            case 6 -> splice(bytes, at, at, randomBytes(1 + random.nextInt(8)));
            default -> change(bytes);
        };
    }

    /** Returns a copy of the same length in which one or a few bytes have other values. */
    public byte[] change(byte[] bytes) {
        byte[] changed = bytes.clone();
        if (changed.length > 0) {
            do {
                int at = random.nextInt(changed.length);
                changed[at] = changed(changed[at]);
            } while (random.nextInt(3) == 0);
        }
        return changed;
    }

    /** Returns another value of a byte. */
    public byte changed(byte old) {
        int value = switch (random.nextInt(4)) {
            case 0 -> old ^ 1 << random.nextInt(8);
            case 1 -> old + (random.nextBoolean() ? 1 : -1);
            case 2 -> VALUES[random.nextInt(VALUES.length)];
            default -> random.nextInt(256);
        };
        return (byte) value == old ? (byte) ~old : (byte) value;
    }

    private byte[] littleEndian() {
        int value = INTS[random.nextInt(INTS.length)];
        return new byte[] {(byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24)};
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) VALUES[random.nextInt(VALUES.length)];
        }
        return bytes;
    }

    /** Returns a copy in which a range is replaced. */
    public static byte[] splice(byte[] bytes, int from, int to, byte[] part) {
        byte[] spliced = new byte[bytes.length - (to - from) + part.length];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(part, 0, spliced, from, part.length);
        System.arraycopy(bytes, to, spliced, from + part.length, bytes.length - to);
        return spliced;
    }
}
