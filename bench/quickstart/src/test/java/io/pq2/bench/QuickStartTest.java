package io.pq2.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickStartTest {

    @Test
    void answersEqualThoseOfTheBuiltInSource(@TempDir Path directory) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream console = System.out;
        System.setOut(new PrintStream(printed, true, UTF_8));
        boolean equal;
        try {
            equal = QuickStart.run(directory, 0.01);
        } finally {
            System.setOut(console);
        }
        assertThat(equal).as(printed.toString(UTF_8)).isTrue();
        assertThat(printed.toString(UTF_8))
                .contains("60175 | ")
                .contains("scan: BatchScan pq2")
                .contains("scan: FileScan pq2 ")
                .contains("s (median of 3 warm runs that take turns)")
                .doesNotContain("ANOTHER ANSWER")
                .containsPattern("row groups: [1-9][0-9]* read, [1-9][0-9]* not read; bytes: [1-9][0-9,]* read, [1-9]");
    }
}
