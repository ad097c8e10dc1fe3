package io.pq2.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.inspect.SchemaDifference.Kind;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.metadata.PageType;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Literal.DecimalLiteral;
import io.pq2.predicate.Literal.IntegerLiteral;
import io.pq2.read.ParquetFile;
import io.pq2.read.StoredPage;
import io.pq2.record.RecordWriter;
import io.pq2.schema.Column;
import io.pq2.schema.SchemaText;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Vector;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InspectionTest {

    private static final String SCHEMA = """
            message m {
              required int64 id;
              optional binary name (STRING);
              optional int32 price (DECIMAL(9,2));
            }
            """;

    private static byte[] write(DataPageVersion version) throws IOException {
        WriteOptions options = WriteOptions.builder()
                .dataPageVersion(version)
                .rowGroupRows(50)
                .pageRows(20)
                .bloomFilter(BloomFilterOptions.ON.withEvenWithDictionary(true))
                .build();
        MemoryOutputFile file = new MemoryOutputFile("memory");
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < 100; i++) {
                writer.write(writer.record()
                        .setLong("id", i)
                        .setString("name", i % 7 == 0 ? null : "n" + i % 3)
                        .set("price", BigDecimal.valueOf(i, 2)));
            }
        }
        return file.bytes();
    }

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemoryInputFile("memory", bytes));
    }

    @ParameterizedTest
    @EnumSource(DataPageVersion.class)
    void pagesAreThoseOfTheOffsetIndex(DataPageVersion version) throws IOException {
        try (ParquetFile file = open(write(version))) {
            for (Column column : file.schema().columns()) {
                OffsetIndex index = Objects.requireNonNull(file.offsetIndex(1, column));
                List<StoredPage> data = file.pages(1, column).stream()
                        .filter(page -> page.ordinal() >= 0)
                        .toList();
                assertThat(data.stream().map(StoredPage::offset))
                        .isEqualTo(index.pageLocations().stream()
                                .map(PageLocation::offset)
                                .toList());
                assertThat(data.stream().map(page -> (int) (page.end() - page.offset())))
                        .isEqualTo(index.pageLocations().stream()
                                .map(PageLocation::compressedPageSize)
                                .toList());
                assertThat(data).hasSize(3).extracting(StoredPage::ordinal).containsExactly(0, 1, 2);
            }
            assertThatThrownBy(() -> file.pages(2, file.schema().columns().get(0)))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("which has 2 row groups");
        }
    }

    @Test
    void aDictionaryHasItsValuesAndOtherChunksHaveNone() throws IOException {
        try (ParquetFile file = open(write(DataPageVersion.V1))) {
            Column name = file.schema().columns().get(1);
            assertThat(file.pages(0, name).get(0).header().type()).isEqualTo(PageType.DICTIONARY_PAGE);
            Vector entries = Objects.requireNonNull(file.dictionary(0, name));
            assertThat(entries).isInstanceOf(BinaryVector.class);
            assertThat(List.of(0, 1, 2).stream().map(i -> PlainValue.of(name, entries, i)))
                    .containsExactlyInAnyOrder("n0", "n1", "n2");
            assertThat(entries.length()).isEqualTo(3);
            assertThat(file.dictionary(0, file.schema().columns().get(0))).isNull();
        }
    }

    @Test
    void aDamagedPageHeaderIsNamedWithItsPlace() throws IOException {
        byte[] bytes = write(DataPageVersion.V1);
        long offset;
        try (ParquetFile file = open(bytes)) {
            offset = file.pages(1, file.schema().columns().get(2)).get(1).offset();
        }
        bytes[(int) offset] = (byte) 0xFF;
        try (ParquetFile file = open(bytes)) {
            Column price = file.schema().columns().get(2);
            assertThatThrownBy(() -> file.pages(1, price))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("price")
                    .hasMessageContaining("row group 1")
                    .hasMessageContaining(String.valueOf(offset));
        }
    }

    @Test
    void storedStatisticsAreJavaValues() throws IOException {
        try (ParquetFile file = open(write(DataPageVersion.V2))) {
            Column price = file.schema().columns().get(2);
            Statistics statistics = Objects.requireNonNull(Objects.requireNonNull(
                            file.metadata().rowGroups().get(1).columns().get(2).metadata())
                    .statistics());
            assertThat(PlainValue.of(price, Objects.requireNonNull(statistics.minValue())))
                    .isEqualTo(new BigDecimal("0.50"));
            assertThat(PlainValue.of(price, new byte[3])).isNull();
        }
    }

    @Test
    void bloomFiltersExcludeAbsentLiterals() throws IOException {
        try (ParquetFile file = open(write(DataPageVersion.V1))) {
            List<Column> columns = file.schema().columns();
            BloomFilter ids = Objects.requireNonNull(file.bloomFilter(0, columns.get(0)));
            assertThat(BloomFilterLookup.mightContain(ids, columns.get(0), new IntegerLiteral(7)))
                    .isTrue();
            assertThat(BloomFilterLookup.mightContain(ids, columns.get(0), new IntegerLiteral(123_456)))
                    .isFalse();
            BloomFilter prices = Objects.requireNonNull(file.bloomFilter(0, columns.get(2)));
            assertThat(BloomFilterLookup.mightContain(
                            prices, columns.get(2), new DecimalLiteral(new BigDecimal("0.5"))))
                    .isFalse();
            assertThat(BloomFilterLookup.mightContain(
                            prices, columns.get(2), new DecimalLiteral(new BigDecimal("0.4900"))))
                    .isTrue();
            assertThatThrownBy(() -> BloomFilterLookup.mightContain(ids, columns.get(0), BinaryLiteral.of("7")))
                    .isInstanceOf(InvalidDataException.class);
        }
    }

    @Test
    void differencesOfSchemasAreListedByField() {
        List<SchemaDifference> differences = SchemaDifference.between(
                SchemaText.parse("message a { required int32 x; optional group g { optional binary y; }"
                        + " optional int64 gone = 3; }"),
                SchemaText.parse("message b { optional group g { optional binary y (STRING); required float z; }"
                        + " optional int64 x; }"));
        assertThat(differences)
                .containsExactly(
                        new SchemaDifference("x", Kind.POSITION, "0", "1"),
                        new SchemaDifference("x", Kind.REPETITION, "required", "optional"),
                        new SchemaDifference("x", Kind.TYPE, "int32", "int64"),
                        new SchemaDifference("g", Kind.POSITION, "1", "0"),
                        new SchemaDifference("g.y", Kind.LOGICAL_TYPE, null, "STRING"),
                        new SchemaDifference("g.z", Kind.ADDED, null, "required float"),
                        new SchemaDifference("gone", Kind.REMOVED, "optional int64", null));
    }

    @Test
    void schemasHaveTheNotationsOfSparkAndArrow() {
        String text = """
                message m {
                  required boolean a;
                  optional int32 b (INTEGER(8,false));
                  optional fixed_len_byte_array(16) u (UUID);
                  optional int64 t (TIMESTAMP(NANOS,false));
                  optional group m (MAP) { repeated group key_value {
                    required binary key (STRING);
                    optional group value { optional double x; optional int96 y; } } }
                }
                """;
        assertThat(SparkSchemaText.write(SchemaText.parse(text))).isEqualTo("""
                        a BOOLEAN,
                        b SMALLINT,
                        u STRING,
                        t TIMESTAMP_NTZ,
                        m MAP<STRING, STRUCT<x: DOUBLE, y: TIMESTAMP>>
                        """);
        assertThat(ArrowSchemaText.write(SchemaText.parse(text))).isEqualTo("""
                        a: bool not null
                        b: uint8
                        u: fixed_size_binary[16]
                        t: timestamp[ns]
                        m: map<string, struct<x: double, y: timestamp[ns]>>
                        """);
    }
}
