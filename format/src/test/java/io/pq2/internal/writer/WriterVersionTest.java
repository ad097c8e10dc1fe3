package io.pq2.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the application and the version of all forms of {@code created_by} that are known. */
class WriterVersionTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '|', textBlock = """
            parquet-mr version 1.8.1 (build 4aba4dae7bb0d4edbcf7923ae1339f28fd3f7fcf) ; parquet-mr ; 1.8.1
            parquet-mr version 1.13.1-databricks-0002 (build x)  ; parquet-mr ; 1.13.1
            parquet-mr version 1.5.0-cdh5.7.0 (build ${buildNumber}) ; parquet-mr ; 1.5.0
            parquet-mr version 1.8.0rc4 (build x)                ; parquet-mr ; 1.8.0 (pre-release)
            parquet-mr version 1.8.0-SNAPSHOT (build abc)        ; parquet-mr ; 1.8.0 (pre-release)
            parquet-mr (build 32c46643845ea8a705c35d4ec8fc654cc8ff816d) ; parquet-mr ; unknown
            parquet-mr                                           ; parquet-mr ; unknown
            parquet-mr version (build x)                         ; parquet-mr ; unknown
            parquet-mr version                                   ; parquet-mr ; unknown
            |  parquet-mr   version  1.10.0  |                   ; parquet-mr ; 1.10.0
            "parquet-mr version 1.10.0"                          ; parquet-mr ; 1.10.0
            PARQUET-MR VERSION 1.10.0                            ; parquet-mr ; 1.10.0
            parquet-cpp-arrow version 14.0.2                     ; parquet-cpp-arrow ; 14.0.2
            parquet-cpp version 1.5.1-SNAPSHOT                   ; parquet-cpp ; 1.5.1 (pre-release)
            parquet-rs version 52.0.0                            ; parquet-rs ; 52.0.0
            impala version 2.3.0-internal (build x)              ; impala ; 2.3.0
            DuckDB                                               ; duckdb ; unknown
            DuckDB version v1.1.0 (build fa5c2fe15f)             ; duckdb ; 1.1.0
            ClickHouse v23.8.1.2992                              ; clickhouse ; 23.8.1
            parquet-go version latest                            ; parquet-go ; unknown
            github.com/segmentio/parquet-go version 0.0.0-20220811(build ) ; github.com/segmentio/parquet-go ; 0.0.0
            github.com/grafana/phlare/ version  (build )         ; github.com/grafana/phlare/ ; unknown
            Parquet.jl 0.8.6                                     ; parquet.jl ; 0.8.6
            Parquet.Net v4.0                                     ; parquet.net ; 4.0.0
            Arrow2 - Native Rust implementation of Arrow ; arrow2 - native rust implementation of arrow ; unknown
            fastparquet-python version 0.8.0 (build 0)           ; fastparquet-python ; 0.8.0
            Polars                                               ; polars ; unknown
            x version 99999999999999                             ; x ; 999999999.0.0
            """, delimiter = ';')
    void readsAllForms(String createdBy, String application, String version) {
        WriterVersion writer = WriterVersion.parse(createdBy);

        assertThat(writer.application()).isEqualTo(application);
        assertThat(writer.version()).hasToString(version);
    }

    @Test
    void knowsNothingOfFilesWithoutWriter() {
        for (String createdBy : new String[] {null, "", "  ", "(build x)", "\"\""}) {
            assertThat(WriterVersion.parse(createdBy).application()).isEmpty();
            assertThat(WriterVersion.parse(createdBy).has(WriterFault.DEPRECATED_BINARY_MIN_MAX))
                    .isTrue();
        }
    }

    @Test
    void ordersVersions() {
        String[] ascending = {"latest", "0.9", "1.0", "1.2.9", "1.8.0rc1", "1.8.0", "1.8.1-cdh5", "1.10.0", "2.0.0"};

        for (int i = 1; i < ascending.length; i++) {
            assertThat(Version.parse(ascending[i])).isGreaterThan(Version.parse(ascending[i - 1]));
        }
        assertThat(WriterVersion.parse("parquet-mr version 1.8.0").has(WriterFault.DEPRECATED_BINARY_MIN_MAX))
                .isFalse();
        assertThat(WriterVersion.parse("parquet-mr (build x)").has(WriterFault.DEPRECATED_BINARY_MIN_MAX))
                .isTrue();
    }
}
