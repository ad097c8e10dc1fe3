package io.pq2.geospatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoParquetTest {

    private static final String FILE = """
            {
              "version": "1.1.0", "primary_column": "geom", "creator": {"library": "x"},
              "columns": {
                "geom": {
                  "encoding": "WKB", "geometry_types": ["Polygon", "MultiPolygon Z"],
                  "crs": {"type": "GeographicCRS", "n": [1.50, true, null, "é"]},
                  "orientation": "counterclockwise", "edges": "planar", "bbox": [-180, -90.5, 180.0, 83.6],
                  "epoch": 2021.47,
                  "covering": {"bbox": {"xmin": ["box", "xmin"], "ymin": ["box", "ymin"],
                    "xmax": ["box", "xmax"], "ymax": ["box", "ymax"]}, "h3": {}}
                },
                "center": {"encoding": "point", "geometry_types": [], "crs": null, "edges": "spherical"},
                "plain": {"encoding": "WKB", "geometry_types": []}
              }
            }
            """;

    private static GeoColumn column(String fields) {
        return GeoParquet.parse("{\"version\":\"1.0.0\",\"primary_column\":\"g\",\"columns\":{\"g\":{" + fields + "}}}")
                .columns()
                .get("g");
    }

    @Test
    void readsAllFields() {
        GeoParquet metadata = GeoParquet.parse(FILE);
        assertThat(metadata.version()).isEqualTo("1.1.0");
        assertThat(metadata.primaryColumn()).isEqualTo("geom");
        assertThat(metadata.columns()).containsOnlyKeys("geom", "center", "plain");
        GeoColumn geom = metadata.columns().get("geom");
        assertThat(geom.encoding()).isEqualTo("WKB");
        assertThat(geom.geometryTypes()).containsExactly("Polygon", "MultiPolygon Z");
        assertThat(geom.crs()).isEqualTo("{\"type\":\"GeographicCRS\",\"n\":[1.50,true,null,\"é\"]}");
        assertThat(geom.orientation()).isEqualTo("counterclockwise");
        assertThat(geom.bbox()).containsExactly(-180.0, -90.5, 180.0, 83.6);
        assertThat(geom.epoch()).isEqualTo(2021.47);
        assertThat(geom.covering().xmax()).containsExactly("box", "xmax");
        assertThat(geom.covering().zmin()).isNull();
        assertThat(geom.isPlanarWkb()).isTrue();
        GeoColumn center = metadata.columns().get("center");
        assertThat(center.crs()).isEqualTo("null");
        assertThat(center.isPlanarWkb()).isFalse();
        assertThat(metadata.columns().get("plain"))
                .isEqualTo(new GeoColumn("WKB", List.of(), null, null, null, null, null, null));
    }

    @Test
    void writesWhatItReads() {
        GeoParquet metadata = GeoParquet.parse(FILE);
        assertThat(GeoParquet.parse(metadata.toJson())).isEqualTo(metadata);
        assertThat(metadata.toJson()).doesNotContain("\n").doesNotContain("creator");
    }

    @Test
    void doesNotWriteWhatJsonDoesNotHave() {
        GeoColumn infinite = new GeoColumn(
                "WKB", List.of(), null, null, null, List.of(0.0, 0.0, Double.POSITIVE_INFINITY, 1.0), null, null);
        GeoColumn text = new GeoColumn("WKB", List.of(), "EPSG:5070", null, null, null, null, null);
        for (GeoColumn column : List.of(infinite, text)) {
            assertThatThrownBy(() -> new GeoParquet("1.1.0", "g", Map.of("g", column)).toJson())
                    .isInstanceOf(InvalidDataException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | ends too early",
                "[] | not a JSON object",
                "{ | syntax is wrong",
                "{\"columns\":{}} {} | continues after",
                "{\"version\":\"1\",\"version\":\"1\"} | the field version twice",
                "{\"version\":\"1\",\"primary_column\":\"g\"} | lacks the field columns",
                "{\"primary_column\":\"g\",\"columns\":{}} | lacks the field version",
                "{\"version\":1,\"primary_column\":\"g\",\"columns\":{}} | version is not text",
                "{\"version\":\"1\",\"primary_column\":\"g\",\"columns\":[]} | columns is not an object",
                "{\"version\":\"1\",\"primary_column\":\"g\",\"columns\":{\"g\":7}} | columns.g is not an object",
            })
    void namesTheProblemOfAFile(String json, String problem) {
        assertThatThrownBy(() -> GeoParquet.parse(json))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"geometry_types\":[] | lacks the field columns.g.encoding",
                "\"encoding\":\"WKB\" | lacks the field columns.g.geometry_types",
                "\"encoding\":\"WKB\",\"geometry_types\":[7] | geometry_types is not an array of texts",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":\"EPSG:1\" | crs is not an object or null",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"bbox\":[1,2,3] | bbox is not an array of 4, 6 or 8",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"bbox\":[1,2,3,null] | bbox is not an array",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"bbox\":[1,2,3,1e999] | bbox is not an array",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"bbox\":4 | bbox is not an array",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"epoch\":\"now\" | epoch is not a number",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"covering\":7 | covering is not an object",
                "\"encoding\":\"WKB\",\"geometry_types\":[],\"covering\":{\"bbox\":{}} | covering.bbox.xmin",
            })
    void namesTheProblemOfAColumn(String fields, String problem) {
        assertThatThrownBy(() -> column(fields))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void limitsNestingAndLength() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThatThrownBy(() -> column("\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":{\"a\":" + deep + "}"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("nested more than 64 levels");
        assertThatThrownBy(() -> GeoParquet.parse(" ".repeat((16 << 20) + 1)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("too long");
    }

    /** Changed text is read, or refused with the documented exception. */
    @Property(tries = 2000)
    void refusesDamagedTextOrReadsIt(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder json = new StringBuilder(FILE);
        String alphabet = "{}[]\",:0123456789.eE-tfn \\u\0";
        for (int i = 1 + random.nextInt(4); i > 0 && json.length() > 1; i--) {
            int at = random.nextInt(json.length());
            switch (random.nextInt(3)) {
                case 0 -> json.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                case 1 -> json.deleteCharAt(at);
                default -> json.setLength(Math.max(1, at));
            }
        }
        try {
            GeoParquet metadata = GeoParquet.parse(json.toString());
            assertThat(GeoParquet.parse(metadata.toJson())).isEqualTo(metadata);
        } catch (InvalidDataException e) {
            assertThat(e.detail()).contains("GeoParquet metadata");
        }
    }
}
