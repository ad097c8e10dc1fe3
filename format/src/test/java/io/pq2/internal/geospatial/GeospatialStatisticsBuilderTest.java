package io.pq2.internal.geospatial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

class GeospatialStatisticsBuilderTest {

    private static final LogicalType GEOMETRY = new LogicalType.GeometryType(null);
    private static final LogicalType GEOGRAPHY = new LogicalType.GeographyType(null, EdgeInterpolation.SPHERICAL);
    private static final GeometryFactory FACTORY = new GeometryFactory();
    private static final List<String> KINDS = List.of(
            "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection");

    @Property(tries = 200)
    void collectsBoxAndTypesOfTheGeometries(@ForAll long seed) {
        Random random = new Random(seed);
        Envelope box = new Envelope();
        TreeSet<Integer> types = new TreeSet<>();
        List<byte[]> values = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            Geometry geometry = geometry(random, random.nextInt(7), 2);
            box.expandToInclude(geometry.getEnvelopeInternal());
            types.add(1 + KINDS.indexOf(geometry.getGeometryType()));
            int order = random.nextBoolean() ? ByteOrderValues.BIG_ENDIAN : ByteOrderValues.LITTLE_ENDIAN;
            values.add(new WKBWriter(2, order).write(geometry));
        }
        GeospatialStatistics statistics = statistics(GEOMETRY, values);
        assertThat(statistics.geospatialTypes()).containsExactlyElementsOf(types);
        assertThat(statistics.bbox())
                .isEqualTo(
                        box.isNull()
                                ? null
                                : new BoundingBox(
                                        box.getMinX(),
                                        box.getMaxX(),
                                        box.getMinY(),
                                        box.getMaxY(),
                                        null,
                                        null,
                                        null,
                                        null));
    }

    private static Geometry geometry(Random random, int kind, int depth) {
        int count = random.nextInt(4);
        return switch (kind) {
            case 0 -> point(random);
            case 1 -> line(random);
            case 2 -> polygon(random);
            case 3 -> {
                Point[] points = new Point[count];
                Arrays.setAll(points, i -> point(random));
                yield FACTORY.createMultiPoint(points);
            }
            case 4 -> {
                LineString[] lines = new LineString[count];
                Arrays.setAll(lines, i -> line(random));
                yield FACTORY.createMultiLineString(lines);
            }
            case 5 -> {
                Polygon[] polygons = new Polygon[count];
                Arrays.setAll(polygons, i -> polygon(random));
                yield FACTORY.createMultiPolygon(polygons);
            }
            default -> {
                Geometry[] parts = new Geometry[depth == 0 ? 0 : count];
                Arrays.setAll(parts, i -> geometry(random, random.nextInt(7), depth - 1));
                yield FACTORY.createGeometryCollection(parts);
            }
        };
    }

    private static Coordinate coordinate(Random random) {
        return new Coordinate(random.nextInt(400) - 200.5, random.nextInt(200) - 100);
    }

    private static Point point(Random random) {
        return random.nextInt(5) == 0 ? FACTORY.createPoint() : FACTORY.createPoint(coordinate(random));
    }

    private static LineString line(Random random) {
        Coordinate[] coordinates = new Coordinate[random.nextInt(3) * 2];
        Arrays.setAll(coordinates, i -> coordinate(random));
        return FACTORY.createLineString(coordinates);
    }

    private static Polygon polygon(Random random) {
        if (random.nextInt(5) == 0) {
            return FACTORY.createPolygon();
        }
        Coordinate first = coordinate(random);
        return FACTORY.createPolygon(
                new Coordinate[] {first, coordinate(random), coordinate(random), coordinate(random), first});
    }

    @Property(tries = 200)
    void returnsNoStatisticsOfDamagedValues(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] value = new WKBWriter().write(geometry(random, random.nextInt(7), 2));
        for (int length = 0; length < value.length; length++) {
            assertThat(statistics(GEOMETRY, List.of(Arrays.copyOf(value, length))))
                    .isNull();
        }
        for (int i = 0; i < 50; i++) {
            byte[] damaged = value.clone();
            damaged[random.nextInt(value.length)] = (byte) random.nextInt();
            // The result is arbitrary, but there is no exception.
            statistics(GEOMETRY, List.of(damaged));
        }
        assertThat(statistics(GEOMETRY, List.of(value, new byte[] {1}))).isNull();
    }

    @Test
    void collectsTheRangesOfZAndM() {
        GeospatialStatistics statistics =
                statistics(GEOMETRY, List.of(point(1001, 1, 2, 3), point(2001, 4, 5, 6), point(3001, 7, 8, 9, 10)));
        assertThat(statistics.geospatialTypes()).containsExactly(1001, 2001, 3001);
        assertThat(statistics.bbox()).isEqualTo(new BoundingBox(1, 7, 2, 8, 3.0, 9.0, 6.0, 10.0));
    }

    @Test
    void readsTheTypeCodesOfPostGis() {
        Geometry point = FACTORY.createPoint(new Coordinate(1, 2, 3));
        point.setSRID(4326);
        byte[] value = new WKBWriter(3, true).write(point);
        GeospatialStatistics statistics = statistics(GEOMETRY, List.of(value));
        assertThat(statistics.geospatialTypes()).containsExactly(1001);
        assertThat(statistics.bbox()).isEqualTo(new BoundingBox(1, 1, 2, 2, 3.0, 3.0, null, null));
        WkbBox box = new WkbBox();
        assertThat(box.read(value, 0, value.length)).isTrue();
        assertThat(box.ymax()).isEqualTo(2);
        assertThat(statistics(GEOMETRY, List.of(point(0x80000001 + 1000, 1, 2, 3))))
                .isNull();
    }

    @Test
    void ignoresNanCoordinates() {
        assertThat(statistics(GEOMETRY, List.of(point(1, 1, Double.NaN), point(1, 3, 4)))
                        .bbox())
                .isEqualTo(new BoundingBox(1, 3, 4, 4, null, null, null, null));
        GeospatialStatistics empty = statistics(GEOMETRY, List.of(point(1, 1, Double.NaN)));
        assertThat(empty.bbox()).isNull();
        assertThat(empty.geospatialTypes()).containsExactly(1);
        assertThat(statistics(GEOMETRY, List.of())).isNull();
    }

    @Test
    void collectsNoBoxOfEdgesOnASphere() {
        assertThat(statistics(GEOGRAPHY, List.of(point(1, 170, -80), point(1, -170, 80)))
                        .bbox())
                .isEqualTo(new BoundingBox(170, -170, -80, 80, null, null, null, null));
        assertThat(statistics(GEOGRAPHY, List.of(point(1, 181, 0))).bbox()).isNull();
        byte[] line = new WKBWriter()
                .write(FACTORY.createLineString(new Coordinate[] {new Coordinate(0, 60), new Coordinate(90, 60)}));
        GeospatialStatistics lines = statistics(GEOGRAPHY, List.of(point(1, 1, 1), line));
        assertThat(lines.bbox()).isNull();
        assertThat(lines.geospatialTypes()).containsExactly(1, 2);
    }

    @Property(tries = 500)
    void collectsTheLongitudesOfPointsAcrossTheAntimeridianIfThatIsNarrower(@ForAll long seed) {
        Random random = new Random(seed);
        double around = random.nextInt(361) - 180;
        int spread = 1 + random.nextInt(200);
        double[] longitudes = random.doubles(1 + random.nextInt(8), -spread, spread)
                .map(offset -> Math.IEEEremainder(around + offset, 360))
                .toArray();
        List<byte[]> values = new ArrayList<>();
        for (double longitude : longitudes) {
            values.add(point(1, longitude, 10));
        }
        BoundingBox box = statistics(GEOGRAPHY, values).bbox();
        double plainWidth = Arrays.stream(longitudes).max().getAsDouble()
                - Arrays.stream(longitudes).min().getAsDouble();
        boolean crosses = box.xmin() > box.xmax();
        assertThat(box.xmax() - box.xmin() + (crosses ? 360 : 0)).isLessThanOrEqualTo(plainWidth);
        assertThat(longitudes)
                .contains(box.xmin(), box.xmax())
                .satisfies(all -> assertThat(Arrays.stream(all)
                                .allMatch(x -> crosses
                                        ? x >= box.xmin() || x <= box.xmax()
                                        : x >= box.xmin() && x <= box.xmax()))
                        .isTrue());
    }

    @Test
    void startsEachChunkWithoutTheLongitudesOfTheLastOne() {
        GeospatialStatisticsBuilder builder = GeospatialStatisticsBuilder.of(GEOGRAPHY);
        double[][] chunks = {{175, -175}, {-10, 10}};
        List<BoundingBox> boxes = new ArrayList<>();
        for (double[] chunk : chunks) {
            for (double longitude : chunk) {
                byte[] value = point(1, longitude, 0);
                builder.update(value, new int[1], new int[] {value.length}, 0, 1);
            }
            boxes.add(builder.endChunk().bbox());
        }
        assertThat(boxes)
                .containsExactly(
                        new BoundingBox(175, -175, 0, 0, null, null, null, null),
                        new BoundingBox(-10, 10, 0, 0, null, null, null, null));
    }

    @Test
    void hasNoBuilderForOtherTypes() {
        assertThat(GeospatialStatisticsBuilder.of(new LogicalType.StringType())).isNull();
        assertThat(GeospatialStatisticsBuilder.of(null)).isNull();
    }

    private static byte[] point(int type, double... coordinates) {
        ByteBuffer bytes = ByteBuffer.allocate(5 + 8 * coordinates.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 1).putInt(type);
        for (double coordinate : coordinates) {
            bytes.putDouble(coordinate);
        }
        return bytes.array();
    }

    private static GeospatialStatistics statistics(LogicalType type, List<byte[]> values) {
        GeospatialStatisticsBuilder bounds = GeospatialStatisticsBuilder.of(type);
        for (byte[] value : values) {
            bounds.update(value, new int[1], new int[] {value.length}, 0, 1);
        }
        return bounds.endChunk();
    }
}
