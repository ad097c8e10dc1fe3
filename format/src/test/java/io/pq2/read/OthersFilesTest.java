package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.CorruptFileException;
import io.pq2.SharedFiles;
import io.pq2.UnsupportedFeatureException;
import io.pq2.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Files that others wrote, read with parquet-java beside it and compared entry by entry. */
class OthersFilesTest {

    /** Two strings of a GiB, each in a page: nothing for the heap of these tests. PackagedCodecsIT reads it. */
    private static final Set<String> LARGE = Set.of("large_string_map.brotli.parquet");

    private static final Set<String> CORRUPT =
            Set.of("datapage_v1-corrupt-checksum.parquet", "rle-dict-uncompressed-corrupt-checksum.parquet");

    /** Files that parquet-java does not read, and how many rows they have. */
    private static final Map<String, Integer> PEER_FAILS = Map.of(
            "large_string_map.brotli.parquet", 2,
            "nation.dict-malformed.parquet", 25,
            "non_hadoop_lz4_compressed.parquet", 4,
            "unknown-logical-type.parquet", 3);

    @TestFactory
    Stream<DynamicTest> parquetTesting() {
        return tests(SharedFiles.parquetFiles("data"));
    }

    @TestFactory
    Stream<DynamicTest> shreddedVariants() {
        return tests(SharedFiles.parquetFiles("shredded_variant"));
    }

    @TestFactory
    Stream<DynamicTest> filesOfPublicDataSets() {
        return tests(SharedFiles.real());
    }

    private static Stream<DynamicTest> tests(List<Path> files) {
        return files.stream()
                .filter(file -> !LARGE.contains(file.getFileName().toString()))
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
    }

    private static void check(Path path) throws IOException {
        String name = path.getFileName().toString();
        if (name.endsWith(".encrypted")) {
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining(name);
        } else if (CORRUPT.contains(name)) {
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("crc");
        } else if (PEER_FAILS.containsKey(name)) {
            assertThat(readAll(path)).isEqualTo((long) PEER_FAILS.get(name));
        } else {
            Comparison.assertReadsAsParquetJava(path, 7, 4_096);
        }
    }

    private static long readAll(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().open()) {
            while (reader.next() != null) {
                // counted by the reader
            }
            return reader.metrics().rowsRead();
        }
    }
}
