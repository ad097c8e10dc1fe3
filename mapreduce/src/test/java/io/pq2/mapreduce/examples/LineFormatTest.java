package io.pq2.mapreduce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.RecordValue;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parses lines, and describes lines that do not have the format. */
class LineFormatTest {

    private final LineFormat format = new LineFormat(
            SchemaText.parse("message line { required int64 id; optional binary day (STRING);"
                    + " optional boolean paid; optional int32 price (DECIMAL(9,2)); optional int32 sold (DATE);"
                    + " optional int32 count; }"),
            "|",
            "day");

    @TempDir
    Path directory;

    @Test
    void parsesALine() {
        RecordValue row = new RecordValue(format.rows());
        assertThat(format.parse("1|mon/day|true|2.50|2020-02-29|", row)).isEqualTo("day=mon%2Fday");
        assertThat(row).hasToString("{id: 1, paid: true, price: 2.50, sold: 2020-02-29, count: null}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1|x; found 2 fields: \"1|x\"",
                "|x||||; column id is required, but its field is empty",
                "one|x||||; column id: expected an integer, found \"one\"",
                "1|x|yes|||; column paid: expected true or false, found \"yes\"",
                "1|x||1,5||; column price: expected a number such as 12.50, found \"1,5\"",
                "1|x|||29.2.2020|; column sold: expected a date such as 2020-02-29, found \"29.2.2020\"",
                "1|x||||99999999999; count"
            })
    void describesALineOfAnotherFormat(String line, String message) {
        assertThatThrownBy(() -> format.parse(line, new RecordValue(format.rows())))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }

    @Test
    void escapesAndCutsLines() {
        assertThatThrownBy(() -> format.parse("1\u001b[2J" + "x".repeat(100_000), new RecordValue(format.rows())))
                .satisfies(
                        e -> assertThat(e.getMessage()).contains("1\\u001b[2J").hasSizeLessThan(1_000));
    }

    @Test
    void describesItself() {
        assertThat(format)
                .hasToString("6 fields separated by \"|\": id (an integer), day (text), paid (true or false),"
                        + " price (a number such as 12.50), sold (a date such as 2020-02-29), count (an integer)");
    }

    @Test
    void findsTheNumberOfALine() throws IOException {
        String text = "a\n\nbcd\r\nä\nlast";
        Path plain = Files.writeString(directory.resolve("a.txt"), text);
        Path compressed = directory.resolve("a.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write(Files.readAllBytes(plain));
        }
        for (Path file : new Path[] {plain, compressed}) {
            assertThat(place(file, 0, 0)).startsWith("line 1 of file:").endsWith(file.toString());
            assertThat(place(file, 0, 2)).startsWith("line 2 of ");
            assertThat(place(file, 0, 3)).startsWith("line 3 of ");
            assertThat(place(file, 0, 8)).startsWith("line 4 of ");
            assertThat(place(file, 0, 11)).startsWith("line 5 of ");
        }
        assertThat(place(plain, 4, 8)).startsWith("line 4 of ");
        assertThat(place(compressed, 4, 8)).startsWith("a line in the part of ").endsWith("from byte 4");
    }

    private static String place(Path file, long splitStart, long offset) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        return LinePlace.of(new FileSplit(path, splitStart, 100, null), offset, new Configuration(false));
    }
}
