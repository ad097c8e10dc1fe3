package io.pq2.internal.geospatial;

import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.exception.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of GeoParquet metadata. */
public final class GeoParquetReader {

    private static final String SUBJECT = "the GeoParquet metadata";

    /** Twice the number of dimensions of a box: xy, xyz, and xyzm. */
    private static final List<Integer> BOX_SIZES = List.of(4, 6, 8);

    private GeoParquetReader() {}

    /** Reads the value of the entry; see {@link GeoParquet#parse}. */
    public static GeoParquet read(String json) {
        Fields root = Fields.root(JsonTree.read(json, SUBJECT));
        Map<String, GeoColumn> columns = new LinkedHashMap<>();
        Fields described = root.object("columns");
        if (described == null) {
            throw root.missing("columns");
        }
        for (Object key : described.values.keySet()) {
            String name = (String) key;
            columns.put(name, column(Objects.requireNonNull(described.object(name))));
        }
        return new GeoParquet(root.requiredText("version"), root.requiredText("primary_column"), columns);
    }

    private static GeoColumn column(Fields column) {
        List<String> types = column.texts("geometry_types");
        if (types == null) {
            throw column.missing("geometry_types");
        }
        return new GeoColumn(
                column.requiredText("encoding"),
                types,
                crs(column),
                column.text("orientation"),
                column.text("edges"),
                box(column),
                column.number("epoch"),
                covering(column));
    }

    private static @Nullable String crs(Fields column) {
        Object crs = column.values.get("crs");
        if (crs == null) {
            return null;
        }
        if (crs != JsonTree.NULL && !(crs instanceof Map)) {
            throw column.wrong("crs", "an object or null");
        }
        return JsonTree.write(crs);
    }

    private static @Nullable List<Double> box(Fields column) {
        Object box = column.values.get("bbox");
        if (box == null) {
            return null;
        }
        List<Double> numbers = new ArrayList<>();
        for (Object element : box instanceof List<?> elements ? elements : List.of()) {
            if (element instanceof JsonTree.Num number && Double.isFinite(number.value())) {
                numbers.add(number.value());
            }
        }
        boolean complete = box instanceof List<?> elements && elements.size() == numbers.size();
        if (!complete || !BOX_SIZES.contains(numbers.size())) {
            throw column.wrong("bbox", "an array of 4, 6 or 8 numbers");
        }
        return numbers;
    }

    private static @Nullable BoxCovering covering(Fields column) {
        Fields covering = column.object("covering");
        Fields box = covering == null ? null : covering.object("bbox");
        return box == null
                ? null
                : new BoxCovering(
                        box.path("xmin"),
                        box.path("ymin"),
                        box.path("xmax"),
                        box.path("ymax"),
                        box.texts("zmin"),
                        box.texts("zmax"));
    }

    /**
     * The fields of an object.
     *
     * @param place the path of the object, with a dot at the end unless it is the root
     */
    private record Fields(Map<?, ?> values, String place) {

        static Fields root(Object value) {
            if (value instanceof Map<?, ?> values) {
                return new Fields(values, "");
            }
            throw new InvalidDataException(SUBJECT + " is not a JSON object");
        }

        InvalidDataException missing(String field) {
            return new InvalidDataException(SUBJECT + " lacks the field " + name(field));
        }

        InvalidDataException wrong(String field, String expected) {
            return new InvalidDataException(SUBJECT + ": the field " + name(field) + " is not " + expected);
        }

        private String name(String field) {
            return DisplayText.message(place + field);
        }

        @Nullable
        Fields object(String field) {
            Object value = values.get(field);
            if (value == null) {
                return null;
            } else if (value instanceof Map<?, ?> inner) {
                return new Fields(inner, place + field + '.');
            }
            throw wrong(field, "an object");
        }

        @Nullable
        String text(String field) {
            Object value = values.get(field);
            if (value == null || value instanceof String) {
                return (String) value;
            }
            throw wrong(field, "text");
        }

        String requiredText(String field) {
            String text = text(field);
            if (text == null) {
                throw missing(field);
            }
            return text;
        }

        @Nullable
        Double number(String field) {
            Object value = values.get(field);
            if (value == null) {
                return null;
            } else if (value instanceof JsonTree.Num number && Double.isFinite(number.value())) {
                return number.value();
            }
            throw wrong(field, "a number");
        }

        @Nullable
        List<String> texts(String field) {
            Object value = values.get(field);
            if (value == null) {
                return null;
            }
            List<String> texts = new ArrayList<>();
            for (Object element : value instanceof List<?> elements ? elements : List.of()) {
                if (element instanceof String text) {
                    texts.add(text);
                }
            }
            if (!(value instanceof List<?> elements) || elements.size() != texts.size()) {
                throw wrong(field, "an array of texts");
            }
            return texts;
        }

        List<String> path(String field) {
            List<String> path = texts(field);
            if (path == null) {
                throw missing(field);
            }
            return path;
        }
    }
}
