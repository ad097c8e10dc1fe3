package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordWriter;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that show and check GeoParquet metadata. */
class GeoParquetCommandsTest {

    private static final String GEO = "{\"version\":\"1.1.0\",\"primary_column\":\"g\",\"columns\":{"
            + "\"g\":{\"encoding\":\"WKB\",\"geometry_types\":[\"Point\"],\"bbox\":[1,2,3,4],\"covering\":{\"bbox\":{"
            + "\"xmin\":[\"b\",\"x\"],\"ymin\":[\"b\",\"y\"],\"xmax\":[\"b\",\"x\"],\"ymax\":[\"b\",\"y\"]}}},"
            + "\"other\":{\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":null}}}";

    @TempDir
    Path directory;

    private Path write(String geo) throws IOException {
        Path file = directory.resolve("places.parquet");
        String schema = "message m { optional binary g; optional group b { required double x; required double y; } }";
        WriteOptions options =
                WriteOptions.builder().keyValueMetadata("geo", geo).build();
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(file), SchemaText.parse(schema), options)) {
            writer.write(writer.record());
        }
        return file;
    }

    @Test
    void metaListsColumns() throws IOException {
        Path file = write(GEO);
        assertThat(CommandRun.lines("meta", "--show", "geo", "--format", "csv", file))
                .containsExactly(
                        "file,geoparquet_version,column,primary,encoding,geometry_types,crs,edges,orientation,bbox,"
                                + "epoch,covering,problem",
                        file + ",1.1.0,g,true,WKB,\"[\"\"Point\"\"]\",,,,\"[1.0, 2.0, 3.0, 4.0]\",,"
                                + "\"b.x, b.y, b.x, b.y\",",
                        file + ",1.1.0,other,,WKB,[],null,,,,,,");
    }

    @Test
    void metaShowsTheProblemOfMetadataThatCannotBeRead() throws IOException {
        assertThat(CommandRun.lines("meta", write("{}")))
                .anyMatch(line -> line.contains("the GeoParquet metadata lacks the field columns"));
    }

    @Test
    void checkReportsColumnsThatDoNotExist() throws IOException {
        CommandRun run = CommandRun.of("check", "--fail-on", "deviation", write(GEO));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("columns has other, which the schema does not have");
    }
}
