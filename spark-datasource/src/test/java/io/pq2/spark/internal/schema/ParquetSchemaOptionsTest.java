package io.pq2.spark.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pq2.spark.internal.versions.VersionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParquetSchemaOptionsTest {

    private static ParquetSchemaOptions defaults() {
        return ParquetSchemaOptions.of(
                new SQLConf(),
                new Configuration(false),
                scala.collection.immutable.Map$.MODULE$.<String, String>empty());
    }

    /** Spark 4.0 does not annotate variants. */
    @BeforeEach
    void assumesTheNewestSettings() {
        assumeThat(VersionSettings.exists(new SQLConf(), "spark.sql.parquet.variant.annotateLogicalType.enabled"))
                .isTrue();
    }

    @Test
    void anEmptySessionHasTheDefaults() {
        assertThat(defaults()).isEqualTo(ParquetSchemaOptions.DEFAULTS);
    }

    @Test
    void theDocumentationNamesTheDefaults() throws IOException {
        String docs = Files.readString(Path.of("..", "..", "docs", "configuration.md"));
        ParquetSchemaOptions defaults = defaults();
        assertThat(docs)
                .contains("| `outputTimestampType` (option or table property), then "
                        + "`spark.sql.parquet.outputTimestampType` | `" + defaults.timestamps() + "` |")
                .contains("| `spark.sql.parquet.writeLegacyFormat` | " + defaults.legacyFormat() + " |")
                .contains("| `spark.sql.parquet.fieldId.write.enabled` | " + defaults.fieldIds() + " |")
                .contains("| `spark.sql.parquet.variant.annotateLogicalType.enabled` | " + defaults.annotateVariant()
                        + " |");
        assertThat(Files.readString(Path.of("..", "..", "README.md")))
                .contains("| `outputTimestampType` | `" + defaults.timestamps() + "` |");
    }
}
