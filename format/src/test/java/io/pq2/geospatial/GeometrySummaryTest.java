package io.pq2.geospatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.BoundingBox;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

class GeometrySummaryTest {

    static Stream<String> geometries() {
        return Stream.of(
                "POINT (30 10)",
                "LINESTRING (30 10, 10 30, 40 40)",
                "POLYGON ((35 10, 45 45, 15 40, 10 20, 35 10), (20 30, 35 35, 30 20, 20 30))",
                "MULTIPOINT ((10 40), (40 30))",
                "MULTILINESTRING ((10 10, 20 20), (40 40, 30 30, -5 20))",
                "MULTIPOLYGON (((30 20, 45 40, 10 40, 30 20)), ((15 5, 40 10, 10 20, 15 5)))",
                "GEOMETRYCOLLECTION (POINT (4 6), GEOMETRYCOLLECTION (LINESTRING (4 6, 7 10), POLYGON EMPTY))",
                "POINT EMPTY",
                "GEOMETRYCOLLECTION EMPTY");
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void readsEachTypeInBothByteOrdersWithAndWithoutReferenceSystem(String text) throws ParseException {
        Geometry geometry = new WKTReader().read(text);
        geometry.setSRID(4326);
        Envelope e = geometry.getEnvelopeInternal();
        BoundingBox box = e.isNull()
                ? null
                : new BoundingBox(e.getMinX(), e.getMaxX(), e.getMinY(), e.getMaxY(), null, null, null, null);
        for (int order = 1; order <= 2; order++) {
            for (boolean srid : new boolean[] {false, true}) {
                GeometrySummary summary = GeometrySummary.of(new WKBWriter(2, order, srid).write(geometry));
                assertThat(summary.type()).isBetween(1, 7);
                assertThat(summary.box()).isEqualTo(box);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("geometries")
    void namesAPositionWithinTheBytesOfACutOffGeometry(String text) throws ParseException {
        byte[] value = new WKBWriter(2, 2, true).write(new WKTReader().read(text));
        for (int length = 0; length < value.length; length++) {
            byte[] cut = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> GeometrySummary.of(cut))
                    .isInstanceOf(InvalidDataException.class)
                    .satisfies(e -> {
                        String position = e.getMessage().replaceAll(".*at byte (\\d+) of .*", "$1");
                        assertThat(Integer.parseInt(position)).isBetween(0, cut.length);
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', at byte 0 of 0: the header of a geometry is cut off",
        "0201000000, at byte 0 of 5: the byte order is neither 0 nor 1",
        "0108000000, at byte 1 of 5: unknown type code 8",
        "01e9030080, at byte 1 of 5: unknown type code 2147484649",
        "0101000020aabb, at byte 5 of 7: the number of the reference system is cut off",
        "0102000000ffffffff, at byte 5 of 9: the count 4294967295 exceeds the remaining bytes",
        "01020000000100000000, at byte 9 of 10: the coordinates of 1 points are cut off",
        "0107000000000000000b, at byte 9 of 10: more bytes follow the geometry",
        "01040000000100000001020000000000000000, at byte 10 of 19: a member has type code 2"
    })
    void namesThePositionAndTheProblem(String hex, String message) {
        assertThatThrownBy(() -> GeometrySummary.of(HexFormat.of().parseHex(hex)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }

    @Test
    void returnsTheRangesOfZAndM() {
        String zm = "01b90b0000" + "000000000000f03f" + "0000000000000040" + "0000000000000840" + "0000000000001040";
        assertThat(GeometrySummary.of(HexFormat.of().parseHex(zm)))
                .isEqualTo(new GeometrySummary(3001, new BoundingBox(1, 1, 2, 2, 3.0, 3.0, 4.0, 4.0)));
    }
}
