package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.predicate.Predicates;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks GeoParquet metadata that does not fit the schema, or cannot be read. */
class GeoParquetCheckTest {

    private static final String SCHEMA = """
            message m {
              optional binary g;
              optional binary text (STRING);
              optional binary plane (GEOMETRY);
              optional binary globe (GEOGRAPHY);
              repeated binary many;
              optional int32 number;
              optional group box {
                optional float xmin; optional double ymin; optional float xmax; optional int32 ymax;
              }
            }
            """;

    private static MemoryInputFile file(String geo) throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("f.parquet");
        WriteOptions options =
                WriteOptions.builder().keyValueMetadata("geo", geo).build();
        try (RecordWriter writer = RecordWriter.create(output, SchemaText.parse(SCHEMA), options)) {
            writer.write(writer.record());
        }
        return new MemoryInputFile("f.parquet", output.bytes());
    }

    private static List<String> findings(String geo) throws IOException {
        return FileCheck.run(file(geo)).stream()
                .peek(finding -> assertThat(finding.rule()).isEqualTo(Rule.GEOPARQUET))
                .peek(finding -> assertThat(finding.severity()).isEqualTo(Severity.DEVIATION))
                .map(Finding::message)
                .toList();
    }

    private static String geo(String name, String fields) {
        return "{\"version\":\"1.1.0\",\"primary_column\":\"" + name + "\",\"columns\":{\"" + name
                + "\":{\"geometry_types\":[]," + fields + "}}}";
    }

    @Test
    void findsNothingInMetadataThatFits() throws IOException {
        assertThat(findings(geo("g", "\"encoding\":\"WKB\",\"edges\":\"spherical\"")))
                .isEmpty();
        assertThat(findings(geo("plane", "\"encoding\":\"WKB\""))).isEmpty();
        assertThat(findings(geo("globe", "\"encoding\":\"WKB\",\"edges\":\"spherical\"")))
                .isEmpty();
        assertThat(findings(geo("box", "\"encoding\":\"point\""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nobody | \"encoding\":\"WKB\" | columns has nobody, which the schema does not have",
                "number | \"encoding\":\"WKB\" | number is WKB, but the column is not a BYTE_ARRAY",
                "box | \"encoding\":\"WKB\" | box is WKB, but the column is not a BYTE_ARRAY",
                "many | \"encoding\":\"WKB\" | the column many is repeated",
                "text | \"encoding\":\"WKB\" | text is WKB, but its logical type is StringType",
                "plane | \"encoding\":\"WKB\",\"edges\":\"spherical\" | its logical type is GEOMETRY",
                "globe | \"encoding\":\"WKB\" | edges of the column globe is planar, but its logical type is GEOGRAPHY",
                "g | \"encoding\":\"WKT\" | which GeoParquet 1.1 does not have",
                "g | \"encoding\":\"point\" | but the column is not a group",
                "g | \"encoding\":\"WKB\",\"edges\":\"round\" | expected planar or spherical",
            })
    void findsColumnsThatDoNotFit(String name, String fields, String message) throws IOException {
        assertThat(findings(geo(name, fields))).singleElement().asString().contains(message);
    }

    @Test
    void findsCoveringsThatDoNotFit() throws IOException {
        String covering = "\"encoding\":\"WKB\",\"covering\":{\"bbox\":{\"xmin\":[\"box\",\"xmin\"],"
                + "\"ymin\":[\"box\"],\"xmax\":[],\"ymax\":[\"box\",\"ymax\"],\"zmax\":[\"many\"]}}";
        assertThat(findings(geo("g", covering)))
                .hasSize(4)
                .anyMatch(message -> message.contains("path box, which is not a column"))
                .anyMatch(message -> message.contains("path , which is not a column"))
                .anyMatch(message -> message.contains("box.ymax, which is INT32 instead of FLOAT or DOUBLE"))
                .anyMatch(message -> message.contains("many, which is BYTE_ARRAY instead of FLOAT or DOUBLE"));
    }

    @Test
    void findsAPrimaryColumnThatIsNotDescribed() throws IOException {
        assertThat(findings("{\"version\":\"1.0.0\",\"primary_column\":\"x\",\"columns\":{}}"))
                .containsExactly("primary_column is x, which columns does not have");
    }

    @Test
    void metadataThatCannotBeReadDoesNotKeepReadersOut() throws IOException {
        assertThat(findings("{\"version\":")).singleElement().asString().contains("GeoParquet metadata is not JSON");
        try (ParquetFile file = ParquetFile.open(file("{\"version\":"));
                RowReader rows = new RowReader(file.scan()
                        .filter(Predicates.not(Predicates.column("g").intersects(0, 0, 1, 1)))
                        .open())) {
            assertThat(rows.next()).isFalse();
        }
    }
}
