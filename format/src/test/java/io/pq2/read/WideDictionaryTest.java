package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.LimitExceededException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.Encoding;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.RowSalvage;
import io.pq2.write.SortedBy;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rewrites files whose lists refer to a long entry of a dictionary many times. */
class WideDictionaryTest {

    private static final int ENTRY_BYTES = 1 << 16;
    private static final int ROWS = 64;

    private static final ReadOptions LIMITED =
            ReadOptions.builder().maxDecodingBytes(8 << 20).build();

    private static final WriteOptions PLAIN =
            WriteOptions.builder().dictionary(false).build();

    /** The ways to decode and write row groups. */
    private enum Way {
        DECODED,
        SORTED;

        /** Returns the copy of a file. It has no dictionary, so that it has all values. */
        byte[] copy(byte[] file) throws IOException {
            MemoryOutputFile output = new MemoryOutputFile("copy");
            RewriteOptions.Builder options =
                    RewriteOptions.builder().readOptions(LIMITED).writeOptions(PLAIN);
            if (this == DECODED) {
                options.decodeAll(true);
            } else {
                options.sortedBy(List.of(SortedBy.ascending("id"))).sortBytes(1 << 20);
            }
            FileRewriter.rewrite(List.of(new MemoryInputFile("wide", file)), output, options.build());
            return output.bytes();
        }
    }

    /** Returns a file whose rows have an id and a list of equal elements. */
    private static byte[] file(int elements) {
        ByteBuffer ids = ByteBuffer.allocate(4 * ROWS).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream repetition = new ByteArrayOutputStream();
        for (int i = 0; i < ROWS; i++) {
            ids.putInt(i);
            repetition.writeBytes(CraftedFile.run(0, 1));
            repetition.writeBytes(CraftedFile.run(1, elements - 1));
        }
        int values = ROWS * elements;
        byte[] entry = PageFileBuilder.concat(PageFileBuilder.littleEndian(ENTRY_BYTES), new byte[ENTRY_BYTES]);
        byte[] references = PageFileBuilder.concat(new byte[] {1}, CraftedFile.run(0, values));
        byte[] bytes = new CraftedFile("required int32 id; repeated binary f;")
                .v1(Encoding.PLAIN, ROWS, ids.array())
                .chunk(ROWS)
                .dictionary(1, entry)
                .v2(
                        Encoding.RLE_DICTIONARY,
                        values,
                        ROWS,
                        repetition.toByteArray(),
                        CraftedFile.run(1, values),
                        references)
                .chunk(values)
                .rowGroup(ROWS)
                .bytes();
        assertThat(bytes).hasSizeLessThan(ENTRY_BYTES + 1024);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreDividedIntoParts(Way way) throws IOException {
        byte[] file = file(16);

        assertThat(VectorRows.read(way.copy(file), ROWS)).isEqualTo(VectorRows.read(file, ROWS));
    }

    @ParameterizedTest
    @EnumSource
    void rowsThatDoNotFitTheMemoryAreRefused(Way way) {
        byte[] file = file(1_000);

        assertRefused(() -> way.copy(file));
    }

    @Test
    void salvagedRowsHaveTheSameLimit() throws IOException {
        byte[] file = file(16);
        MemoryOutputFile output = new MemoryOutputFile("salvaged");
        salvage(file, output);
        assertThat(VectorRows.read(output.bytes(), ROWS)).isEqualTo(VectorRows.read(file, ROWS));

        byte[] larger = file(1_000);
        assertRefused(() -> salvage(larger, new MemoryOutputFile("none")));
    }

    private static void salvage(byte[] file, MemoryOutputFile output) throws IOException {
        try (ParquetFile damaged = ParquetFile.open(new MemoryInputFile("wide", file), LIMITED)) {
            RowSalvage.salvage(damaged, output, OnCorruption.SKIP_ROWS, PLAIN);
        }
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(LimitExceededException.class, error -> {
            assertThat(error.limit()).isEqualTo("pq2.read.maxDecodingBytes");
            assertThat(error.location().file()).isEqualTo("wide");
        });
    }
}
