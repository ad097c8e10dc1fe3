package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.CorruptFileException;
import io.pq2.ParquetException;
import io.pq2.SharedFiles;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files end in rows or in an exception that says so. */
@Timeout(120)
class HostileFilesTest {

    /** Dictionary ids of no bits, which are all 0, are unusual and right. */
    private static final Set<String> READABLE = Set.of("ARROW-GH-43605.parquet");

    @TestFactory
    Stream<DynamicTest> badFilesAreFound() {
        return SharedFiles.parquetFiles("bad_data").stream()
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> {
                    if (READABLE.contains(path.getFileName().toString())) {
                        readAll(new LocalInputFile(path), true);
                    } else {
                        assertThatThrownBy(() -> readAll(new LocalInputFile(path), true))
                                .isInstanceOf(ParquetException.class)
                                .hasMessageContaining(path.getFileName().toString());
                    }
                }));
    }

    @Test
    void aFaultIsLocated() throws IOException {
        Path path = SharedFiles.parquetTesting("data/datapage_v1-corrupt-checksum.parquet");
        assertThatThrownBy(() -> readAll(new LocalInputFile(path), true))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(
                        "file " + path + ", row group 0, column a, page 0, offset 4: the page's crc is bbce3b9d");
        readAll(new LocalInputFile(path), false);
    }

    @Test
    void afterAFaultNothingMoreIsRead() throws IOException {
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
    void everyTruncationIsFound(String name) throws IOException {
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
    void changedBytesEndInRowsOrInAParquetException(String name) throws IOException {
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

    private static void readAll(InputFile input, boolean verifyChecksums) throws IOException {
        ReadOptions options =
                ReadOptions.builder().verifyChecksums(verifyChecksums).build();
        try (ParquetFile file = ParquetFile.open(input, options);
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                // what is in the rows does not matter here
            }
        }
    }
}
