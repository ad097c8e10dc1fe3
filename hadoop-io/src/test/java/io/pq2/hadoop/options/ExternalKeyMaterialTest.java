package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalKeyMaterialTest {

    private final Configuration configuration = new Configuration(false);

    ExternalKeyMaterialTest() {
        configuration.set(HadoopEncryption.UNIFORM_KEY, "k");
        configuration.set(HadoopEncryption.MATERIAL_IN_FILES, "false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "partitioned", "staging"})
    void stagingCommittersOfS3aAreRefused(String committer) {
        configuration.set("fs.s3a.committer.name", committer);
        assertThatThrownBy(() -> ExternalKeyMaterial.checkCommitter(configuration, new Path("s3a://bucket/table")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("s3a://bucket/table")
                .hasMessageContaining(committer)
                .hasMessageContaining(HadoopEncryption.MATERIAL_IN_FILES + " = true");
    }

    @ParameterizedTest
    @CsvSource({
        "magic,s3a://b/t,false,k",
        "directory,hdfs://n/t,false,k",
        "directory,s3a://b/t,true,k",
        "directory,s3a://b/t,false,''"
    })
    void otherCommittersAndSettingsAreAllowed(String committer, String directory, String inFiles, String key) {
        configuration.set("fs.s3a.committer.name", committer);
        configuration.set(HadoopEncryption.MATERIAL_IN_FILES, inFiles);
        configuration.set(HadoopEncryption.UNIFORM_KEY, key);
        assertThatCode(() -> ExternalKeyMaterial.checkCommitter(configuration, new Path(directory)))
                .doesNotThrowAnyException();
    }

    @Test
    void filesThatSparkRenamesAreRefused() {
        Path file = new Path("hdfs://n/t/.spark-staging-1/9d3b-part-0.parquet");
        assertThatThrownBy(() -> ExternalKeyMaterial.checkSparkFile(configuration, file))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("custom location");
        Path ofDynamicPartition = new Path("hdfs://n/t/.spark-staging-1/day=1/part-0.parquet");
        assertThatCode(() -> ExternalKeyMaterial.checkSparkFile(configuration, ofDynamicPartition))
                .doesNotThrowAnyException();
        configuration.unset(HadoopEncryption.MATERIAL_IN_FILES);
        assertThatCode(() -> ExternalKeyMaterial.checkSparkFile(configuration, file))
                .doesNotThrowAnyException();
    }
}
