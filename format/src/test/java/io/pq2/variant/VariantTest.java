package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import shaded.parquet.com.fasterxml.jackson.databind.ObjectMapper;

class VariantTest {

    @Property(tries = 300)
    void readsBackBuiltVariants(@ForAll long seed) {
        Object tree = new RandomVariants(seed).value(4);
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(tree, builder);
        Variant variant = builder.build();
        assertThat(RandomVariants.read(variant)).usingRecursiveComparison().isEqualTo(tree);
        assertThat(variant.copy()).isEqualTo(variant).hasSameHashCodeAs(variant);
        builder.reset();
        builder.startArray().appendString("before").append(variant).endArray();
        assertThat(builder.build().get(1)).isEqualTo(variant);
    }

    @Property(tries = 100)
    void toJsonReturnsValidJson(@ForAll long seed) throws Exception {
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(new RandomVariants(seed).value(3), builder);
        Variant variant = builder.build();
        var json = new ObjectMapper().readTree(variant.toJson());
        assertThat(json.isObject()).isEqualTo(variant.type() == VariantType.OBJECT);
        assertThat(json.isArray()).isEqualTo(variant.type() == VariantType.ARRAY);
        assertThat(json.size()).isEqualTo(json.isContainerNode() ? variant.size() : 0);
    }

    @Test
    void toJsonEscapesTextAndKeepsNumbersExact() {
        VariantBuilder builder = new VariantBuilder();
        builder.startArray()
                .appendString("a\"b\\c\n\u0001\u20ac")
                .appendDouble(0.1)
                .appendDouble(Double.NEGATIVE_INFINITY)
                .appendFloat(Float.NaN)
                .appendDecimal(new java.math.BigDecimal("1E-10"))
                .endArray();
        assertThat(builder.build().toJson())
                .isEqualTo("[\"a\\\"b\\\\c\\n\\u0001\u20ac\",0.1,\"-Infinity\",\"NaN\",0.0000000001]");
    }

    @Property(tries = 2_000)
    void damagedBytesAreReadOrReported(@ForAll long seed) {
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(new RandomVariants(seed).value(3), builder);
        Variant variant = builder.build();
        Random random = new Random(seed);
        byte[] metadata = damaged(variant.metadata().toByteArray(), random);
        byte[] value = damaged(variant.toByteArray(), random);
        try {
            Variant read = Variant.of(metadata, value);
            read.toJson();
            RandomVariants.read(read);
            assertThat(read.hashCode()).isEqualTo(read.copy().hashCode());
            assertThat(read.equals(variant)).isEqualTo(variant.equals(read));
            new VariantBuilder().append(read).build();
        } catch (CorruptFileException | UnsupportedFeatureException | InvalidDataException e) {
            assertThat(e).isInstanceOf(ParquetException.class);
        } catch (java.time.DateTimeException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] copy = java.util.Arrays.copyOf(
                bytes, random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : bytes.length);
        for (int i = random.nextInt(3); i > 0 && copy.length > 0; i--) {
            copy[random.nextInt(Math.min(copy.length, 40))] = (byte) random.nextInt();
        }
        return copy;
    }

    @Test
    void findsFieldsByName() {
        for (int fields : new int[] {0, 1, 5, 17, 300}) {
            VariantBuilder builder = new VariantBuilder().startObject();
            for (int i = fields - 1; i >= 0; i--) {
                builder.name("f" + i).appendInteger(i);
            }
            Variant object = builder.endObject().build();
            for (int i = 0; i < fields; i++) {
                assertThat(object.get("f" + i).getLong()).isEqualTo(i);
            }
            assertThat(object.get("f" + fields)).isNull();
            assertThat(object.get("")).isNull();
            assertThat(object.metadata().find("f" + (fields - 1))).isEqualTo(fields == 0 ? -1 : 0);
            assertThat(object.metadata().find("g")).isEqualTo(-1);
        }
    }

    @Test
    void usesSmallestTypeOfIntegersAndDecimals() {
        assertThat(new VariantBuilder().appendInteger(-128).build().type()).isEqualTo(VariantType.INT8);
        assertThat(new VariantBuilder().appendInteger(128).build().type()).isEqualTo(VariantType.INT16);
        assertThat(new VariantBuilder().appendInteger(1 << 15).build().type()).isEqualTo(VariantType.INT32);
        assertThat(new VariantBuilder().appendInteger(1L << 31).build().type()).isEqualTo(VariantType.INT64);
        assertThat(new VariantBuilder()
                        .appendDecimal(new BigDecimal("-1234567.89"))
                        .build()
                        .toByteArray())
                .containsExactly(8 << 2, 2, 0xEB, 0x32, 0xA4, 0xF8);
        assertThat(new VariantBuilder()
                        .appendDecimal(new BigDecimal("9".repeat(38)))
                        .build()
                        .getDecimal())
                .isEqualTo(new BigDecimal("9".repeat(38)));
    }

    @Test
    void rejectsOtherTypes() {
        Variant text = new VariantBuilder().appendString("7").build();
        assertThatThrownBy(text::getLong)
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("the variant is not an integer but of type STRING");
        assertThatThrownBy(() -> text.get("a")).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(text::size).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void rejectsInvalidSequencesOfCalls() {
        VariantBuilder builder = new VariantBuilder();
        assertThatThrownBy(builder::build).hasMessage("a variant without a value");
        assertThatThrownBy(() -> builder.startObject().appendNull()).hasMessageContaining("without a name");
        builder.reset();
        assertThatThrownBy(() -> builder.startArray().name("a")).hasMessageContaining("outside of an object");
        builder.reset();
        assertThatThrownBy(() -> builder.startArray().endObject()).hasMessageContaining("not open");
        builder.reset();
        assertThatThrownBy(() -> builder.startArray().build()).hasMessageContaining("not ended");
        builder.reset();
        assertThatThrownBy(() -> builder.appendNull().appendNull()).hasMessageContaining("a second value");
        builder.reset();
        assertThatThrownBy(() -> builder.startObject()
                        .name("a")
                        .appendNull()
                        .name("a")
                        .appendNull()
                        .endObject())
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("an object with two fields a");
        builder.reset();
        assertThatThrownBy(() -> builder.appendDecimal(new BigDecimal("1e39"))).hasMessageContaining("38 digits");
        assertThatThrownBy(() -> builder.appendTimestamp(Instant.ofEpochSecond(0, 1)))
                .hasMessageContaining("microseconds");
        assertThatThrownBy(() -> builder.appendTimestampNanos(Instant.MAX)).hasMessageContaining("range");
        assertThat(builder.appendString("still usable").build().getString()).isEqualTo("still usable");
    }

    @Test
    void rejectsOverlappingValues() {
        // 20 nested arrays, each with 4 elements at the same offset.
        byte[] value = {};
        for (int i = 0; i < 20; i++) {
            int size = value.length;
            byte[] outer = new byte[size + 14];
            outer[0] = 3 | 1 << 2;
            outer[1] = 4;
            outer[10] = (byte) size;
            outer[11] = (byte) (size >> 8);
            System.arraycopy(value, 0, outer, 12, size);
            value = outer;
        }
        Variant bomb = Variant.of(VariantMetadata.EMPTY.toByteArray(), value);
        assertThatThrownBy(bomb::toJson).isInstanceOf(CorruptFileException.class);
        // An object with 3 fields at the same offset.
        byte[] object = {2, 3, 0, 0, 0, 0, 0, 0, 2, 12, 1};
        Variant overlapping = Variant.of(VariantMetadata.EMPTY.toByteArray(), object);
        assertThatThrownBy(overlapping::toJson)
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("VARIANT OBJECT: values of 6 bytes overlap in 2");
    }

    @Test
    void rejectsTooDeepNesting() {
        VariantBuilder builder = new VariantBuilder();
        for (int i = 0; i < 1_002; i++) {
            builder.startArray();
        }
        for (int i = 0; i < 1_002; i++) {
            builder.endArray();
        }
        Variant deep = builder.build();
        assertThatThrownBy(deep.get(0)::toJson).isInstanceOf(UnsupportedFeatureException.class);
        assertThatThrownBy(deep::toJson)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("VARIANT value nested deeper than 1000 levels");
        assertThat(deep.get(0).get(0).toJson()).hasSize(2_000);
    }

    @Test
    void messagesDescribeDamage() {
        assertThatThrownBy(() -> VariantMetadata.of(new byte[0])).hasMessageContaining("header is missing");
        assertThatThrownBy(() -> VariantMetadata.of(new byte[] {2, 0, 0}))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("version 2");
        assertThatThrownBy(() -> VariantMetadata.of(new byte[] {1, 9, 0}))
                .hasMessage("VARIANT metadata: dictionary_size 9 needs 11 bytes of offsets, there are 2");
        assertThatThrownBy(() -> VariantMetadata.of(new byte[] {1, 1, 0, 4, 'a'}))
                .hasMessage("VARIANT metadata: last offset 4, there are 1 bytes of names");
        byte[] names = {1, 2, 0, 9, 1, 'a'};
        assertThatThrownBy(() -> VariantMetadata.of(names).name(1)).hasMessageContaining("offset of name 1 is 9");
        assertThatThrownBy(() -> VariantMetadata.of(names).name(2))
                .hasMessage("VARIANT: field_id 2, dictionary_size is 2");
        byte[] none = VariantMetadata.EMPTY.toByteArray();
        assertThatThrownBy(() -> Variant.of(none, new byte[] {5 << 2, 1}))
                .hasMessage("VARIANT INT32: value of 4 bytes, there are 1");
        assertThatThrownBy(() -> Variant.of(none, new byte[] {(byte) (63 << 2)}))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("primitive type 63");
        assertThatThrownBy(() -> Variant.of(none, new byte[] {3, 1, 5, 1, 0}).get(0))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("field_offset 0 is 5");
    }
}
