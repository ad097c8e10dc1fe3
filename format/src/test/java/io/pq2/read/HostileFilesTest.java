package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads damaged files. The result is rows or a {@link ParquetException}. */
@Timeout(120)
class HostileFilesTest {

    /** Reads the files of bad_data, whose README lists the damage of each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Columns have different row counts; the footer cannot be decoded.
                "ARROW-GH-41317 | row group 1, column uint8: ColumnMetaData.encodings: a list of i16,"
                        + " expected a list of i32"
                        + " (byte 9 of the structure)",
                // Fewer levels than num_values.
                "ARROW-GH-41321 | row group 0, column int64, page 0, offset 1313: RLE/bit-packed hybrid:"
                        + " the varint of a"
                        + " run's header does not end within the page",
                // Repetition levels begin with 1.
                "ARROW-GH-45185 | row group 0, column x.list.element, page 0, offset 4: a row begins with"
                        + " repetition level 1"
                        + " instead of 0",
                // Nulls in a required column.
                "ARROW-GH-47662 | row group 0, column flba_field, page 0, offset 4: PLAIN FIXED_LEN_BYTE_ARRAY values:"
                        + " expected 100 of 4 bytes, found 364 bytes",
                // The dictionary has a negative number of values, and the chunk exceeds the file.
                "ARROW-RS-GH-6229-DICTHEADER | row group 0, column name: the column chunk starts at offset 129 with"
                        + " total_compressed_size 322; the file has pages from 4 to 291",
                // Too few repetition levels.
                "ARROW-RS-GH-6229-LEVELS | row group 0, column outer.list.item.c, page 0, offset 19:"
                        + " num_values of the page"
                        + " is 21; the column chunk has 1 values left of 1",
                // A type of the schema is damaged.
                "PARQUET-1481 | the footer is damaged: SchemaElement.type: -7, expected the number of a type"
            })
    void rejectsBadFile(String name, String message) {
        Path path = SharedFiles.parquetTesting("bad_data/" + name + ".parquet");
        assertThatThrownBy(() -> readAll(new LocalInputFile(path), true))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("file " + path + (message.startsWith("row group") ? ", " : ": ") + message);
    }

    /** Dictionary ids with bit width 0 are unusual but valid. */
    @Test
    void readsValidFileOfBadData() throws IOException {
        Path path = SharedFiles.parquetTesting("bad_data/ARROW-GH-43605.parquet");
        assertThat(readAll(new LocalInputFile(path), true)).isEqualTo(21_186);
    }

    @Test
    void testsEachFileOfBadData() {
        assertThat(SharedFiles.parquetFiles("bad_data")).hasSize(8);
    }

    @Test
    void messageNamesPlaceOfDamage() throws IOException {
        Path path = SharedFiles.parquetTesting("data/datapage_v1-corrupt-checksum.parquet");
        assertThatThrownBy(() -> readAll(new LocalInputFile(path), true))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "file " + path + ", row group 0, column a, page 0, offset 4: the page's crc is bbce3b9d");
        readAll(new LocalInputFile(path), false);
    }

    @Test
    void readerFailsAfterException() throws IOException {
        Path path = SharedFiles.parquetTesting("data/datapage_v1-corrupt-checksum.parquet");
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().open()) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptFileException.class);
            assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alltypes_dictionary.parquet",
                "nested_maps.snappy.parquet",
                "datapage_v2_empty_datapage.snappy.parquet",
                "repeated_no_annotation.parquet"
            })
    void detectsEveryTruncation(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(SharedFiles.parquetTesting("data/" + name));
        for (int length = 0; length < bytes.length; length++) {
            InputFile cut = new MemoryInputFile("cut", Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> readAll(cut, true)).isInstanceOf(CorruptFileException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alltypes_dictionary.parquet",
                "alltypes_plain.snappy.parquet",
                "nested_maps.snappy.parquet",
                "nested_lists.snappy.parquet",
                "nullable.impala.parquet",
                "repeated_no_annotation.parquet",
                "page_v2_empty_compressed.parquet",
                "rle-dict-snappy-checksum.parquet",
                "rle_boolean_encoding.parquet",
                "int32_with_null_pages.parquet"
            })
    void readsRowsOrThrowsParquetExceptionAfterChanges(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(SharedFiles.parquetTesting("data/" + name));
        Random random = new Random(name.hashCode());
        int ended = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] changed = bytes.clone();
            int changes = 1 + random.nextInt(2);
            for (int j = 0; j < changes; j++) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            try {
                readAll(new MemoryInputFile("changed", changed), false);
            } catch (ParquetException e) {
                assertThat(e).hasMessageContaining("changed");
                ended++;
            }
        }
        assertThat(ended).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data_index_bloom_encoding_with_length.parquet",
                "data_index_bloom_encoding_stats.parquet",
                "fixed_length_byte_array.parquet",
                "int32_with_null_pages.parquet"
            })
    void readsIndexesOrThrowsParquetExceptionAfterChanges(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(SharedFiles.parquetTesting("data/" + name));
        Random random = new Random(name.hashCode());
        int indexes = Math.min(bytes.length, 3_000);
        for (int i = 0; i < 2_000; i++) {
            byte[] changed = bytes.clone();
            changed[changed.length - 1 - random.nextInt(indexes)] = (byte) random.nextInt(256);
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile("changed", changed))) {
                readIndexes(file);
                try (BatchReader reader = file.scan().rows(2, 9).open()) {
                    while (reader.next() != null) {
                        // The rows do not matter.
                    }
                }
            } catch (ParquetException e) {
                assertThat(e).hasMessageContaining("changed");
            }
        }
    }

    private static void readIndexes(ParquetFile file) throws IOException {
        for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
            for (Column column : file.schema().columns()) {
                file.statistics(group, column);
                try {
                    file.offsetIndex(group, column);
                    file.columnIndex(group, column);
                    file.bloomFilter(group, column);
                } catch (ParquetException e) {
                    assertThat(e).hasMessageContaining("changed");
                }
            }
        }
    }

    private static long readAll(InputFile input, boolean verifyChecksums) throws IOException {
        ReadOptions options =
                ReadOptions.builder().verifyChecksums(verifyChecksums).build();
        try (ParquetFile file = ParquetFile.open(input, options);
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                // The rows do not matter.
            }
            return reader.metrics().rowsRead();
        }
    }
}
