package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shaded.parquet.com.fasterxml.jackson.core.JsonParser;
import shaded.parquet.com.fasterxml.jackson.databind.DeserializationFeature;
import shaded.parquet.com.fasterxml.jackson.databind.JsonNode;
import shaded.parquet.com.fasterxml.jackson.databind.ObjectMapper;

/** Compares the encoded variants of apache/parquet-testing with the JSON file of the collection. */
class VariantFilesTest {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(JsonParser.Feature.ALLOW_TRAILING_COMMA)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /**
     * Values for which {@link Variant#toJson} differs from the text of the collection, or that the collection rounds to
     * a double.
     */
    private static final Map<String, String> OTHER_TEXTS = Map.of(
            "primitive_decimal16", "12345678912345678.90",
            // The number of digits depends on the version of Java.
            "primitive_float", Float.toString(Float.parseFloat("1.23456794E9")),
            "primitive_time", "\"12:33:54.123456\"",
            "primitive_timestamp", "\"2025-04-16T16:34:56.78Z\"",
            "primitive_timestampntz", "\"2025-04-16T12:34:56.78\"",
            "primitive_timestamp_nanos", "\"2024-11-07T12:33:54.123456789Z\"");

    @TestFactory
    Stream<DynamicTest> readsEachFile() throws IOException {
        Path folder = SharedFiles.parquetTesting("variant");
        JsonNode expected = JSON.readTree(folder.resolve("data_dictionary.json").toFile());
        List<String> names;
        try (Stream<Path> files = Files.list(folder)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".value"))
                    .map(name -> name.substring(0, name.lastIndexOf('.')))
                    .sorted()
                    .toList();
        }
        return names.stream().map(name -> DynamicTest.dynamicTest(name, () -> check(folder, name, expected.get(name))));
    }

    private static void check(Path folder, String name, JsonNode expected) throws IOException {
        byte[] metadata = Files.readAllBytes(folder.resolve(name + ".metadata"));
        byte[] value = Files.readAllBytes(folder.resolve(name + ".value"));
        Variant variant = Variant.of(metadata, value);
        assertThat(variant.type().name()).isEqualToIgnoringCase(typeName(name));
        if (expected == null && name.equals("long_string")) {
            assertThat(variant.getString()).hasSizeGreaterThan(63);
        } else if (OTHER_TEXTS.containsKey(name)) {
            assertThat(variant.toJson()).isEqualTo(OTHER_TEXTS.get(name));
        } else {
            assertThat(JSON.readTree(variant.toJson())).isEqualTo(expected);
        }
        Variant rebuilt = new VariantBuilder().append(variant).build();
        assertThat(rebuilt).isEqualTo(variant);
    }

    private static String typeName(String file) {
        return switch (file) {
            case "primitive_boolean_true", "primitive_boolean_false" -> "BOOLEAN";
            case "primitive_timestampntz" -> "TIMESTAMP_NTZ";
            case "primitive_timestampntz_nanos" -> "TIMESTAMP_NTZ_NANOS";
            case "short_string", "long_string" -> "STRING";
            default ->
                file.startsWith("primitive_")
                        ? file.substring("primitive_".length())
                        : file.substring(0, file.indexOf('_'));
        };
    }
}
