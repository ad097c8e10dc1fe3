package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Key material as JSON: the same bytes as those of parquet-java, and rejected texts. */
class KeyMaterialTest {

    private static final String KEK = "AAECAwQFBgcICQoLDA0ODw==";
    private static final KeyMaterial DOUBLE = new KeyMaterial(true, "id", "url", "kf", "dek", KEK, "kek");

    static Stream<KeyMaterial> materials() {
        return Stream.of(
                DOUBLE,
                new KeyMaterial(true, "DEFAULT", "DEFAULT", "a/b", "dek", null, null),
                new KeyMaterial(false, null, null, "ключ \"quoted\" \\ \u0001\n\t\r\b\f€", "d", KEK, "{\"a\":\"b\"}"),
                new KeyMaterial(false, null, null, "k", "", null, null));
    }

    private static String parquetJavaJson(KeyMaterial material, boolean internal) throws ReflectiveOperationException {
        Class<?> type = Class.forName("org.apache.parquet.crypto.keytools.KeyMaterial");
        Method method = Stream.of(type.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals("createSerialized"))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        return (String) method.invoke(
                null,
                material.footerKey(),
                material.kmsInstanceId(),
                material.kmsInstanceUrl(),
                material.masterKeyId(),
                material.doubleWrapping(),
                material.kekId(),
                material.wrappedKek(),
                material.wrappedDataKey(),
                internal);
    }

    @ParameterizedTest
    @MethodSource("materials")
    void writesTheSameJsonAsParquetJava(KeyMaterial material) throws ReflectiveOperationException {
        assertThat(material.toJson()).isEqualTo(parquetJavaJson(material, false));
        assertThat(new String(KeyMetadata.internal(material).toBytes(), UTF_8))
                .isEqualTo(parquetJavaJson(material, true));
    }

    @ParameterizedTest
    @MethodSource("materials")
    void readsTheMaterialThatItWrites(KeyMaterial material) {
        assertThat(KeyMaterial.parse(material.toJson())).isEqualTo(material);
        assertThat(KeyMetadata.parse(KeyMetadata.internal(material).toBytes()))
                .isEqualTo(KeyMetadata.internal(material));
        Map<String, KeyMaterial> stored = new LinkedHashMap<>();
        stored.put("footerKey", DOUBLE);
        stored.put("columnKey0", material);
        assertThat(KeyMaterialFile.parse(new KeyMaterialFile(stored).toBytes()).byReference())
                .isEqualTo(stored);
    }

    @Property
    void anyNameSurvives(@ForAll @StringLength(min = 1, max = 10) String name) {
        for (String text : List.of(name, name + "\f\ud800" + name)) {
            KeyMaterial material = new KeyMaterial(true, text, text, text, text, KEK, text);
            assertThat(KeyMaterial.parse(material.toJson())).isEqualTo(material);
            assertThat(KeyMetadata.parse(KeyMetadata.internal(material).toBytes()))
                    .isEqualTo(KeyMetadata.internal(material));
            assertThat(KeyMaterialFile.parse(new KeyMaterialFile(Map.of("footerKey", material)).toBytes())
                            .byReference())
                    .containsEntry("footerKey", material);
        }
    }

    @Test
    void writesTheSameReferencesAsParquetJava() throws ReflectiveOperationException {
        Class<?> type = Class.forName("org.apache.parquet.crypto.keytools.KeyMetadata");
        Method method = type.getDeclaredMethod("createSerializedForExternalMaterial", String.class);
        method.setAccessible(true);
        KeyMetadata metadata = KeyMetadata.external("columnKey0");
        assertThat(new String(metadata.toBytes(), UTF_8)).isEqualTo(method.invoke(null, "columnKey0"));
        assertThat(KeyMetadata.parse(metadata.toBytes())).isEqualTo(metadata);
    }

    @Test
    void ignoresOrderBlanksEscapesAndUnknownFields() {
        assertThat(KeyMaterial.parse("""
                        { "wrappedDEK" : "d\\u0065k", "other": [1, -2.5e+3, {"a": [null, true]}, []],
                          "masterKeyID":"\\/k",
                          "isFooterKey" :\tfalse, "keyMaterialType":"PKMT1", "doubleWrapping": false,
                          "none": null, "n": 0 }
                        """)).isEqualTo(new KeyMaterial(false, null, null, "/k", "dek", null, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "[]",
                "null",
                "\"PKMT1\"",
                "{\"keyMaterialType\":\"PKMT1\"}",
                "{\"keyMaterialType\":1}",
                "{\"keyMaterialType\":null}",
                "{\"keyMaterialType\":\"PKMT1\",}",
                "{\"keyMaterialType\":\"PKMT1\" \"isFooterKey\":true}",
                "{keyMaterialType:\"PKMT1\"}",
                "{'keyMaterialType':'PKMT1'}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":01}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":1.}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":-}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":1e}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":NaN}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":tru}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":\"\\x\"}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":\"\\u12G4\"}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":\"line\nend\"}",
                "{\"keyMaterialType\":\"PKMT1\",\"a\":[1,]}"
            })
    void rejectsTextsThatAreNotKeyMaterial(String json) {
        assertThatThrownBy(() -> KeyMaterial.parse(json)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> KeyMetadata.parse(json.getBytes(UTF_8))).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void namesMissingDuplicateAndMistypedFields() {
        String whole = new String(KeyMetadata.internal(DOUBLE).toBytes(), UTF_8);
        for (String field : List.of(
                "internalStorage",
                "isFooterKey",
                "masterKeyID",
                "wrappedDEK",
                "doubleWrapping",
                "keyEncryptionKeyID",
                "wrappedKEK")) {
            for (String wrong : List.of(
                    whole.replace('"' + field + '"', "\"x\""),
                    whole.replaceFirst('"' + field + "\":(true|\"[^\"]*\")", '"' + field + "\":7"))) {
                assertThat(wrong).isNotEqualTo(whole);
                assertThatThrownBy(() -> KeyMetadata.parse(wrong.getBytes(UTF_8)))
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining(field);
            }
            String twice = whole.replaceFirst("\\{", "{\"" + field + "\":true,");
            assertThatThrownBy(() -> KeyMetadata.parse(twice.getBytes(UTF_8)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("twice");
        }
        assertThatThrownBy(() -> KeyMaterial.parse(DOUBLE.toJson().replace("\"kf\"", "\"\"")))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("masterKeyID");
    }

    @Test
    void rejectsUnknownTypesOfKeyMaterial() {
        String json = DOUBLE.toJson().replace("PKMT1", "PKMT2");
        assertThatThrownBy(() -> KeyMaterial.parse(json))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("PKMT2");
        String huge = DOUBLE.toJson().replace("PKMT1", "x".repeat(100_000));
        assertThatThrownBy(() -> KeyMaterial.parse(huge))
                .isInstanceOf(UnsupportedFeatureException.class)
                .extracting(Throwable::getMessage)
                .satisfies(message -> assertThat(message.length()).isLessThan(200));
    }

    @Test
    void rejectsDeepNestingAndLongTexts() {
        String deep = "{\"a\":" + "[".repeat(500_000);
        assertThatThrownBy(() -> KeyMaterial.parse(deep))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("deep");
        assertThatThrownBy(() -> KeyMaterial.parse("{\"a\":".repeat(100_000))).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> KeyMaterial.parse(" ".repeat(KeyMaterial.MAX_BYTES + 1)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("bytes");
        assertThatThrownBy(() -> KeyMaterialFile.parse(new byte[KeyMaterialFile.MAX_BYTES + 1]))
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void rejectsInvalidUtf8() {
        byte[] json = DOUBLE.toJson().getBytes(UTF_8);
        json[20] = (byte) 0xFF;
        assertThatThrownBy(() -> KeyMetadata.parse(json)).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void readsOrRejectsDamagedBytes() {
        byte[] whole = KeyMetadata.internal(DOUBLE).toBytes();
        int refused = 0;
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) (1 << bit);
                try {
                    KeyMetadata.parse(damaged);
                } catch (ParquetException e) {
                    refused++;
                }
            }
            byte[] cut = java.util.Arrays.copyOf(whole, at);
            assertThatThrownBy(() -> KeyMetadata.parse(cut)).isInstanceOf(CorruptFileException.class);
        }
        assertThat(refused).isGreaterThan(whole.length * 5);
    }

    @Test
    void messagesContainNothingOfTheMaterial() {
        String json = DOUBLE.toJson().replace("\"dek\"", "\"wrapped-text\nwith a line\"");
        assertThatThrownBy(() -> KeyMaterial.parse(json)).hasMessageNotContaining("wrapped-text");
    }
}
