package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.ColumnMetaData;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StructSkipperTest {

    private static final int MAX_BYTES_AFTER = 64;

    @Property(tries = 300)
    void findsTheEndOfValidStructs(@ForAll long seed) {
        byte[] struct = columnMetadata(seed);
        byte[] bytes = Arrays.copyOf(struct, struct.length + MAX_BYTES_AFTER);

        assertThat(StructSkipper.end(bytes, 0, bytes.length)).isEqualTo(struct.length);
    }

    @Property(tries = 2000)
    void findsTheEndOfDamagedStructsAsTheReaderDoesOrIsUndecided(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] struct = columnMetadata(seed);
        byte[] bytes = Arrays.copyOf(struct, struct.length + random.nextInt(MAX_BYTES_AFTER));
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }

        int end = StructSkipper.end(bytes, 0, bytes.length);

        if (end != StructSkipper.UNDECIDED) {
            assertThat(end).isEqualTo(endOfReader(bytes));
        }
    }

    @Test
    void isUndecidedNearTheEndOfTheBytes() {
        byte[] struct = columnMetadata(1);

        assertThat(StructSkipper.end(struct, 0, struct.length)).isEqualTo(StructSkipper.UNDECIDED);
        assertThat(endOfReader(struct)).isEqualTo(struct.length);
    }

    private static byte[] columnMetadata(long seed) {
        CompactWriter out = new CompactWriter();
        ColumnChunkWriter.writeMetadata(new RandomRecords(seed).make(ColumnMetaData.class), out);
        return out.toByteArray();
    }

    /** Returns the end of the struct according to {@link CompactReader}, or -2 if reading fails. */
    private static int endOfReader(byte[] struct) {
        byte[] field = new byte[struct.length + 1];
        field[0] = 0x1C;
        System.arraycopy(struct, 0, field, 1, struct.length);
        CompactReader in = new CompactReader(field, 0, field.length);
        try {
            in.beginStruct();
            in.nextField("Outer");
            in.skip("Outer");
            return in.position() - 1;
        } catch (CorruptFileException e) {
            return -2;
        }
    }
}
