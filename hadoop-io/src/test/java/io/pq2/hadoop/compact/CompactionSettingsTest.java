package io.pq2.hadoop.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.compact.CompactionOptions;
import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.metadata.CompressionCodec;
import io.pq2.rewrite.KeyConflict;
import io.pq2.rewrite.Timestamps;
import io.pq2.rewrite.Verification;
import io.pq2.write.SortedBy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionSettingsTest {

    private static CompactionSettings sent(CompactionSettings settings) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(settings);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (CompactionSettings) in.readObject();
        }
    }

    @Test
    void textsBecomeOptionsInAnotherProcess() throws Exception {
        CompactionSettings settings = CompactionSettings.of(Map.of(
                "target_size", "512 MiB",
                "sort_by", "customer, day:desc",
                "bloom_filters", "id",
                "codec", "lz4-raw",
                "row_group_size", "64m",
                "key_conflict", "leave-out",
                "verify", "false",
                "all", "TRUE",
                "timestamps", "micros"));
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopWriteOptions.PAGE_ROWS, "77");
        CompactionOptions options = sent(settings).options(configuration);
        assertThat(options.targetBytes()).isEqualTo(512L << 20);
        assertThat(options.sortedBy()).containsExactly(SortedBy.ascending("customer"), SortedBy.descending("day"));
        assertThat(options.bloomFilters()).containsExactly("id");
        assertThat(options.allFiles()).isTrue();
        assertThat(options.rewrite().timestamps()).isEqualTo(Timestamps.MICROS);
        assertThat(options.rewrite().codec()).isEqualTo(CompressionCodec.LZ4_RAW);
        assertThat(options.rewrite().keyConflict()).isEqualTo(KeyConflict.LEAVE_OUT);
        assertThat(options.rewrite().writeOptions().rowGroupBytes()).isEqualTo(64L << 20);
        assertThat(options.rewrite().writeOptions().pageRows()).isEqualTo(77);
        assertThat(options.keys()).isInstanceOf(HadoopTableKeys.class);
    }

    @Test
    void missingSettingsHaveDefaults() {
        CompactionOptions options = CompactionSettings.of(Map.of()).options(new Configuration(false));
        assertThat(options.targetBytes()).isZero();
        assertThat(options.allFiles()).isFalse();
        assertThat(options.takeOver()).isFalse();
        assertThat(options.rewrite().timestamps()).isEqualTo(Timestamps.UNCHANGED);
        assertThat(CompactionSettings.of(Map.of("take_over", "true"))
                        .options(new Configuration(false))
                        .takeOver())
                .isTrue();
        assertThat(options.sortedBy()).isEmpty();
        assertThat(options.rewrite().codec()).isNull();
        assertThat(options.rewrite().verification()).isEqualTo(Verification.STRUCTURE);
    }

    @Test
    void aLevelBelongsToACodec() {
        assertThat(CompactionSettings.of(Map.of("codec", "zstd", "level", "9"))
                        .options(new Configuration(false))
                        .rewrite()
                        .compressionLevel())
                .isEqualTo(9);
        assertThatThrownBy(() -> CompactionSettings.of(Map.of("codec", "zstd", "level", "99")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("level is '99': ");
        assertThatThrownBy(() -> CompactionSettings.of(Map.of("level", "9")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("level needs codec");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    target_size    | 12 apples | target_size is '12 apples'; expected a size such as 128MiB
                    target_size    | 0         | expected a size
                    row_group_size | -1        | row_group_size is '-1'
                    sort_by        | id:up     | expected asc or desc after a colon
                    zorder         | id        | 2 to 8 columns
                    codec          | zst       | expected one of uncompressed, snappy, gzip
                    codec          | unknown   | expected a codec
                    key_conflict   | maybe     | expected one of fail, first, last, leave-out
                    timestamps     | millis    | timestamps is 'millis'; expected one of unchanged, micros
                    verify         | yes       | verify is 'yes'; expected true or false
                    sortby         | id        | no setting sortby; did you mean sort_by?
                    colour         | red       | its settings are target_size, sort_by
                    """)
    void invalidSettingsAreExplained(String name, String value, String message) {
        assertThatThrownBy(() -> CompactionSettings.of(Map.of(name, value)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }

    @Test
    void ordersExcludeEachOther() {
        assertThatThrownBy(() -> CompactionSettings.of(Map.of("sort_by", "a", "zorder", "a,b")))
                .isInstanceOf(InvalidDataException.class);
    }
}
