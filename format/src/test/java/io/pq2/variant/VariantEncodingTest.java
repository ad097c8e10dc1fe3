package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values in forms that {@link VariantBuilder} does not write: larger widths than needed, reserved bits, damage. */
class VariantEncodingTest {

    private static final byte[] TWO_NAMES = metadata(0x11, 1, "a", "b");

    private static byte[] metadata(int header, int width, String... names) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(header | width - 1 << 6);
        put(out, names.length, width);
        int offset = 0;
        put(out, offset, width);
        for (String name : names) {
            offset += name.getBytes(StandardCharsets.UTF_8).length;
            put(out, offset, width);
        }
        for (String name : names) {
            out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    /** Returns an object whose values are {@code INT8} 1, 2, and so on, in the order of the ids. */
    private static byte[] object(int reserved, boolean large, int idWidth, int offsetWidth, int... ids) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(2 | (reserved | (large ? 0x10 : 0) | idWidth - 1 << 2 | offsetWidth - 1) << 2);
        put(out, ids.length, large ? 4 : 1);
        for (int id : ids) {
            put(out, id, idWidth);
        }
        for (int i = 0; i <= ids.length; i++) {
            put(out, 2 * i, offsetWidth);
        }
        putBytes(out, ids.length);
        return out.toByteArray();
    }

    private static byte[] array(int reserved, boolean large, int offsetWidth, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(3 | (reserved | (large ? 4 : 0) | offsetWidth - 1) << 2);
        put(out, count, large ? 4 : 1);
        for (int i = 0; i <= count; i++) {
            put(out, 2 * i, offsetWidth);
        }
        putBytes(out, count);
        return out.toByteArray();
    }

    private static void putBytes(ByteArrayOutputStream out, int count) {
        for (int i = 1; i <= count; i++) {
            out.write(3 << 2);
            out.write(i);
        }
    }

    private static void put(ByteArrayOutputStream out, int value, int width) {
        for (int i = 0; i < width; i++) {
            out.write(value >>> 8 * i);
        }
    }

    @Test
    void readsAllWidthsAndIgnoresReservedBits() {
        for (int width = 1; width <= 4; width++) {
            for (int other = 1; other <= 4; other++) {
                for (boolean large : new boolean[] {false, true}) {
                    byte[] sorted = metadata(0x11 | 0x20, width, "a", "b");
                    Variant object = Variant.of(sorted, object(0x20, large, width, other, 0, 1));
                    assertThat(object.toJson()).isEqualTo("{\"a\":1,\"b\":2}");
                    assertThat(object.metadata().isSorted()).isTrue();
                    assertThatCode(object::validate).doesNotThrowAnyException();
                    byte[] unsorted = metadata(1, width, "b", "a");
                    Variant other1 = Variant.of(unsorted, object(0, large, width, other, 1, 0));
                    assertThat(other1).isEqualTo(object).hasSameHashCodeAs(object);
                    assertThat(other1.get("b").getLong()).isEqualTo(2);
                    Variant array = Variant.of(sorted, array(0x38, large, other, 3));
                    assertThat(array.toJson()).isEqualTo("[1,2,3]");
                    assertThatCode(array::validate).doesNotThrowAnyException();
                }
            }
        }
    }

    @Test
    void writesTheSmallestWidths() {
        for (int size : new int[] {100, 300, 70_000, 17_000_000}) {
            VariantBuilder builder = new VariantBuilder();
            builder.startObject()
                    .name("n".repeat(size))
                    .appendString("x".repeat(size))
                    .endObject();
            Variant variant = builder.build();
            int width = size < 256 ? 1 : size < 65_536 ? 2 : size < 16_777_216 ? 3 : 4;
            assertThat((variant.metadata().toByteArray()[0] & 0xFF) >>> 6).isEqualTo(width - 1);
            assertThat(variant.toByteArray()[0] >>> 2 & 3).isEqualTo(width - 1);
            assertThat(variant.get("n".repeat(size)).getString()).hasSize(size);
            assertThat(variant.copy()).isEqualTo(variant);
        }
    }

    @Test
    void writesLargeObjectsAndArrays() {
        VariantBuilder builder = new VariantBuilder().startObject();
        for (int i = 0; i < 70_000; i++) {
            builder.name("f" + i).appendInteger(i);
        }
        Variant object = builder.endObject().build();
        assertThat(object.size()).isEqualTo(70_000);
        assertThat(object.get("f69999").getLong()).isEqualTo(69_999);
        assertThatCode(object::validate).doesNotThrowAnyException();
        builder.reset();
        builder.startArray();
        for (int i = 0; i < 70_000; i++) {
            builder.appendInteger(i);
        }
        Variant array = builder.endArray().build();
        assertThat(array.get(VariantPath.ROOT.element(69_999)).getLong()).isEqualTo(69_999);
    }

    @Test
    void otherFieldsOfAnObjectWithAnUnknownTypeAreReadable() {
        byte[] value = object(0, false, 1, 1, 0, 1);
        value[value.length - 4] = 21 << 2;
        Variant object = Variant.of(TWO_NAMES, value);
        assertThat(object.get("b").getLong()).isEqualTo(2);
        assertThatThrownBy(() -> object.get("a"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("primitive type 21");
        assertThatThrownBy(object::validate).isInstanceOf(UnsupportedFeatureException.class);
    }

    @Test
    void validateFindsWhatTheSpecificationForbids() {
        byte[] two = object(0, false, 1, 1, 0, 1);
        assertInvalid(TWO_NAMES, object(0, false, 1, 1, 1, 0), "field 1 is a, which is not after");
        assertInvalid(TWO_NAMES, object(0, false, 1, 1, 0, 0), "field 1 is a, which is not after");
        assertInvalid(metadata(1, 1, "a", "a"), two, "field 1 is a, which is not after");
        assertInvalid(metadata(0x11, 1, "b", "a"), object(0, false, 1, 1, 1, 0), "sorted_strings is set, but name 1");
        assertInvalid(metadata(0x11, 1, "a", "a"), new byte[] {0}, "sorted_strings is set, but name 1");
        assertInvalid(TWO_NAMES, object(0, false, 1, 1, 0, 2), "field_id 2, dictionary_size is 2");
        byte[] noUtf8 = TWO_NAMES.clone();
        noUtf8[noUtf8.length - 1] = (byte) 0xFF;
        assertInvalid(noUtf8, new byte[] {0}, "name 1: 1 bytes that are not UTF-8");
        byte[] firstOffset = TWO_NAMES.clone();
        firstOffset[2] = 1;
        assertInvalid(firstOffset, new byte[] {0}, "first offset 1, must be 0");
        assertInvalid(TWO_NAMES, new byte[] {1 | 1 << 2, (byte) 0x80}, "STRING: 1 bytes that are not UTF-8");
        assertInvalid(TWO_NAMES, new byte[] {8 << 2, 39, 0, 0, 0, 0}, "scale 39, at most 38");
        assertInvalid(TWO_NAMES, new byte[] {17 << 2, -1, -1, -1, -1, -1, -1, -1, -1}, "TIME: value -1");
    }

    @Test
    void toJsonRefusesTwoFieldsOfOneNameButNoOtherOrder() {
        Variant unordered = Variant.of(TWO_NAMES, object(0, false, 1, 1, 1, 0));
        assertThat(unordered.toJson()).isEqualTo("{\"b\":1,\"a\":2}");
        for (byte[] names : List.of(TWO_NAMES, metadata(1, 1, "a", "a"))) {
            Variant twice = Variant.of(names, object(0, false, 1, 1, 0, names == TWO_NAMES ? 0 : 1));
            assertThatThrownBy(twice::toJson)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessage("VARIANT OBJECT: two fields are named a");
        }
    }

    @Property(tries = 100)
    void findsTheFieldsOfObjectsInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<String> sorted = IntStream.range(0, 1 + random.nextInt(300))
                .mapToObj(i -> "field " + i)
                .sorted()
                .toList();
        List<String> names = new ArrayList<>(sorted);
        if (random.nextBoolean()) {
            Collections.shuffle(names, random);
        }
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, names.size()).forEach(order::add);
        Collections.shuffle(order, random);
        byte[] object = object(0, true, 2, 2, order.stream().mapToInt(i -> i).toArray());
        Variant variant = Variant.of(metadata(1, 4, names.toArray(String[]::new)), object);
        for (int i = 0; i < order.size(); i++) {
            String name = names.get(order.get(i));
            long expected = (byte) (i + 1);
            assertThat(found(variant.get(name))).as(name).isEqualTo(expected);
            assertThat(found(variant.get(VariantPath.ROOT.field(name))))
                    .as(name)
                    .isEqualTo(expected);
        }
        for (String missing : List.of("", "field", "field 300", "g", "field 1x")) {
            assertThat(variant.get(missing)).isNull();
            assertThat(variant.get(VariantPath.ROOT.field(missing))).isNull();
        }
    }

    private static long found(@Nullable Variant field) {
        return Objects.requireNonNull(field).getLong();
    }

    @Property(tries = 200)
    void builtVariantsAreValid(@ForAll long seed) {
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(new RandomVariants(seed).value(4), builder);
        assertThatCode(builder.build()::validate).doesNotThrowAnyException();
    }

    private static void assertInvalid(byte[] metadata, byte[] value, String message) {
        Variant variant = Variant.of(metadata, value);
        assertThatThrownBy(variant::validate)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }
}
