package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Truncates small files at every byte and changes every byte. Each damaged file must yield rows or a
 * {@link CorruptFileException} with its place, in limited time and memory. Bytes covered by a checksum must not yield
 * rows.
 *
 * <p>Of each byte, single bits are flipped, and it is set to the min, max and adjacent values. With the system property
 * {@code pq2.damage=all}, as in the profile {@code all-damage}, it is set to its 255 other values. That takes ten times
 * as long.
 */
@Tag("random")
@Timeout(600)
class DamagedFilesTest {

    /** Message of the only other allowed exception: the changed byte is the number of an unassigned enum constant. */
    private static final Pattern UNKNOWN_NUMBER = Pattern.compile(
            ".*(: unknown (type|encoding) \\d+|compression codec -?\\d+, which this version does not know)");

    private static final boolean ALL_VALUES = "all".equals(System.getProperty("pq2.damage"));

    /** Bytes that a read may allocate regardless of the file size: arrays of batches, exceptions, loaded classes. */
    private static final long FIXED_ALLOCATION = 1 << 20;

    private static final long ALLOCATION_PER_BYTE = 64;
    private static final long MAX_NANOS = 5_000_000_000L;

    @TempDir
    Path directory;

    /** A small file, with and without compression. */
    enum Kind {
        FLAT,
        NESTED,
        DELTA;

        byte[] plain(Path directory) throws IOException {
            return switch (this) {
                case FLAT -> SmallFiles.flat(directory, CompressionCodec.UNCOMPRESSED);
                case NESTED -> SmallFiles.nested(directory, CompressionCodec.UNCOMPRESSED);
                case DELTA -> SmallFiles.delta(directory, CompressionCodecName.UNCOMPRESSED);
            };
        }

        byte[] compressed(Path directory) throws IOException {
            return switch (this) {
                case FLAT -> SmallFiles.flat(directory, CompressionCodec.SNAPPY);
                case NESTED -> SmallFiles.nested(directory, CompressionCodec.ZSTD);
                case DELTA -> SmallFiles.delta(directory, CompressionCodecName.GZIP);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsEveryTruncation(Kind kind) throws IOException {
        for (byte[] bytes : List.of(kind.plain(directory), kind.compressed(directory))) {
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> read(cut, true))
                        .as("the first %d of %d bytes", length, bytes.length)
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageStartingWith("file damaged");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsEveryChangeOfChecksummedBytes(Kind kind) throws IOException {
        byte[] bytes = kind.compressed(directory);
        PageBytes pages = PageBytes.of(bytes);
        Damage damage = new Damage(bytes, pages, true);
        damage.everywhere(IntStream.range(0, bytes.length).filter(pages::isChecked));
        damage.assertNothingUnexpected();
        assertThat(damage.rows).isZero();
        assertThat(damage.corrupt).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource
    void readsRowsOrDetectsEveryChangeOfMetadata(Kind kind) throws IOException {
        byte[] bytes = kind.compressed(directory);
        PageBytes pages = PageBytes.of(bytes);
        Damage damage = new Damage(bytes, pages, true);
        damage.everywhere(IntStream.range(0, bytes.length).filter(at -> !pages.isChecked(at)));
        damage.assertNothingUnexpected();
        assertThat(damage.rows).isGreaterThan(1_000);
        assertThat(damage.corrupt).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource
    void readsRowsOrDetectsEveryChangeOfPagesWithoutChecksums(Kind kind) throws IOException {
        byte[] bytes = kind.plain(directory);
        PageBytes pages = PageBytes.of(bytes);
        Damage damage = new Damage(bytes, pages, false);
        damage.everywhere(IntStream.range(0, bytes.length).filter(pages::isInPage));
        damage.assertNothingUnexpected();
        assertThat(damage.rows).isGreaterThan(1_000);
        assertThat(damage.corrupt).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsUndamagedFiles(boolean verify) throws IOException {
        for (Kind kind : Kind.values()) {
            List<Object> rows = read(kind.plain(directory), verify);
            assertThat(rows).isEqualTo(read(kind.compressed(directory), verify)).isNotEmpty();
        }
    }

    /** Reads damaged copies of a file and collects unexpected results. */
    private static final class Damage {

        private final byte[] bytes;
        private final PageBytes pages;
        private final boolean verify;
        private final Map<String, String> unexpected = new TreeMap<>();
        int rows;
        int corrupt;

        Damage(byte[] bytes, PageBytes pages, boolean verify) throws IOException {
            this.bytes = bytes;
            this.pages = pages;
            this.verify = verify;
            // Load classes first, so that their memory is not counted.
            read(bytes, verify);
        }

        void everywhere(IntStream positions) {
            positions.forEach(at -> {
                byte[] changed = bytes.clone();
                values(bytes[at]).forEach(value -> {
                    changed[at] = (byte) value;
                    change(changed, at);
                });
            });
        }

        private static IntStream values(byte original) {
            IntStream values = ALL_VALUES
                    ? IntStream.range(0, 256)
                    : IntStream.concat(
                            IntStream.range(0, 8).map(bit -> original ^ 1 << bit),
                            IntStream.of(0, 0xFF, original + 1, original - 1));
            return values.map(value -> value & 0xFF)
                    .filter(value -> value != (original & 0xFF))
                    .distinct();
        }

        private void change(byte[] changed, int at) {
            long allocated = AllocatedBytes.soFar();
            long start = System.nanoTime();
            String fault;
            try {
                read(changed, verify);
                rows++;
                fault = verify && pages.isChecked(at) ? "rows despite a wrong checksum" : null;
            } catch (CorruptFileException e) {
                corrupt++;
                fault = check(e, at);
            } catch (UnsupportedFeatureException e) {
                fault = UNKNOWN_NUMBER.matcher(e.getMessage()).matches() ? null : "unsupported: " + e.getMessage();
            } catch (IOException | RuntimeException | Error e) {
                fault = e + " " + Arrays.stream(e.getStackTrace()).limit(3).toList();
            }
            note(fault, changed, at);
            long taken = System.nanoTime() - start;
            note(taken > MAX_NANOS ? "too slow" : null, changed, at);
            long used = AllocatedBytes.soFar() - allocated;
            boolean tooMuch = used > FIXED_ALLOCATION + ALLOCATION_PER_BYTE * changed.length;
            note(tooMuch ? "too much memory: " + used : null, changed, at);
        }

        private String check(CorruptFileException e, int at) {
            FileLocation location = e.location();
            if (!"damaged".equals(location.file())) {
                return "file not named: " + e.getMessage();
            }
            boolean exact = location.rowGroup() >= 0
                    && location.column() != null
                    && location.page() >= 0
                    && location.offset() >= 0;
            if (pages.isInPage(at) && !exact) {
                return "place not named: " + e.getMessage();
            }
            if (verify && pages.isChecked(at) && !e.detail().contains("crc")) {
                return "checksum not verified first: " + e.getMessage();
            }
            return null;
        }

        private void note(String fault, byte[] changed, int at) {
            if (fault != null) {
                unexpected.putIfAbsent(fault, "byte " + at + " changed from " + bytes[at] + " to " + changed[at]);
            }
        }

        void assertNothingUnexpected() {
            assertThat(unexpected).isEmpty();
        }
    }

    /** Reads all rows and accesses each value, and prunes with a filter on the statistics of each column. */
    private static List<Object> read(byte[] bytes, boolean verify) throws IOException {
        List<Object> entries = new ArrayList<>();
        ReadOptions options = ReadOptions.builder().verifyChecksums(verify).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("damaged", bytes), options)) {
            for (Column column : file.schema().columns()) {
                Predicate filter =
                        new Predicate.Comparison(column.path(), Predicate.Operator.LT, new Literal.IntegerLiteral(-5));
                assertThat(file.scan().filter(filter, RowFiltering.NONE).plan()).isNotNull();
            }
            try (BatchReader reader = file.scan().open()) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    for (Column column : file.schema().columns()) {
                        entries.add(ColumnEntries.column(batch, reader.shape(), column));
                    }
                }
            }
        }
        return entries;
    }
}
