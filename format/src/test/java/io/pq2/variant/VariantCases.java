package io.pq2.variant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import shaded.parquet.com.fasterxml.jackson.core.JsonParser;
import shaded.parquet.com.fasterxml.jackson.databind.DeserializationFeature;
import shaded.parquet.com.fasterxml.jackson.databind.JsonNode;
import shaded.parquet.com.fasterxml.jackson.databind.ObjectMapper;

/** The variants of apache/parquet-testing: encoded ones, and Parquet files with shredded ones. */
public final class VariantCases {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(JsonParser.Feature.ALLOW_TRAILING_COMMA)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private VariantCases() {}

    /**
     * A file with shredded variants in the column {@code var}.
     *
     * @param number number of the case
     * @param test name of the case
     * @param file the Parquet file
     * @param variants the original variants, row by row; null for a missing one. Empty if readers must fail
     * @param error why readers must fail; absent if they must not
     */
    public record Shredded(
            int number,
            String test,
            Path file,
            List<@Nullable Variant> variants,
            @Nullable String error) {

        /** Whether the specification forbids the variants, and readers may fail. */
        public boolean isInvalid() {
            return file.toString().contains("INVALID");
        }
    }

    /** Returns the cases that have a file. */
    public static List<Shredded> shredded(Path folder) throws IOException {
        List<Shredded> cases = new ArrayList<>();
        for (JsonNode one : JSON.readTree(folder.resolve("cases.json").toFile())) {
            if (one.has("parquet_file")) {
                cases.add(new Shredded(
                        one.get("case_number").asInt(),
                        one.get("test").asText(),
                        folder.resolve(one.get("parquet_file").asText()),
                        variants(folder, one),
                        one.has("error_message") ? one.get("error_message").asText() : null));
            }
        }
        return cases;
    }

    private static List<@Nullable Variant> variants(Path folder, JsonNode one) throws IOException {
        List<@Nullable Variant> variants = new ArrayList<>();
        Iterable<JsonNode> names = one.has("variant_files")
                ? one.get("variant_files")
                : one.has("variant_file") ? List.of(one.get("variant_file")) : List.of();
        for (JsonNode name : names) {
            variants.add(name.isNull() ? null : read(Files.readAllBytes(folder.resolve(name.asText()))));
        }
        return variants;
    }

    private static Variant read(byte[] bytes) {
        VariantMetadata metadata = VariantMetadata.of(bytes);
        return Variant.of(metadata, bytes, metadata.byteSize(), bytes.length - metadata.byteSize());
    }

    /** Returns the encoded variants by name, in sorted order. */
    public static Map<String, Variant> encoded(Path folder) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".value"))
                    .map(name -> name.substring(0, name.lastIndexOf('.')))
                    .toList();
        }
        Map<String, Variant> variants = new TreeMap<>();
        for (String name : names) {
            byte[] metadata = Files.readAllBytes(folder.resolve(name + ".metadata"));
            variants.put(name, Variant.of(metadata, Files.readAllBytes(folder.resolve(name + ".value"))));
        }
        return variants;
    }

    /**
     * Whether a JSON text is what the collection says about an encoded variant. Timestamps are in UTC as ISO 8601, or
     * as Spark shows them with the session's zone America/New_York.
     */
    public static boolean isExpected(Path folder, String name, String json) throws IOException {
        JsonNode found = JSON.readTree(json);
        JsonNode expected =
                JSON.readTree(folder.resolve("data_dictionary.json").toFile()).get(name);
        if (expected == null && name.equals("long_string")) {
            return found.textValue().length() > 63;
        }
        String other = OTHER_TEXTS.get(name);
        return other != null && isSame(JSON.readTree(other), found) || !name.equals(ROUNDED) && isSame(expected, found);
    }

    /** Whether two values are equal, numbers by their value. */
    private static boolean isSame(JsonNode one, JsonNode other) {
        return one.equals(
                (a, b) -> a.isNumber() && b.isNumber()
                        ? a.decimalValue().compareTo(b.decimalValue())
                        : a.equals(b) ? 0 : 1,
                other);
    }

    /** The value that the collection rounds to a double. */
    private static final String ROUNDED = "primitive_decimal16";

    /** Values for which {@link Variant#toJson} differs from the text of the collection. */
    private static final Map<String, String> OTHER_TEXTS = Map.of(
            ROUNDED,
            "12345678912345678.90",
            "primitive_time",
            "\"12:33:54.123456\"",
            "primitive_timestamp",
            "\"2025-04-16T16:34:56.78Z\"",
            "primitive_timestampntz",
            "\"2025-04-16T12:34:56.78\"",
            "primitive_timestamp_nanos",
            "\"2024-11-07T12:33:54.123456789Z\"");

    /**
     * Returns the values of a variant with their types as text. Integers and decimals are one type, as in
     * VariantEncoding.md ("equivalence classes").
     */
    public static String describe(Variant variant) {
        StringBuilder text = new StringBuilder();
        describe(variant, text);
        return text.toString();
    }

    private static void describe(Variant variant, StringBuilder text) {
        switch (variant.type()) {
            case OBJECT -> {
                Map<String, Variant> fields = new TreeMap<>();
                for (int i = 0; i < variant.size(); i++) {
                    fields.put(variant.name(i), variant.get(i));
                }
                text.append('{');
                fields.forEach(
                        (name, value) -> describe(value, text.append(name).append(": ")));
                text.append('}');
            }
            case ARRAY -> {
                text.append('[');
                for (int i = 0; i < variant.size(); i++) {
                    describe(variant.get(i), text);
                }
                text.append(']');
            }
            case INT8, INT16, INT32, INT64 -> text.append("number ").append(variant.toJson());
            case DECIMAL4, DECIMAL8, DECIMAL16 -> text.append("number ").append(variant.getDecimal());
            case STRING -> text.append("STRING ").append(variant.toJson());
            case FLOAT,
                    DOUBLE,
                    BOOLEAN,
                    BINARY,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_NTZ,
                    TIMESTAMP_NANOS,
                    TIMESTAMP_NTZ_NANOS,
                    UUID,
                    NULL -> text.append(variant.type()).append(' ').append(Arrays.toString(variant.toByteArray()));
        }
        text.append(", ");
    }
}
