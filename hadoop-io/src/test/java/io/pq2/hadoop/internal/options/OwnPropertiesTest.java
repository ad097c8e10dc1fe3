package io.pq2.hadoop.internal.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.options.HadoopWriteOptions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class OwnPropertiesTest {

    @Test
    void valuesAreThoseOfTheConfiguration() {
        Configuration configuration = new Configuration();
        configuration.set("base", "/tables");
        configuration.set("pq2.write.metadata.place", "${base}/x${absent}");
        configuration.set("parquet.compression#a.b", " zstd ");
        configuration.set("pq2.encryption.empty", "");
        Configuration own = OwnProperties.of(configuration);
        for (String name : own.getPropsWithPrefix("").keySet()) {
            assertThat(own.get(name)).as(name).isEqualTo(configuration.get(name));
        }
        assertThat(own.get("pq2.write.metadata.place")).isEqualTo("/tables/x${absent}");
        assertThat(own.getPropsWithPrefix("pq2.encryption.")).containsOnlyKeys("empty");
        assertThat(own.get("fs.defaultFS")).isNull();
        assertThat(own.size()).isLessThan(configuration.size() / 10);
        assertThat(HadoopWriteOptions.unencrypted(configuration).keyValueMetadata())
                .containsEntry("place", "/tables/x${absent}");
    }

    @Test
    void anotherCopyIsNotMade() {
        Configuration own = OwnProperties.of(new Configuration());
        assertThat(OwnProperties.of(own)).isSameAs(own);
    }
}
