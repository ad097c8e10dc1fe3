package io.pq2.cli;

import io.pq2.io.LocalOutputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.Statistics;
import io.pq2.read.TestFooters;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/** The table of the examples in docs/cli.md: two partitions, whose files have different schemas. */
final class ExampleTable {

    private static final String SCHEMA = """
            message person {
              required int64 id (INTEGER(64,true));
              optional binary name (STRING);
              optional int32 born (DATE);
              optional fixed_len_byte_array(5) salary (DECIMAL(9,2));
              optional group phones (LIST) {
                repeated group list {
                  optional binary element (STRING);
                }
              }
            }
            """;

    private static final String OLD_SCHEMA = """
            message person {
              required int32 id;
              optional binary name (STRING);
            }
            """;

    private final Path directory;

    ExampleTable(Path directory) throws IOException {
        this.directory = directory;
        Path swiss = Files.createDirectories(directory.resolve("people/country=CH"));
        Path french = Files.createDirectories(directory.resolve("people/country=FR"));
        write(swiss.resolve("part-0.parquet"), 0);
        write(french.resolve("part-1.parquet"), 6);
        writeOld(directory.resolve("old.parquet"));
        writeCities(directory.resolve("cities.parquet"));
        for (int i = 0; i < 12; i++) {
            Path day = Files.createDirectories(directory.resolve("days/day=" + (1 + i / 10)));
            write(day.resolve("part-" + i + ".parquet"), 6 * i);
        }
        writeLie(directory.resolve("cities.parquet"), directory.resolve("lying.parquet"));
        writePyArrow(directory.resolve("pyarrow.parquet"));
        writeDamage(swiss.resolve("part-0.parquet"));
    }

    /** Returns the directory of the table. */
    Path path() {
        return directory.resolve("people");
    }

    private static void write(Path path, int first) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .codec(CompressionCodec.SNAPPY)
                .rowGroupRows(4)
                .pageRows(2)
                .bloomFilter("name", BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
            for (int i = first; i < first + 6; i++) {
                RecordValue row = writer.record();
                row.setLong("id", i);
                row.set("name", i % 4 == 3 ? null : "name " + i % 3);
                row.set("born", LocalDate.of(1990, 1, 1).plusDays(100L * i));
                row.set("salary", i == 5 ? null : BigDecimal.valueOf(100_050L + i, 2));
                if (i % 3 > 0) {
                    ListValue phones = row.list("phones");
                    for (int phone = 0; phone < i % 3; phone++) {
                        phones.add("+41 " + i + phone);
                    }
                }
                writer.write(row);
            }
        }
    }

    private static void writeOld(Path path) throws IOException {
        WriteOptions options =
                WriteOptions.builder().codec(CompressionCodec.UNCOMPRESSED).build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), OLD_SCHEMA, options)) {
            writer.write(writer.record().setInt("id", 1).setString("name", "a\u001b[31m"));
        }
    }

    private static void writeCities(Path path) throws IOException {
        WriteOptions options =
                WriteOptions.builder().codec(CompressionCodec.SNAPPY).build();
        String schema = "message city { required binary city (STRING); }";
        List<String> cities = List.of("Bern", "Genève", "Lugano");
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), schema, options)) {
            for (int i = 0; i < 300; i++) {
                writer.write(writer.record().setString("city", cities.get(i % 3)));
            }
        }
    }

    /** Copies a file twice: with a changed byte in a page of the column name, and without the end of its footer. */
    private void writeDamage(Path intact) throws IOException {
        byte[] bytes = Files.readAllBytes(intact);
        Files.write(directory.resolve("truncated.parquet"), Arrays.copyOf(bytes, bytes.length - 10));
        // The text of the second page ends the values of the first row group's column.
        int text = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("name 2");
        bytes[text] = 'N';
        Files.write(directory.resolve("damaged.parquet"), bytes);
    }

    /** Copies a file and changes the min of its only column chunk. */
    private static void writeLie(Path truth, Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(truth);
        // Latin-1 maps each byte to a character, so indexes of both are the same. The footer comes last.
        int min = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("Bern");
        bytes[min] = 'C';
        Files.write(path, bytes);
    }

    /** Writes lists of structs, with the {@code null_count} that Arrow C++ states: without null and empty lists. */
    private static void writePyArrow(Path path) throws IOException {
        String schema = "message orders { optional group items (LIST) { repeated group list {"
                + " optional group element { optional int32 price; } } } }";
        MemoryOutputFile file = new MemoryOutputFile("orders");
        try (RecordWriter writer = RecordWriter.create(file, schema, WriteOptions.DEFAULT)) {
            writer.write(writer.record());
            RecordValue empty = writer.record();
            empty.list("items");
            writer.write(empty);
            RecordValue order = writer.record();
            ListValue items = order.list("items");
            items.addStruct().set("price", 12);
            items.addStruct();
            writer.write(order);
        }
        byte[] bytes = TestFooters.change(file.bytes(), chunk -> {
            Statistics old = chunk.metadata().statistics();
            Statistics stated = new Statistics(null, null, 1L, null, old.maxValue(), old.minValue(), true, true, null);
            return chunk.withMetadata(ColumnMetaDataBuilder.of(chunk.metadata())
                    .statistics(stated)
                    .build());
        });
        FileMetaData footer = TestFooters.read(bytes);
        Files.write(
                path,
                TestFooters.withFooter(
                        bytes,
                        new FileMetaData(
                                footer.version(),
                                footer.schema(),
                                footer.numRows(),
                                footer.rowGroups(),
                                footer.keyValueMetadata(),
                                "parquet-cpp-arrow version 25.0.1",
                                footer.columnOrders(),
                                null,
                                null)));
    }
}
