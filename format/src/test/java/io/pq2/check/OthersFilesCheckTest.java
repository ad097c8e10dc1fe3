package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.read.FilesTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the files of apache/parquet-testing and of public data sets: valid files have no errors, and damaged ones the
 * right one.
 */
class OthersFilesCheckTest {

    /** Contains two strings of 1 GiB, which exceed the heap of these tests. */
    private static final String LARGE = "data/large_string_map.brotli.parquet";

    /**
     * By file whose rows are readable although a part of its metadata lies: the rule and a part of the message. The
     * column indexes of the first two say that all pages are null.
     */
    private static final Map<String, Expected> LYING = Map.of(
            "data/datapage_v1-snappy-compressed-checksum.parquet",
            new Expected(Rule.COLUMN_INDEX, "null_pages of page 0 is true"),
            "data/datapage_v1-uncompressed-checksum.parquet",
            new Expected(Rule.COLUMN_INDEX, "null_pages of page 0 is true"),
            "data/repeated_no_annotation.parquet",
            new Expected(Rule.FOOTER, "FileMetaData.num_rows is 0, but the row groups have 6 rows"));

    /** A file whose {@code null_count} leaves out an empty list, as its writer, Arrow C++, is known to do. */
    private static final String FAULTY = "data/list_columns.parquet";

    /** By damaged file: the rule and a part of the message. */
    private static final Map<String, Expected> DAMAGED = Map.of(
            "data/datapage_v1-corrupt-checksum.parquet", new Expected(Rule.PAGE, "crc"),
            "data/rle-dict-uncompressed-corrupt-checksum.parquet", new Expected(Rule.PAGE, "crc"),
            "bad_data/PARQUET-1481.parquet", new Expected(Rule.FOOTER, ""),
            "bad_data/ARROW-RS-GH-6229-DICTHEADER.parquet", new Expected(Rule.PAGE, "num_values"),
            "bad_data/ARROW-RS-GH-6229-LEVELS.parquet",
                    new Expected(Rule.COLUMN_CHUNK, "num_values is 1, but the pages have 21"),
            "bad_data/ARROW-GH-41321.parquet", new Expected(Rule.PAGE, ""),
            "bad_data/ARROW-GH-41317.parquet", new Expected(Rule.PAGE, "no page can begin at offset 3015"),
            "bad_data/ARROW-GH-45185.parquet", new Expected(Rule.LEVELS, "continues a list that no row begins"),
            "bad_data/ARROW-GH-47662.parquet", new Expected(Rule.PAGE, ""));

    private record Expected(Rule rule, String message) {}

    @TestFactory
    Stream<DynamicTest> validFilesHaveNoErrors() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        Path root = SharedFiles.parquetTesting("");
        FilesTable.read().forEach((name, line) -> {
            Path file = root.resolve(name);
            if (line.result().equals("read") && !name.equals(LARGE) && !LYING.containsKey(name) && Files.exists(file)) {
                tests.add(DynamicTest.dynamicTest(
                        name, () -> assertThat(errors(file)).as(name).isEmpty()));
            }
        });
        SharedFiles.real()
                .forEach(file -> tests.add(DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertThat(errors(file)).isEmpty())));
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> damagedFilesHaveTheirFault() throws IOException {
        Path root = SharedFiles.parquetTesting("");
        return Stream.of(DAMAGED, LYING)
                .flatMap(files -> files.entrySet().stream())
                .filter(entry -> Files.exists(root.resolve(entry.getKey())))
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThat(errors(root.resolve(entry.getKey()))).anySatisfy(finding -> {
                            assertThat(finding.rule())
                                    .isEqualTo(entry.getValue().rule());
                            assertThat(finding.message())
                                    .contains(entry.getValue().message());
                        })));
    }

    @Test
    void whatAWriterIsKnownForIsNoError() throws IOException {
        Path file = SharedFiles.parquetTesting(FAULTY);
        assertThat(FileCheck.run(new LocalInputFile(file)))
                .filteredOn(finding -> finding.severity() == Severity.FAULT)
                .anySatisfy(finding -> {
                    assertThat(finding.message()).isEqualTo("null_count is 1, but there are 2");
                    assertThat(finding.fault().report()).isEqualTo("PARQUET-2067, ARROW-16299");
                });
    }

    private static List<Finding> errors(Path file) throws IOException {
        return FileCheck.run(new LocalInputFile(file)).stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .toList();
    }
}
