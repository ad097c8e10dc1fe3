package io.pq2.read;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Supplier;

/** Converts geometries from well-known binary to well-known text. */
final class WellKnownText {

    private static final List<String> TYPES = List.of(
            "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION");
    private static final List<String> DIMENSIONS = List.of("", " Z", " M", " ZM");

    private final ByteBuffer bytes;
    private String type;
    private String dimensions;

    private WellKnownText(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    static String of(byte[] wkb) {
        WellKnownText text = new WellKnownText(wkb);
        String shape = text.shape(true);
        if (text.bytes.hasRemaining()) {
            throw new AssertionError(text.bytes.remaining() + " bytes after " + shape);
        }
        return shape;
    }

    private String shape(boolean named) {
        bytes.order(bytes.get() == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int code = bytes.getInt();
        type = TYPES.get(code % 1000 - 1);
        dimensions = DIMENSIONS.get(code / 1000);
        String name = named ? type + dimensions + " " : "";
        String body = switch (type) {
            case "POINT" -> point();
            case "LINESTRING" -> points();
            case "POLYGON" -> list(this::points);
            case "GEOMETRYCOLLECTION" -> list(() -> shape(true));
            default -> list(() -> shape(false));
        };
        return name + body;
    }

    private String point() {
        String coordinates = coordinates();
        return coordinates.startsWith("nan") ? "EMPTY" : "(" + coordinates + ")";
    }

    private String points() {
        return list(this::coordinates);
    }

    private String coordinates() {
        StringJoiner point = new StringJoiner(" ");
        for (int i = dimensions.length() == 0 ? 2 : dimensions.length() + 1; i > 0; i--) {
            double value = bytes.getDouble();
            String text = Double.isNaN(value) ? "nan" : Double.toString(value);
            point.add(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
        }
        return point.toString();
    }

    private String list(Supplier<String> item) {
        int count = bytes.getInt();
        if (count == 0) {
            return "EMPTY";
        }
        StringJoiner items = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < count; i++) {
            items.add(item.get());
        }
        return items.toString();
    }
}
