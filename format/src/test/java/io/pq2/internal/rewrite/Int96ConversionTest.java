package io.pq2.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conversion of batches; see Int96RewriteTest for values and nested columns. */
class Int96ConversionTest {

    private static final int EPOCH = 2_440_588;

    private final Int96Conversion conversion = new Int96Conversion(
            SchemaText.parse("message m { optional int96 t; required int32 n; }")
                    .shape(),
            null);

    /** Returns timestamps of 1970-01-01, after bytes without meaning. */
    private static FixedBinaryVector timestamps(long... nanosOfDay) {
        ByteBuffer bytes = ByteBuffer.allocate(5 + 12 * nanosOfDay.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(5);
        for (long nanos : nanosOfDay) {
            bytes.putLong(nanos).putInt(EPOCH);
        }
        return new FixedBinaryVector(nanosOfDay.length, 12, bytes.array(), 5, null);
    }

    private static Batch batch(Vector timestamps) {
        Vector others = new IntVector(timestamps.length(), new int[timestamps.length()], null);
        return new Batch(timestamps.length(), List.of(timestamps, others), List.of("t", "n"));
    }

    @Test
    void onlyEntriesOfDictionariesThatRowsUseMustBeMicroseconds() {
        FixedBinaryVector dictionary = timestamps(1, 2_000, 3_000);
        Batch batch = batch(new DictionaryVector(3, new int[] {2, 0, 1}, dictionary, new long[] {0b101}));
        Batch converted = conversion.convert(batch, 0);
        LongVector micros = (LongVector) converted.columns().get(0);
        assertThat(micros.length()).isEqualTo(3);
        assertThat(micros.values()).containsExactly(3, 0, 2);
        assertThat(micros.isNull(1)).isTrue();
        assertThat(converted.columns().get(1)).isSameAs(batch.columns().get(1));
        assertThat(converted.names()).containsExactly("t", "n");

        Batch used = batch(new DictionaryVector(3, new int[] {2, 0, 1}, dictionary, null));
        assertThatThrownBy(() -> conversion.convert(used, 1_000))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("column t: row 1001: the INT96 timestamp 1970-01-01T00:00:00.000000001Z");
    }

    @Test
    void valuesBeginAtTheOffsetOfTheirVector() {
        Batch converted = conversion.convert(batch(timestamps(5_000, 0, 86_399_999_999_000L)), 0);
        assertThat(((LongVector) converted.columns().get(0)).values()).containsExactly(5, 0, 86_399_999_999L);
    }
}
