package io.pq2.hadoop.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HiddenFilesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_SUCCESS",
                "_temporary",
                "_metadata",
                ".data.parquet.crc",
                ".hive-staging=1",
                "a.parquet._COPYING_"
            })
    void hides(String name) {
        assertThat(HiddenFiles.isHidden(name)).isTrue();
        assertThat(HiddenFiles.VISIBLE.accept(new Path("/some/where", name))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"part-00000.parquet", "_day=1", "a_b", "a.b", "day=_1", "data"})
    void shows(String name) {
        assertThat(HiddenFiles.isHidden(name)).isFalse();
        assertThat(HiddenFiles.VISIBLE.accept(new Path("/some/_where", name))).isTrue();
    }
}
