package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.FileMetaData;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that writers stay within their memory budget. */
class MemoryTest {

    @Test
    void writesFiveHundredFilesInOneGigabyte() throws Exception {
        // Without a budget, the JVM runs out of memory.
        assertThat(run("-Xmx1g", ManyWriters.class, 500, 12, 12, 500, 256 << 20))
                .contains("rows 3000000,")
                .contains("left 0");
    }

    @Test
    void writesThousandColumnsIn128Megabytes() throws Exception {
        assertThat(run("-Xmx128m", ManyWriters.class, 1, 1000, 30, 100, 24 << 20))
                .contains("rows 3000,")
                .contains("left 0");
    }

    /** The limits allow for differences between JVMs. */
    @Test
    void reportedMemoryIsCloseToHeapMemory() throws Exception {
        int columns = 600;
        String[] words =
                run("-Xmx512m", MeasuredWriter.class, columns, 1500).trim().split(" ");
        long initial = Long.parseLong(words[0]);
        long heap = Long.parseLong(words[1]);
        long reported = Long.parseLong(words[2]);
        // A few KiB per column for initial buffers, far less than a page.
        assertThat(initial).isBetween(100L * columns, 16_384L * columns);
        assertThat(heap - initial).isBetween((long) (0.8 * reported), (long) (1.25 * reported));
        assertThat(Long.parseLong(words[3])).as("after abort()").isLessThan(initial / 4);
    }

    private static String run(String heap, Class<?> program, int... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        Arrays.stream(arguments).forEach(argument -> command.add(Integer.toString(argument)));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void endsRowGroupsEarlyWhenBudgetIsExceeded() {
        Schema schema = new Schema("test", List.of(new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.DOUBLE)));
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            rows.add(List.of(Math.sqrt(i)));
        }
        MemoryBudget budget = new MemoryBudget(200_000);
        WriteOptions options =
                WriteOptions.builder().memoryBudget(budget).dictionary(false).build();
        TestRows.Written written = TestRows.write(schema, rows, options, 1000);
        FileMetaData metadata = written.metadata();
        assertThat(metadata.numRows()).isEqualTo(100_000);
        assertThat(metadata.rowGroups().size()).isBetween(4, 10);
        assertThat(budget.used()).isZero();
        assertThat(ParquetJavaRows.read(written.bytes(), schema)).isEqualTo(rows);
    }
}
