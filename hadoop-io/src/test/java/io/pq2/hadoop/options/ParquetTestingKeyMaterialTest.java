package io.pq2.hadoop.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.KmsClient;
import org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Reads the file of apache/parquet-testing that has a key material file, with a KMS client for parquet-java. The client
 * has the keys that the README of the repository lists.
 */
class ParquetTestingKeyMaterialTest {

    /** Wraps keys like the KMS of the file's writer. */
    public static final class ReadmeKeys implements KmsClient {

        private static final Map<String, byte[]> KEYS = Map.of(
                "kf", "0123456789012345".getBytes(UTF_8),
                "kc1", "1234567890123450".getBytes(UTF_8),
                "kc2", "1234567890123451".getBytes(UTF_8));

        @Override
        public void initialize(Configuration configuration, String instanceId, String instanceUrl, String token) {
            // Nothing to initialize.
        }

        @Override
        public String wrapKey(byte[] key, String masterKeyId) {
            return KeyToolkit.encryptKeyLocally(key, KEYS.get(masterKeyId), masterKeyId.getBytes(UTF_8));
        }

        @Override
        public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
            return KeyToolkit.decryptKeyLocally(wrappedKey, KEYS.get(masterKeyId), masterKeyId.getBytes(UTF_8));
        }
    }

    @Test
    void readsTheFile() throws Exception {
        java.nio.file.Path path = java.nio.file.Path.of(
                System.getProperty("pq2.shared", "../../shared"),
                "parquet-testing/data/external_key_material_java.parquet.encrypted");
        Assumptions.assumeTrue(
                Files.exists(path), "needs apache/parquet-testing in the folder of the property pq2.shared");
        Path file = new Path(path.toAbsolutePath().normalize().toUri());
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, ReadmeKeys.class.getName());
        configuration.set(HadoopEncryption.CRYPTO_FACTORY, PropertiesDrivenCryptoFactory.class.getName());

        List<Object> integers = new ArrayList<>();
        List<Object> strings = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(configuration)
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                integers.add(row.getInteger("integers", 0));
                strings.add(row.getString("strings", 0));
            }
        }
        assertThat(integers).hasSize(100);
        assertThat(EncryptedRows.read(configuration, file, "integers")).isEqualTo(integers);
        assertThat(EncryptedRows.read(configuration, file, "strings")).isEqualTo(strings);
    }
}
