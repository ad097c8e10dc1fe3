package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShreddingInferenceTest {

    private static void assertType(String type, String... jsons) throws IOException {
        assertType(type, VariantShredding.INFERRED, List.of(jsons));
    }

    private static void assertType(String type, VariantShredding shredding, List<String> jsons) throws IOException {
        Schema found = inferred(shredding, jsons);
        MemoryInputFile expected = VariantFiles.write(List.of(), VariantShredding.of(ShreddedType.parse(type)));
        assertThat(found).isEqualTo(VariantFiles.schema(expected));
    }

    private static Schema inferred(VariantShredding shredding, List<String> jsons) throws IOException {
        List<Variant> variants = jsons.stream().map(Variant::parseJson).toList();
        return VariantFiles.schema(VariantFiles.write(variants, shredding));
    }

    @Test
    void valuesOfUnknownTypesAreWrittenWithoutShredding() throws IOException {
        byte[] metadata = {0x11, 1, 0, 1, 'a'};
        byte unknown = (byte) (55 << 2);
        // An object with the field a.
        Variant variant = Variant.of(metadata, new byte[] {2, 1, 0, 0, 1, unknown});
        Variant known = Variant.of(metadata, new byte[] {2, 1, 0, 0, 1, 0});

        MemoryInputFile file = VariantFiles.write(List.of(known, variant, known), VariantShredding.INFERRED);

        assertThat(VariantFiles.read(file).stream().map(Variant::toByteArray))
                .containsExactly(known.toByteArray(), variant.toByteArray(), known.toByteArray());
        assertThat(VariantFiles.schema(file))
                .isEqualTo(VariantFiles.schema(VariantFiles.write(List.of(), VariantShredding.INFERRED)));
    }

    @Test
    void typesAreThoseOfAllValues() throws IOException {
        assertType("int64", "1", "300", "null", "-5000000000");
        assertType("int64", "9223372036854775807", "1");
        assertType("decimal(18, 2)", "1", "2.5", "10.25");
        assertType("decimal(38, 1)", "9223372036854775807", "2.5");
        assertType("decimal(38, 0)", "92233720368547758070");
        assertType("decimal(38, 3)", "1234567890123456.7", "0.125");
        assertType("variant", "0." + "0".repeat(30) + "1", "12345678901");
        assertType("string", "\"a\"", "\"b\"");
        assertType("double", "1e0", "null");
        assertType("boolean", "true", "false");
        assertType("variant", "1", "\"a\"");
        assertType("variant", "1", "1e0");
        assertType("variant", "null");
        assertType("variant");
        assertType("[int64]", "[1, 2]", "[]", "[null]");
        assertType("[variant]", "[1, \"a\"]");
        assertType("[variant]", "[]");
        assertType("variant", "{}");
        assertType("variant", "{}", "[1]");
        assertType(
                "{A: variant, a: {b: [{c: string}], d: double}, id: int64}",
                "{\"id\": 1, \"a\": {\"b\": [{\"c\": \"x\"}, {}], \"d\": 1e0}, \"A\": 1}",
                "{\"id\": 2, \"A\": true}");
    }

    @Test
    void rareFieldsAreNotShredded() throws IOException {
        List<String> jsons = new ArrayList<>(Collections.nCopies(18, "{\"common\": 1}"));
        jsons.add("{\"common\": 1, \"twice\": 1, \"once\": 1}");
        jsons.add("{\"common\": 1, \"twice\": 1}");
        assertType("{common: int64, twice: int64}", VariantShredding.INFERRED, jsons);
    }

    @Test
    void depthAndWidthAreLimited() throws IOException {
        String nested = "{\"a\": {\"b\": {\"c\": 1}}}";
        assertType("{a: {b: variant}}", VariantShredding.INFERRED.withMaxDepth(2), List.of(nested));
        assertType("variant", VariantShredding.INFERRED.withMaxDepth(0), List.of(nested));
        String deep = "[".repeat(60) + "]".repeat(60);
        assertType("[".repeat(50) + "variant" + "]".repeat(50), deep);
        StringBuilder wide = new StringBuilder("{\"f0\": 0");
        IntStream.range(1, 1_000).forEach(i -> wide.append(", \"f").append(i).append("\": 0"));
        Schema schema =
                inferred(VariantShredding.INFERRED, List.of(wide.append('}').toString()));
        assertThat(schema.columns()).hasSizeBetween(295, 302);
        assertThat(inferred(VariantShredding.INFERRED.withMaxColumns(5), List.of("{\"a\": 1, \"b\": 1, \"c\": 1}"))
                        .columns())
                .hasSize(6);
    }

    @Test
    void schemasStayReadable() throws IOException {
        for (String open : List.of("[", "{\"a\":", "[{\"a\":")) {
            String close = open.length() == 1 ? "]" : open.charAt(0) == '[' ? "}]" : "}";
            List<Variant> variants = List.of(Variant.parseJson(open.repeat(150) + "1" + close.repeat(150)));
            MemoryInputFile file = VariantFiles.write(variants, VariantShredding.INFERRED.withMaxDepth(100));
            assertThat(VariantFiles.read(file)).isEqualTo(variants);
            assertThat(ShreddedShapes.check(file)).isGreaterThan(50);
        }
    }

    @Test
    void otherTypesCanBeExcludedOrKept() throws IOException {
        VariantShredding noStrings =
                VariantShredding.INFERRED.withTypes(EnumSet.complementOf(EnumSet.of(VariantType.STRING)));
        assertType("{b: string}", VariantShredding.INFERRED, List.of("{\"b\": \"x\"}"));
        assertType("{b: variant}", noStrings, List.of("{\"b\": \"x\"}"));
        VariantShredding kept = VariantShredding.INFERRED.withKeepNumberTypes(true);
        assertType("int8", kept, List.of("1", "2"));
        assertType("variant", kept, List.of("1", "300"));
        assertType("decimal(9, 1)", kept, List.of("1.5"));
        assertType("variant", kept, List.of("1.5", "1.25"));
    }

    @Test
    void onlySampledRowsDecide() throws IOException {
        VariantShredding first = VariantShredding.INFERRED.withSampleRows(2);
        assertType("int64", first, List.of("1", "2", "\"a\"", "true"));
        assertType("variant", first.withSampleRows(3), List.of("1", "2", "\"a\"", "true"));
        List<String> large = new ArrayList<>();
        IntStream.range(0, 200).forEach(i -> large.add("\"" + "x".repeat(10_000) + "\""));
        large.addAll(Collections.nCopies(200, "1"));
        assertType("string", VariantShredding.INFERRED.withSampleBytes(100_000), large);
    }

    @Test
    void namesThatAreNoColumnNamesStayUnshredded() throws IOException {
        String longName = "n".repeat(300);
        assertType(
                "{\"\": int64, a: int64, \"x.y\": int64}",
                "{\"" + longName + "\": 1, \"\\ufffd\": 1, \"a\": 1, \"\": 1, \"x.y\": 1}");
    }

    @Test
    void bufferedRowsAreAbortedWithTheFile() throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("aborted");
        BatchBuilder batch = batch("1", "2");
        try (ParquetWriter writer = ParquetWriter.create(output, VariantFiles.SCHEMA, options())) {
            writer.write(batch.build());
            batch.reset();
            assertThat(writer.rowsWritten()).isEqualTo(2);
            assertThat(writer.memoryBytes()).isPositive();
            assertThat(writer.bytesWritten()).isPositive();
            writer.abort();
            assertThat(writer.memoryBytes()).isZero();
            assertThatThrownBy(() -> writer.write(batch("3").build())).isInstanceOf(InvalidDataException.class);
        }
        assertThatThrownBy(output::bytes).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void endingARowGroupEndsTheSample() throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("two row groups");
        ParquetWriter writer = ParquetWriter.create(output, VariantFiles.SCHEMA, options());
        try (writer) {
            writer.endRowGroup();
            writer.write(batch("1", "2").build());
            writer.endRowGroup();
            writer.write(batch("\"a\"").build());
        }
        assertThat(writer.metadata().rowGroups()).hasSize(2);
        MemoryInputFile file = new MemoryInputFile("two row groups", output.bytes());
        assertThat(VariantFiles.read(file).stream().map(Variant::toJson)).containsExactly("1", "2", "\"a\"");
        assertThat(VariantFiles.schema(file).column(List.of("v", "typed_value")))
                .isNotNull();
    }

    @Test
    void failedWritesLeaveNoFile() throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("failed");
        Variant damaged = Variant.of(new byte[] {1, 0, 0}, new byte[] {2, 1, 0, 0, 1, 0});
        BatchBuilder batch = new BatchBuilder(VariantFiles.SCHEMA);
        batch.append(new RecordValue(VariantFiles.SCHEMA).setVariant("v", damaged));
        try (ParquetWriter writer = ParquetWriter.create(output, VariantFiles.SCHEMA, options())) {
            assertThatThrownBy(() -> writer.write(batch.build()))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("column v: value 0 of the batch: VARIANT: field_id 0, dictionary_size is 0");
            assertThatThrownBy(() -> writer.write(batch.build())).hasMessageContaining("after a failed write");
        }
        assertThatThrownBy(output::bytes).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keysOfSingleColumnsPreventShredding() throws IOException {
        byte[] key = "0123456789012345".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (String path : List.of("v.value", "v")) {
            WriteOptions options = WriteOptions.builder()
                    .variantShredding(VariantShredding.INFERRED)
                    .encryption(FileEncryptionProperties.builder(key)
                            .plaintextFooter(true)
                            .column(path, key, null)
                            .build())
                    .build();
            MemoryInputFile file = VariantFiles.write(List.of(Variant.parseJson("{\"a\": 1}")), options);
            assertThat(VariantFiles.schema(file).columns()).hasSize(path.equals("v") ? 4 : 2);
        }
    }

    private static WriteOptions options() {
        return WriteOptions.builder()
                .variantShredding(VariantShredding.INFERRED)
                .build();
    }

    private static BatchBuilder batch(String... jsons) {
        BatchBuilder batch = new BatchBuilder(VariantFiles.SCHEMA);
        for (String json : jsons) {
            batch.append(new RecordValue(VariantFiles.SCHEMA).setVariant("v", Variant.parseJson(json)));
        }
        return batch;
    }
}
