package io.pq2.read;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.vector.Batch;
import io.pq2.write.DataPageVersion;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;

/** Files so small that tests can damage each byte. All pages have checksums. */
final class SmallFiles {

    private static final String FLAT = """
            message m {
              required int32 id; optional int64 at (TIMESTAMP(MICROS,true)); optional binary name (STRING);
              optional double d; required boolean b; optional fixed_len_byte_array(3) f; required binary raw;
            }""";

    private static final String NESTED = """
            message m {
              optional group l (LIST) { repeated group list { optional int32 element; } }
              optional group m (MAP) { repeated group key_value { required binary key (STRING); optional group value {
                  required int64 x; repeated float y; } } }
            }""";

    private static final String DELTA = """
            message m {
              required int32 i; optional int64 l; required binary s (STRING); optional binary p;
              required fixed_len_byte_array(4) f;
            }""";

    private SmallFiles() {}

    /** Returns a file of pq2 with columns of many types, in several pages each, with and without dictionaries. */
    static byte[] flat(Path directory, CompressionCodec codec) throws IOException {
        Path file = ParquetJavaFile.write(
                directory.resolve("flat." + codec), FLAT, 20, builder -> builder, SmallFiles::fillFlat);
        WriteOptions options = WriteOptions.builder()
                .codec(codec)
                .pageRows(12)
                .dictionary("id", false)
                .dictionary("raw", false)
                .dictionary("d", false)
                .build();
        return rewritten(file, options);
    }

    private static void fillFlat(Group row, int i) {
        row.append("id", 1000 + i * i);
        if (i % 3 != 0) {
            row.append("at", 1_600_000_000_000_000L + i / 5);
        }
        if (i % 5 != 1) {
            row.append("name", "name" + i % 4);
        }
        if (i % 7 != 2) {
            row.append("d", i / 8.0);
        }
        row.append("b", i % 2 == 0);
        if (i > 3) {
            row.append("f", Binary.fromString("x" + i % 3 + "z"));
        }
        row.append("raw", Binary.fromString("r".repeat(i % 4)));
    }

    /** Returns a file of pq2 with lists, maps and structs, in pages of version 2. */
    static byte[] nested(Path directory, CompressionCodec codec) throws IOException {
        Path file = ParquetJavaFile.write(
                directory.resolve("nested." + codec), NESTED, 12, builder -> builder, SmallFiles::fillNested);
        WriteOptions options = WriteOptions.builder()
                .codec(codec)
                .dataPageVersion(DataPageVersion.V2)
                .dictionary("l.list.element", false)
                .pageRows(9)
                .build();
        return rewritten(file, options);
    }

    private static void fillNested(Group row, int i) {
        if (i % 4 != 0) {
            Group list = row.addGroup("l");
            for (int k = 0; k < i % 4; k++) {
                Group element = list.addGroup("list");
                if (k != 1) {
                    element.append("element", i * k);
                }
            }
        }
        if (i % 5 != 1) {
            Group map = row.addGroup("m");
            for (int k = 0; k < i % 3; k++) {
                Group entry = map.addGroup("key_value");
                entry.append("key", "k" + k);
                if (i % 2 == 0) {
                    Group value = entry.addGroup("value").append("x", (long) i);
                    for (int v = 0; v < i % 3; v++) {
                        value.append("y", v / 2f);
                    }
                }
            }
        }
    }

    /** Returns a file of parquet-java with all delta encodings, in pages of version 2. */
    static byte[] delta(Path directory, CompressionCodecName codec) throws IOException {
        Path file = ParquetJavaFile.write(
                directory.resolve("delta." + codec),
                DELTA,
                40,
                builder -> builder.withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
                        .withDictionaryEncoding(false)
                        .withCompressionCodec(codec)
                        .withPageWriteChecksumEnabled(true),
                (row, i) -> {
                    row.append("i", i * 3 - (i % 7) * 100);
                    if (i % 3 != 0) {
                        row.append("l", i * 1_000_000_007L);
                    }
                    row.append("s", "prefix" + i / 4);
                    if (i % 4 != 1) {
                        row.append("p", Binary.fromString("p".repeat(i % 6)));
                    }
                    row.append("f", Binary.fromString("f" + (100 + i * 7 % 100)));
                });
        return Files.readAllBytes(file);
    }

    private static byte[] rewritten(Path path, WriteOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("small");
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("source", Files.readAllBytes(path)));
                BatchReader reader = file.scan().open();
                ParquetWriter writer = ParquetWriter.create(out, file.schema(), options)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                writer.write(batch);
            }
        }
        return out.bytes();
    }
}
