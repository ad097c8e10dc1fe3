package io.pq2.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.rewrite.BatchConversion;
import io.pq2.internal.rewrite.ValueDigests;
import io.pq2.io.ByteSink;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.io.OutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.LenientFiles;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.VectorRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares the values of rewritten files with those of their inputs. */
class VerificationTest {

    @Property(tries = 100)
    void digestsDependOnValuesOnly(@ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int depth)
            throws IOException {
        RandomRows random = new RandomRows(seed);
        Random choice = new Random(~seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, 1 + choice.nextInt(80));
        byte[] file = TestRows.write(schema, rows, options(choice), 10).bytes();
        byte[] same = TestRows.write(schema, rows, options(choice), 33).bytes();
        assertThat(digests(file, 7).difference(digests(same, 64))).isNull();

        // Parts of the rows are equal, so only the digests of whole files tell them apart.
        List<List<Object>> others = new ArrayList<>(rows);
        others.set(choice.nextInt(rows.size()), random.rows(schema, 1).get(0));
        byte[] other = TestRows.write(schema, others, options(choice), 10).bytes();
        boolean equal = VectorRows.read(other, 10).equals(VectorRows.read(file, 10));
        assertThat(digests(file, 7).difference(digests(other, 7)) == null).isEqualTo(equal);
    }

    private static WriteOptions options(Random choice) {
        return WriteOptions.builder()
                .dictionary(choice.nextBoolean())
                .rowGroupRows(1 + choice.nextInt(90))
                .pageRows(1 + choice.nextInt(20))
                .build();
    }

    private static ValueDigests digests(byte[] bytes, int batchSize) throws IOException {
        ValueDigests digests = new ValueDigests(DecodeBudget.ofHeap(0));
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes))) {
            digests.add(file.scan().batchSize(batchSize).open(), BatchConversion.NONE);
        }
        return digests;
    }

    @TestFactory
    Stream<DynamicTest> acceptsCopiesOfLenientFiles() {
        return LenientFiles.all().entrySet().stream()
                .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> {
                    for (RewriteOptions.Builder options : List.of(
                            RewriteOptions.builder(),
                            RewriteOptions.builder().codec(CompressionCodec.ZSTD),
                            RewriteOptions.builder().combineBelow(1 << 20))) {
                        byte[] copy = Rewritten.rewrite(
                                options.verify(Verification.FULL).build(), file.getValue());
                        assertThat(VectorRows.read(copy, 3)).isEqualTo(VectorRows.read(file.getValue(), 3));
                    }
                }));
    }

    @Test
    void refusesCopyWithOtherValues() throws IOException {
        Schema schema = SchemaText.parse("message m { required int64 x; required int64 y; }");
        List<List<Object>> rows = new ArrayList<>();
        Random random = new Random(1);
        for (long i = 0; i < 30_000; i++) {
            rows.add(List.of(random.nextLong(), -i));
        }
        WriteOptions plain = WriteOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .dictionary(false)
                .checksums(false)
                .build();
        byte[] file = TestRows.write(schema, rows, plain, 1000).bytes();
        MemoryOutputFile output = new MemoryOutputFile("out");
        Changing changing = new Changing(output, file);
        RewriteOptions full = RewriteOptions.builder().verify(Verification.FULL).build();
        long temporary = temporaryFiles();

        assertThatThrownBy(() -> FileRewriter.rewrite(Rewritten.inputs(file), changing, full))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("file out: the new file would have other values of field x; nothing is written");

        assertThat(output.exists()).isFalse();
        assertThat(temporaryFiles()).isEqualTo(temporary);
    }

    private static long temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("pq2-verify"))
                    .count();
        }
    }

    /** A file that changes a value of the input after it was copied. */
    private record Changing(MemoryOutputFile output, byte[] input) implements OutputFile {

        @Override
        public String location() {
            return output.location();
        }

        @Override
        public ByteSink create() throws IOException {
            ByteSink sink = output.create();
            byte changed = (byte) ~input[200];
            return new ByteSink() {
                @Override
                public long position() {
                    return sink.position();
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (sink.position() > 100_000) {
                        input[200] = changed;
                    }
                    sink.write(bytes, offset, length);
                }

                @Override
                public void close() throws IOException {
                    sink.close();
                }

                @Override
                public void abort() throws IOException {
                    sink.abort();
                }
            };
        }
    }
}
