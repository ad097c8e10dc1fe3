package io.pq2.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Float16Test {

    @Test
    void decodesNumbersInfinitiesAndNan() {
        assertThat(Float16.toFloat(0x3C00)).isEqualTo(1.0f);
        assertThat(Float16.toFloat(0xC000)).isEqualTo(-2.0f);
        assertThat(Float16.toFloat(0x0001)).isEqualTo(0x1p-24f);
        assertThat(Float16.toFloat(0x7BFF)).isEqualTo(65504.0f);
        assertThat(Float16.toFloat(0xFC00)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(Float16.toFloat(0x7C01)).isNaN();
    }

    @Test
    void encodesTheNumbersThatItDecodes() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            assertThat(Float16.ofFloat(Float16.toFloat(bits)) & 0xFFFF).isEqualTo(bits);
            byte[] bytes = Float16.bytes(bits);
            assertThat(Float16.bits(bytes, 0)).isEqualTo((short) bits);
            assertThat(Float16.isNan(bits)).isEqualTo(Float.isNaN(Float16.toFloat(bits)));
            assertThat(Float16.isExact(Float16.toFloat(bits))).isEqualTo(!Float16.isNan(bits));
        }
    }

    @Test
    void roundsToTheNearestValueAndTiesToEven() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = Float16.toFloat(bits);
            if ((bits & 0x7FFF) < 0x7BFF) {
                float next = Float16.toFloat(bits + 1);
                float middle = (value + next) / 2;
                assertThat(Float16.ofFloat(middle)).isEqualTo((short) ((bits & 1) == 0 ? bits : bits + 1));
                assertThat(Float16.ofFloat(value + (next - value) / 4)).isEqualTo((short) bits);
                assertThat(Float16.isExact(middle)).isFalse();
            }
        }
    }

    @Test
    void roundsToInfinityBeyondTheRange() {
        assertThat(Float16.ofFloat(65_519f)).isEqualTo((short) 0x7BFF);
        assertThat(Float16.ofFloat(65_520f)).isEqualTo((short) 0x7C00);
        assertThat(Float16.ofFloat(-1e30f)).isEqualTo((short) 0xFC00);
        assertThat(Float16.isExact(1e300)).isFalse();
    }
}
