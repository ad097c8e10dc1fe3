package io.pq2.spark.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class BinaryViewTest {

    private static final byte[] BYTES = "onetwo".getBytes(StandardCharsets.UTF_8);

    private final BytesColumnVector column = new BytesColumnVector(DataTypes.BinaryType);

    @Test
    void aViewPointsIntoThePage() {
        column.showSlices(2, BYTES, new int[] {0, 3}, new int[] {3, 3}, new long[] {0b10});
        assertThat(column.getBinaryView(0)).isNull();
        assertThat(column.getBinaryView(1).getBytes()).isEqualTo("two".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aViewOfAConstantHasItsBytes() {
        column.showConstant(UTF8String.fromString("default"), 2);
        assertThat(column.getBinaryView(1).getBytes()).isEqualTo("default".getBytes(StandardCharsets.UTF_8));
    }
}
