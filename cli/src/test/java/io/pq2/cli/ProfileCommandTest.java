package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandTest {

    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeTable() throws IOException {
        table = new ExampleTable(directory).path();
    }

    @Test
    void aRecordPerColumnSaysWhatItsValuesAreLike() {
        List<String> lines = CommandRun.lines("profile", "--format", "csv", table);
        assertThat(lines)
                .startsWith("column,type,values,nulls,nans,distinct,min_length,mean_length,max_length,min,p5,p25,p50,"
                        + "p75,p95,max")
                .contains("\"id\",".replace("\"", "") + "\"int64 (INTEGER(64,true))\",12,0,0,12,,,,0,0,3,6,9,11,11")
                .contains("name,byte_array (STRING),9,3,0,3,6,6.0,6,name 0,name 0,name 0,name 1,name 2,name 2,name 2")
                .anyMatch(line -> line.startsWith("phones.list.element,byte_array (STRING),12,"));
    }

    @Test
    void rowsAndColumnsCanBeSelected() {
        List<String> lines = CommandRun.lines("profile", "-c", "id", "-w", "country = 'FR'", table);
        assertThat(lines).hasSize(3).last().isEqualTo("6 rows");
        assertThat(lines.get(1)).matches("id +int64 \\(INTEGER\\(64,true\\)\\) +6 +0 +0 +6 +6 .* 11");
    }
}
