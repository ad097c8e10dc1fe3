package io.pq2.internal.geospatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WkbBoxTest {

    private final WkbBox box = new WkbBox();

    private static ByteBuffer shape(int bytes, int code) {
        return ByteBuffer.allocate(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(code);
    }

    private static ByteBuffer coordinates(ByteBuffer shape, double... coordinates) {
        for (double coordinate : coordinates) {
            shape.putDouble(coordinate);
        }
        return shape;
    }

    private static byte[] bytes(ByteBuffer shape) {
        byte[] bytes = new byte[shape.capacity()];
        shape.get(0, bytes);
        return bytes;
    }

    private boolean read(ByteBuffer shape) {
        byte[] bytes = bytes(shape);
        return box.read(bytes, 0, bytes.length);
    }

    private void assertBox(double xmin, double xmax, double ymin, double ymax) {
        assertThat(new double[] {box.xmin(), box.xmax(), box.ymin(), box.ymax()})
                .containsExactly(xmin, xmax, ymin, ymax);
    }

    @Test
    void readsPointsOfEachDimensionAndByteOrder() {
        assertThat(read(coordinates(shape(21, 1), 3, -4))).isTrue();
        assertBox(3, 3, -4, -4);
        assertThat(read(coordinates(shape(37, 3001), 3, -4, 100, 200))).isTrue();
        assertBox(3, 3, -4, -4);
        assertThat(read(coordinates(shape(29, 0x80000001), 3, -4, 100))).isTrue();
        assertThat(read(coordinates(shape(41, 0xE0000001).putInt(4326), 3, -4, 100, 200)))
                .isTrue();
        assertBox(3, 3, -4, -4);
        byte[] big = HexFormat.of().parseHex("00000000013ff00000000000004000000000000000");
        assertThat(box.read(big, 0, big.length)).isTrue();
        assertBox(1, 1, 2, 2);
    }

    @Test
    void readsPolygonsAndCollections() {
        ByteBuffer polygon = coordinates(shape(9 + 4 + 64, 3).putInt(1).putInt(4), 0, 0, 5, 1, 2, 7, 0, 0);
        assertThat(read(polygon)).isTrue();
        assertBox(0, 5, 0, 7);
        ByteBuffer collection = shape(9 + polygon.capacity() + 21, 7).putInt(2).put(bytes(polygon));
        collection.put(bytes(coordinates(shape(21, 1), -9, 9)));
        assertThat(read(collection)).isTrue();
        assertBox(-9, 5, 0, 9);
    }

    @Test
    void ignoresNanAndFindsNoBoxOfEmptyShapes() {
        assertThat(read(coordinates(shape(9 + 32, 2).putInt(2), Double.NaN, 1, 5, Double.NaN)))
                .isTrue();
        assertBox(5, 5, 1, 1);
        assertThat(read(coordinates(shape(21, 1), 1, Double.NaN))).isFalse();
        assertThat(read(shape(9, 7).putInt(0))).isFalse();
    }

    @Test
    void refusesInvalidShapes() {
        assertThat(read(coordinates(shape(22, 1), 1, 2))).isFalse(); // One byte too many.
        assertThat(read(coordinates(shape(21, 8), 1, 2))).isFalse();
        assertThat(read(coordinates(shape(21, 4001), 1, 2))).isFalse();
        assertThat(read(coordinates(shape(25, 2).putInt(Integer.MAX_VALUE), 1, 2)))
                .isFalse();
        assertThat(read(coordinates(shape(25, 2).putInt(-1), 1, 2))).isFalse();
        assertThat(box.read(new byte[0], 0, 0)).isFalse();
        byte[] nested = new byte[9 * 100_000];
        for (int i = 0; i < 100_000; i++) {
            ByteBuffer.wrap(nested, 9 * i, 9)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 1)
                    .putInt(7)
                    .putInt(1);
        }
        assertThat(box.read(nested, 0, nested.length)).isFalse();
    }

    @Property(tries = 2_000)
    void readsAnyBytesWithoutAnException(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(60)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(8);
        }
        byte[] before = Arrays.copyOf(bytes, bytes.length);
        if (box.read(bytes, 0, bytes.length)) {
            assertThat(box.xmin()).isLessThanOrEqualTo(box.xmax());
        }
        assertThat(bytes).isEqualTo(before);
    }
}
