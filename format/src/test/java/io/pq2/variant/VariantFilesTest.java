package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Compares the encoded variants of apache/parquet-testing with the JSON file of the collection. */
class VariantFilesTest {

    @TestFactory
    Stream<DynamicTest> readsEachFile() throws IOException {
        Path folder = SharedFiles.parquetTesting("variant");
        return VariantCases.encoded(folder).entrySet().stream()
                .map(variant -> DynamicTest.dynamicTest(
                        variant.getKey(), () -> check(folder, variant.getKey(), variant.getValue())));
    }

    private static void check(Path folder, String name, Variant variant) throws IOException {
        assertThat(variant.type().name()).isEqualToIgnoringCase(typeName(name));
        String json = variant.toJson();
        assertThat(VariantCases.isExpected(folder, name, json)).as(json).isTrue();
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
