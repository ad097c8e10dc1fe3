package io.pq2.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VectorBuildersTest {

    @Property
    void buildsVectorsOfTheAppendedValues(@ForAll Integer[] first, @ForAll Integer[] second) {
        IntVectorBuilder ints = new IntVectorBuilder();
        BinaryVectorBuilder binaries = new BinaryVectorBuilder();
        FixedBinaryVectorBuilder fixed = new FixedBinaryVectorBuilder(3);
        for (Integer[] round : List.of(first, second)) {
            ints.reset();
            binaries.reset();
            fixed.reset();
            for (Integer value : round) {
                append(ints, binaries, fixed, value != null && value % 3 == 0 ? null : value);
            }
            IntVector intVector = ints.build();
            BinaryVector binaryVector = binaries.build();
            FixedBinaryVector fixedVector = fixed.build();
            assertThat(intVector.length()).isEqualTo(round.length);
            for (int i = 0; i < round.length; i++) {
                Integer value = round[i] != null && round[i] % 3 == 0 ? null : round[i];
                assertThat(intVector.isNull(i)).isEqualTo(value == null);
                assertThat(binaryVector.isNull(i)).isEqualTo(value == null);
                assertThat(fixedVector.isNull(i)).isEqualTo(value == null);
                assertThat(intVector.values()[i]).isEqualTo(value == null ? 0 : value);
                int start = binaryVector.starts()[i];
                assertThat(Arrays.copyOfRange(
                                binaryVector.bytes(),
                                start,
                                start + binaryVector.lengths()[i]))
                        .isEqualTo(value == null ? new byte[0] : bytes(value));
                assertThat(Arrays.copyOfRange(fixedVector.bytes(), i * 3, i * 3 + 3))
                        .isEqualTo(value == null ? new byte[3] : Arrays.copyOf(bytes(value), 3));
            }
        }
    }

    private static void append(
            IntVectorBuilder ints, BinaryVectorBuilder binaries, FixedBinaryVectorBuilder fixed, Integer value) {
        if (value == null) {
            ints.appendNull();
            binaries.appendNull();
            fixed.appendNull();
        } else {
            ints.append(value);
            binaries.append(bytes(value), 0, bytes(value).length);
            fixed.append(Arrays.copyOf(bytes(value), 3), 0);
        }
    }

    private static byte[] bytes(int value) {
        return Integer.toString(value).getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void buildsNoValidityWithoutNulls() {
        LongVectorBuilder longs = new LongVectorBuilder();
        longs.appendNull();
        longs.reset();
        longs.append(1);
        assertThat(longs.build().validity()).isNull();
    }

    @Test
    void aNullStructIsNullInItsChildren() {
        StructVectorBuilder structs =
                new StructVectorBuilder(List.of(new IntVectorBuilder(), new DoubleVectorBuilder()));
        structs.appendNull();
        ((IntVectorBuilder) structs.child(0)).append(1);
        ((DoubleVectorBuilder) structs.child(1)).append(2);
        structs.append();
        StructVector vector = structs.build();
        assertThat(vector.isNull(0)).isTrue();
        assertThat(vector.isNull(1)).isFalse();
        assertThat(vector.children()).allMatch(child -> child.length() == 2 && child.isNull(0));
    }

    @Test
    void refusesAStructWithAMissingChildValue() {
        StructVectorBuilder structs = new StructVectorBuilder(List.of(new IntVectorBuilder()));
        structs.append();
        assertThatThrownBy(structs::build).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void listsContainTheElementsSinceThePreviousList() {
        ListVectorBuilder lists = new ListVectorBuilder(new IntVectorBuilder());
        IntVectorBuilder elements = (IntVectorBuilder) lists.element();
        elements.append(1);
        elements.append(2);
        lists.append();
        lists.appendNull();
        lists.append();
        elements.append(3);
        lists.append();
        ListVector vector = lists.build();
        assertThat(Arrays.copyOf(vector.offsets(), 5)).containsExactly(0, 2, 2, 2, 3);
        assertThat(vector.isNull(1)).isTrue();
        assertThat(vector.isNull(2)).isFalse();
    }

    @Test
    void refusesElementsOutsideAList() {
        ListVectorBuilder lists = new ListVectorBuilder(new IntVectorBuilder());
        ((IntVectorBuilder) lists.element()).append(1);
        assertThatThrownBy(lists::appendNull).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(lists::build).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesAKeyWithoutAValue() {
        MapVectorBuilder maps = new MapVectorBuilder(new IntVectorBuilder(), new IntVectorBuilder());
        ((IntVectorBuilder) maps.key()).append(1);
        maps.append();
        assertThatThrownBy(maps::build).isInstanceOf(IllegalStateException.class);
    }
}
