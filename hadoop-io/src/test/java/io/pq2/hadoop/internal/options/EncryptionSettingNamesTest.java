package io.pq2.hadoop.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.hadoop.kms.VaultKmsClient;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown names of encryption settings are errors, except those that may be meant for a KMS client of others. */
class EncryptionSettingNamesTest {

    private static final String FOREIGN_CLIENT = "com.example.OurKmsClient";
    private static final Schema SCHEMA = SchemaText.parse("message m { required int32 a; }");

    private final Configuration configuration = new Configuration(false);

    /** Returns the names of all public settings. */
    static List<String> known() throws IllegalAccessException {
        List<String> names = new ArrayList<>();
        for (Class<?> owner : List.of(HadoopEncryption.class, KmsOptions.class)) {
            for (Field field : owner.getFields()) {
                if (field.getType() == String.class && !field.getName().equals("CRYPTO_FACTORY")) {
                    names.add((String) field.get(null));
                }
            }
        }
        return names;
    }

    /** Returns each name with one slip of the pen. */
    static Stream<String> misspelled() throws IllegalAccessException {
        return known().stream().flatMap(name -> {
            int dot = name.indexOf('.', name.indexOf('.') + 1);
            return Stream.of(
                    name + "s",
                    name.substring(0, dot) + "." + name.substring(dot + 1).replaceFirst("(.)(.)", "$2$1"),
                    name.substring(0, dot + 1)
                            + name.substring(dot + 1).replace('.', '_').replace('-', '.'),
                    name.substring(0, dot - 1) + name.substring(dot),
                    name.substring(0, name.length() - 1),
                    name.substring(0, dot + 1) + name.substring(dot + 1).toUpperCase(java.util.Locale.ROOT));
        });
    }

    private void set(String name) {
        configuration.set(name, "secret");
    }

    private void check() {
        EncryptionSettingNames.check(configuration);
    }

    @ParameterizedTest
    @MethodSource("known")
    void knownNamesAreAccepted(String name) {
        set(name);
        set(name + "#an output");
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("misspelled")
    void misspelledNamesAreRefusedForEachClient(String name) throws IllegalAccessException {
        if (known().contains(name)) {
            return;
        }
        set(name);
        configuration.set(HadoopEncryption.KMS_CLIENT, FOREIGN_CLIENT);
        configuration.set(HadoopEncryption.CRYPTO_FACTORY, "com.example.OurFactory");
        assertThatThrownBy(this::check)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("did you mean")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"vault", "hadoop-kms", "key-file", "io.pq2.hadoop.kms.VaultKmsClient"})
    void otherNamesAreRefusedForClientsOfPq2(String client) {
        assertThat(VaultKmsClient.class.getName()).isEqualTo("io.pq2.hadoop.kms.VaultKmsClient");
        if (client != null) {
            configuration.set(HadoopEncryption.KMS_CLIENT, client);
        }
        set("parquet.encryption.key.list");
        assertThatThrownBy(this::check)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("unknown encryption setting parquet.encryption.key.list");
    }

    @Test
    void otherNamesAreAcceptedForClientsOfOthers() {
        set("parquet.encryption.key.list");
        configuration.set(HadoopEncryption.KMS_CLIENT, FOREIGN_CLIENT);
        assertThatCode(this::check).doesNotThrowAnyException();
        configuration.unset(HadoopEncryption.KMS_CLIENT);
        configuration.set(HadoopEncryption.CRYPTO_FACTORY, "com.example.OurFactory");
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void noFileIsWrittenOrReadWithMisspelledNames() {
        set("parquet.encryption.unifrom.key");
        Path file = new Path("file:/nowhere/f.parquet");
        assertThatThrownBy(() -> HadoopWriteOptions.from(configuration, file, SCHEMA))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("did you mean parquet.encryption.uniform.key?");
        assertThatThrownBy(() -> HadoopWriteOptions.from(configuration)).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, SCHEMA))
                .isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> HadoopEncryption.forReading(configuration, file))
                .isInstanceOf(InvalidDataException.class);
    }
}
