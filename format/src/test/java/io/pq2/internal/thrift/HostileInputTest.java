package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads damaged metadata. The result is a report of the damage or other metadata, and nothing else. */
class HostileInputTest {

    private static final int FLIPS = 300;

    static Stream<Path> files() {
        return SharedFiles.parquetFiles("data").stream().filter(file -> SharedFiles.plaintextFooter(file) != null);
    }

    @ParameterizedTest
    @MethodSource("files")
    void reportsTruncatedFooters(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        CompactReader in = new CompactReader(footer, 0, footer.length);
        FooterReader.read(in);
        int end = in.position(); // A signature may follow.
        int step = Math.max(1, end / 500);
        for (int length = 0; length < end; length += step) {
            byte[] cut = Arrays.copyOf(footer, length);
            try {
                readAll(cut);
                fail("read a footer that ends after %d of %d bytes", length, end);
            } catch (CorruptFileException e) {
                assertThat(e).hasMessageContaining(": ");
            } catch (UnsupportedFeatureException e) {
                fail("reported a truncated footer as an unsupported feature", e);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsOrReportsChangedFooters(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        Random random = new Random(footer.length);
        for (int i = 0; i < FLIPS; i++) {
            byte[] damaged = footer.clone();
            for (int change = 0; change <= i % 3; change++) {
                damaged[random.nextInt(damaged.length)] = (byte) (random.nextInt() >> random.nextInt(24));
            }
            expectOnlyOwnFailures(damaged, HostileInputTest::readAll);
        }
    }

    @Test
    void readsOrReportsDamagedPageHeadersAndIndexes() {
        for (int seed = 0; seed < 300; seed++) {
            RandomRecords records = new RandomRecords(seed);
            damage(seed, out -> PageHeaderWriter.write(records.pageHeader(), out), PageHeaderReader::read);
            damage(seed, out -> PageIndexWriter.write(records.columnIndex(), out), PageIndexReader::readColumnIndex);
            damage(seed, out -> PageIndexWriter.write(records.offsetIndex(), out), PageIndexReader::readOffsetIndex);
        }
    }

    private static void damage(int seed, Consumer<CompactWriter> writer, Consumer<CompactReader> reader) {
        CompactWriter out = new CompactWriter();
        writer.accept(out);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = Arrays.copyOf(out.toByteArray(), i % 2 == 0 ? out.size() : random.nextInt(out.size()));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            expectOnlyOwnFailures(bytes, b -> reader.accept(new CompactReader(b, 0, b.length)));
        }
    }

    /** Fails if the reader throws anything but an exception of this library. */
    private static void expectOnlyOwnFailures(byte[] bytes, Consumer<byte[]> reader) {
        try {
            reader.accept(bytes);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            assertThat(e).hasMessageContaining(": ");
        }
    }

    private static void readAll(byte[] footer) {
        FileMetaData metadata = FooterReader.read(footer, 0, footer.length);
        SchemaElements.toSchema(metadata.schema());
        for (RowGroup rowGroup : metadata.rowGroups()) {
            List<ColumnChunk> columns = rowGroup.columns();
            for (int i = 0; i < columns.size(); i++) {
                assertThat(columns.get(i)).isNotNull();
            }
        }
    }
}
