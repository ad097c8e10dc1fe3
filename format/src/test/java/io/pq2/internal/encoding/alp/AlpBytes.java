package io.pq2.internal.encoding.alp;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random ALP pages and the values that they encode.
 *
 * <p>Pages are built field by field according to AlpEncoding.md, with bit-packing through {@link BigInteger}. Vectors
 * have any size, exponent, factor, frame of reference and exceptions. The values are computed according to the section
 * on decoding.
 */
final class AlpBytes {

    private final int valueBytes;
    private final Random random;
    private final List<byte[]> vectors = new ArrayList<>();
    private final List<Number> values = new ArrayList<>();

    private AlpBytes(int valueBytes, Random random) {
        this.valueBytes = valueBytes;
        this.random = random;
    }

    record Page(byte[] bytes, List<Number> values) {}

    static Page random(Random random, int valueBytes, int logVectorSize, int elements) {
        AlpBytes alp = new AlpBytes(valueBytes, random);
        for (int done = 0; done < elements; done += 1 << logVectorSize) {
            alp.addVector(Math.min(1 << logVectorSize, elements - done));
        }
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.writeBytes(new byte[] {0, 0, (byte) logVectorSize});
        page.writeBytes(littleEndian(elements, 4));
        long offset = 4L * alp.vectors.size();
        for (byte[] vector : alp.vectors) {
            page.writeBytes(littleEndian(offset, 4));
            offset += vector.length;
        }
        alp.vectors.forEach(page::writeBytes);
        return new Page(page.toByteArray(), alp.values);
    }

    private void addVector(int length) {
        int exponent = random.nextInt(valueBytes == 4 ? 11 : 19);
        int factor = random.nextInt(exponent + 1);
        int bitWidth = random.nextInt(8 * valueBytes + 1);
        long frame = random.nextLong() >> random.nextInt(64);
        BigInteger packed = BigInteger.ZERO;
        int first = values.size();
        for (int i = 0; i < length; i++) {
            long delta = bitWidth == 0 ? 0 : random.nextLong() >>> 64 - bitWidth;
            BigInteger bits = new BigInteger(Long.toUnsignedString(delta));
            packed = packed.or(bits.shiftLeft(i * bitWidth));
            values.add(decoded(frame + delta, exponent, factor));
        }
        ByteArrayOutputStream positions = new ByteArrayOutputStream();
        ByteArrayOutputStream exceptions = new ByteArrayOutputStream();
        int density = random.nextInt(4) == 0 ? 1 : 2 + random.nextInt(50);
        int count = 0;
        for (int i = 0; i < length; i++) {
            if (density == 1 || random.nextInt(density) == 0 && density < 40) {
                long bits = random.nextLong();
                values.set(first + i, exception(bits));
                positions.writeBytes(littleEndian(i, 2));
                exceptions.writeBytes(littleEndian(bits, valueBytes));
                count++;
            }
        }
        ByteArrayOutputStream vector = new ByteArrayOutputStream();
        vector.write(exponent);
        vector.write(factor);
        vector.writeBytes(littleEndian(count, 2));
        vector.writeBytes(littleEndian(frame, valueBytes));
        vector.write(bitWidth);
        int packedBytes = (length * bitWidth + 7) / 8;
        for (int i = 0; i < packedBytes; i++) {
            vector.write(packed.shiftRight(8 * i).intValue());
        }
        vector.writeBytes(positions.toByteArray());
        vector.writeBytes(exceptions.toByteArray());
        vectors.add(vector.toByteArray());
    }

    private Number exception(long bits) {
        if (valueBytes == 4) {
            return Float.intBitsToFloat((int) bits);
        }
        return Double.longBitsToDouble(bits);
    }

    private Number decoded(long integer, int exponent, int factor) {
        if (valueBytes == 4) {
            float scaled = (float) (int) integer * Float.parseFloat("1e" + factor);
            return scaled * Float.parseFloat("1e-" + exponent);
        }
        double scaled = (double) integer * Double.parseDouble("1e" + factor);
        return scaled * Double.parseDouble("1e-" + exponent);
    }

    private static byte[] littleEndian(long value, int bytes) {
        byte[] result = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            result[i] = (byte) (value >>> 8 * i);
        }
        return result;
    }
}
