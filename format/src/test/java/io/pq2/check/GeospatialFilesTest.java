package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.geospatial.GeometrySummary;
import io.pq2.io.LocalInputFile;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Predicates;
import io.pq2.read.ParquetFile;
import io.pq2.record.RowReader;
import io.pq2.schema.LogicalType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the statistics of the geospatial files of apache/parquet-testing with their values. */
class GeospatialFilesTest {

    private static final String DIRECTORY = "data/geospatial/";

    /** The boxes of edges on a sphere are rounded, in degrees: a vertex may be this far outside. */
    private static final double ROUNDING = 1e-12;

    private static ParquetFile open(String name) throws IOException {
        return ParquetFile.open(new LocalInputFile(SharedFiles.parquetTesting(DIRECTORY + name)));
    }

    /** Returns the index of the only geospatial column. */
    private static int column(ParquetFile file) {
        for (int i = 0; i < file.schema().columns().size(); i++) {
            if (isSpatial(file.schema().columns().get(i).field().logicalType())) {
                return i;
            }
        }
        throw new AssertionError("no geospatial column");
    }

    private static boolean isSpatial(LogicalType type) {
        return type instanceof LogicalType.GeometryType || type instanceof LogicalType.GeographyType;
    }

    private static List<byte[]> values(ParquetFile file, String column) throws IOException {
        List<byte[]> values = new ArrayList<>();
        try (RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                values.add((byte[]) rows.row().get(column));
            }
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crs-arbitrary-value.parquet",
                "crs-default.parquet",
                "crs-projjson.parquet",
                "crs-srid.parquet",
                "geospatial.parquet",
                "geospatial-with-nan.parquet",
                "crs-geography.parquet",
                "geography-points.parquet",
                "geography-lines.parquet",
                "geography-polygons.parquet"
            })
    void statisticsAgreeWithTheValues(String name) throws IOException {
        try (ParquetFile file = open(name)) {
            int index = column(file);
            List<byte[]> values =
                    values(file, file.schema().columns().get(index).dottedPath());
            double rounding = List.of("geography-lines.parquet", "geography-polygons.parquet")
                            .contains(name)
                    ? ROUNDING
                    : 0;
            int first = 0;
            for (RowGroup group : file.metadata().rowGroups()) {
                int end = first + (int) group.numRows();
                compare(
                        group.columns().get(index).metadata().geospatialStatistics(),
                        values.subList(first, end),
                        rounding);
                first = end;
            }
            assertThat(first).isEqualTo(values.size());
        }
    }

    /** Each vertex lies in the box, and the types are exactly those of the values. */
    private static void compare(GeospatialStatistics statistics, List<byte[]> values, double rounding) {
        if (statistics == null) {
            return;
        }
        TreeSet<Integer> types = new TreeSet<>();
        BoundingBox stated = statistics.bbox();
        for (byte[] value : values) {
            if (value == null) {
                continue;
            }
            GeometrySummary summary = GeometrySummary.of(value);
            types.add(summary.type());
            BoundingBox box = summary.box();
            if (box != null && stated != null) {
                assertThat(box.ymin()).isGreaterThanOrEqualTo(stated.ymin() - rounding);
                assertThat(box.ymax()).isLessThanOrEqualTo(stated.ymax() + rounding);
                assertThat(containsX(stated, box.xmin(), rounding) && containsX(stated, box.xmax(), rounding))
                        .as("x of %s in %s", box, stated)
                        .isTrue();
            }
        }
        assertThat(types).containsExactlyElementsOf(new TreeSet<>(statistics.geospatialTypes()));
    }

    private static boolean containsX(BoundingBox box, double x, double rounding) {
        boolean east = x >= box.xmin() - rounding;
        boolean west = x <= box.xmax() + rounding;
        return box.xmin() > box.xmax() ? east || west : east && west;
    }

    @ParameterizedTest
    @ValueSource(strings = {"geography-points.parquet", "geography-lines.parquet", "geography-polygons.parquet"})
    void statisticsOfGeographiesCrossTheAntimeridianSomewhere(String name) throws IOException {
        try (ParquetFile file = open(name)) {
            int index = column(file);
            assertThat(file.metadata().rowGroups()).anySatisfy(group -> {
                BoundingBox box = group.columns()
                        .get(index)
                        .metadata()
                        .geospatialStatistics()
                        .bbox();
                assertThat(box.xmin()).isGreaterThan(box.xmax());
            });
        }
    }

    @Test
    void statisticsOfCoordinatesThatAreNanHaveNoNan() throws IOException {
        try (ParquetFile file = open("geospatial-with-nan.parquet")) {
            String column = file.schema().columns().get(column(file)).dottedPath();
            List<byte[]> values = values(file, column);
            assertThat(values).hasSize(3);
            BoundingBox box = file.metadata()
                    .rowGroups()
                    .get(0)
                    .columns()
                    .get(column(file))
                    .metadata()
                    .geospatialStatistics()
                    .bbox();
            int found = 0;
            try (RowReader rows = new RowReader(file.scan()
                    .filter(Predicates.column(column).intersects(box.xmin(), box.ymin(), box.xmax(), box.ymax()))
                    .open())) {
                while (rows.next()) {
                    found++;
                }
            }
            long withBox = values.stream()
                    .filter(value -> GeometrySummary.of(value).box() != null)
                    .count();
            assertThat(found).isEqualTo((int) withBox).isGreaterThanOrEqualTo(2);
        }
    }
}
