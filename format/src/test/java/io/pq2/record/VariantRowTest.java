package io.pq2.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.variant.Variant;
import io.pq2.variant.VariantBuilder;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VariantRowTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message row {
              required int32 id;
              optional group v (VARIANT(1)) { required binary metadata; required binary value; }
              optional group l (LIST) {
                repeated group list {
                  optional group element (VARIANT(1)) { required binary metadata; required binary value; }
                }
              }
            }""");

    private static Variant variant(int i) {
        VariantBuilder builder = new VariantBuilder();
        return i % 3 == 0
                ? builder.appendInteger(i).build()
                : builder.startObject()
                        .name("a" + i % 2)
                        .appendString("é" + i)
                        .endObject()
                        .build();
    }

    private static MemoryInputFile written() throws IOException {
        MemoryOutputFile output = new MemoryOutputFile("variants");
        BatchBuilder batch = new BatchBuilder(SCHEMA);
        RecordValue row = new RecordValue(SCHEMA);
        for (int i = 0; i < 100; i++) {
            row.clear();
            row.setInt("id", i);
            if (i % 10 != 0) {
                row.setVariant("v", variant(i));
                row.list("l").addVariant(variant(i + 1)).addNull();
            }
            batch.append(row);
        }
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, WriteOptions.DEFAULT)) {
            writer.write(batch.build());
        }
        return new MemoryInputFile("variants", output.bytes());
    }

    @Test
    void readsBackVariants() throws IOException {
        try (ParquetFile file = ParquetFile.open(written());
                RowReader rows = new RowReader(file.scan().open())) {
            for (int i = 0; rows.next(); i++) {
                Row row = rows.row();
                assertThat(row.get("v")).isEqualTo(i % 10 == 0 ? null : variant(i));
                assertThat(row.getVariant("v")).isEqualTo(row.get("v"));
                if (i % 10 != 0) {
                    assertThat(row.getList("l")).isEqualTo(Arrays.asList(variant(i + 1), null));
                    assertThat(row.getList("l").getVariant(0)).isEqualTo(variant(i + 1));
                }
            }
        }
    }

    @Test
    void readsVariantWithMissingColumnsAsGroup() throws IOException {
        try (ParquetFile file = ParquetFile.open(written());
                RowReader rows = new RowReader(file.scan().columns("v.value").open())) {
            rows.next();
            rows.next();
            assertThat(rows.row().get("v")).isInstanceOf(Row.class);
            assertThatThrownBy(() -> rows.row().getVariant("v"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("some of its columns");
        }
    }

    @Test
    void rejectsVariantInOtherGroup() {
        Schema other = SchemaText.parse("message row { optional group g { required binary metadata; } }");
        RecordValue row = new RecordValue(other);
        assertThatThrownBy(() -> row.setVariant("g", variant(1)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("metadata and value");
    }
}
