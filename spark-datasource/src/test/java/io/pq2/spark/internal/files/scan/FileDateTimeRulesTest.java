package io.pq2.spark.internal.files.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FileDateTimeRulesTest {

    private static final Map<String, String> NONE = Map.of();

    private static ReadSettings settings(boolean conversion) {
        SQLConf conf = new SQLConf();
        conf.setConfString("spark.sql.parquet.int96TimestampConversion", String.valueOf(conversion));
        conf.setConfString("spark.sql.session.timeZone", "Asia/Tokyo");
        return ReadSettings.of(
                conf,
                new ParquetOptions(scala.collection.immutable.Map$.MODULE$.<String, String>empty(), conf),
                new Configuration(false),
                new StructType());
    }

    private static boolean isLocal(@Nullable String createdBy, Map<String, String> keyValues) {
        assertThat(FileDateTimeRules.of(keyValues, createdBy, settings(false)).int96Zone())
                .isNull();
        return FileDateTimeRules.of(keyValues, createdBy, settings(true)).int96Zone() != null;
    }

    @Test
    void int96TimestampsOfOtherWritersAreLocal() {
        assertThat(isLocal("parquet-mr version 1.13.1 (build 1)", NONE)).isFalse();
        assertThat(isLocal("parquet-mr compatible", NONE)).isFalse();
        assertThat(isLocal("pq2 version 0.1.0 (build 1)", NONE)).isFalse();
        assertThat(isLocal("impala version 2.8.0", NONE)).isTrue();
        assertThat(isLocal("pq20 version 1.0.0", NONE)).isTrue();
        assertThat(isLocal("", NONE)).isTrue();
        assertThat(isLocal(null, NONE)).isTrue();
    }

    @Test
    void copiesOfPq2HaveTheTimestampsOfTheirInputs() {
        String copy = "pq2 version 0.1.0 (build 1)";
        assertThat(isLocal(copy, Map.of("original.created.by", "impala version 2.8.0")))
                .isTrue();
        assertThat(isLocal(copy, Map.of("original.created.by", "parquet-mr version 1.13.1\nimpala version 2.8.0")))
                .isTrue();
        assertThat(isLocal(copy, Map.of("original.created.by", "parquet-mr version 1.13.1\npq2 version 0.1.0")))
                .isFalse();
    }
}
