package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.SchemaElement;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that footers contain logical types and converted types as parquet-java writes them. */
class LegacyAnnotationsTest {

    private static final String TYPES = """
            message types {
              required binary a (STRING);
              required binary b (ENUM);
              required binary c (JSON);
              required binary d (BSON);
              required binary e (DECIMAL(20,3));
              required fixed_len_byte_array(9) f (DECIMAL(20,0));
              required int32 g (DECIMAL(9,9));
              required int64 h (DECIMAL(18,2));
              required fixed_len_byte_array(16) i (UUID);
              required fixed_len_byte_array(2) j (FLOAT16);
              required int32 k (DATE);
              required int32 l (TIME(MILLIS,true));
              required int32 m (TIME(MILLIS,false));
              required int64 n (TIME(MICROS,true));
              required int64 o (TIME(MICROS,false));
              required int64 p (TIME(NANOS,true));
              required int64 q (TIME(NANOS,false));
              required int64 r (TIMESTAMP(MILLIS,true));
              required int64 s (TIMESTAMP(MILLIS,false));
              required int64 t (TIMESTAMP(MICROS,true));
              required int64 u (TIMESTAMP(MICROS,false));
              required int64 v (TIMESTAMP(NANOS,true));
              required int64 w (TIMESTAMP(NANOS,false));
              required int32 aa (INTEGER(8,true));
              required int32 ab (INTEGER(8,false));
              required int32 ac (INTEGER(16,true));
              required int32 ad (INTEGER(16,false));
              required int32 ae (INTEGER(32,true));
              required int32 af (INTEGER(32,false));
              required int64 ag (INTEGER(64,true));
              required int64 ah (INTEGER(64,false));
              optional int32 ai (UNKNOWN);
              required binary aj (GEOMETRY(EPSG:4326));
              required int96 ak;
              optional group al (LIST) {
                repeated group list {
                  optional binary element (STRING) = 7;
                }
              }
              optional group am (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional double value;
                }
              }
              optional group an {
                repeated boolean ao;
              }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void schemaElementsEqualParquetJava() throws IOException {
        Schema schema = SchemaText.parse(TYPES);
        Path path = folder.resolve("peer.parquet");
        ParquetFileWriter peer = new ParquetFileWriter(
                new LocalOutputFile(path),
                MessageTypeParser.parseMessageType(TYPES),
                ParquetFileWriter.Mode.CREATE,
                1 << 20,
                0);
        peer.start();
        peer.end(Map.of());
        byte[] ours = TestRows.write(schema, List.of(), WriteOptions.DEFAULT, 1).bytes();
        try (ParquetFile theirFile = ParquetFile.open(new LocalInputFile(path));
                ParquetFile ourFile = ParquetFile.open(new MemoryInputFile("ours", ours))) {
            List<SchemaElement> expected = theirFile.metadata().schema();
            List<SchemaElement> written = ourFile.metadata().schema();
            for (int i = 1; i < expected.size(); i++) {
                assertThat(written.get(i)).isEqualTo(expected.get(i));
            }
            assertThat(written).hasSameSizeAs(expected);
            assertThat(ourFile.schema()).isEqualTo(schema);
        }
    }
}
