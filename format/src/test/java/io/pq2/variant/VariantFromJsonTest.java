package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VariantFromJsonTest {

    @Test
    void numbersGetTheSmallestExactType() {
        Map<String, VariantType> types = Map.ofEntries(
                Map.entry("0", VariantType.INT8),
                Map.entry("-129", VariantType.INT16),
                Map.entry("32768", VariantType.INT32),
                Map.entry("-9223372036854775808", VariantType.INT64),
                Map.entry("9223372036854775808", VariantType.DECIMAL16),
                Map.entry("1.5", VariantType.DECIMAL4),
                Map.entry("12345678901.5", VariantType.DECIMAL8),
                Map.entry("0." + "0".repeat(37) + "1", VariantType.DECIMAL4),
                Map.entry("9".repeat(38), VariantType.DECIMAL16),
                Map.entry("9".repeat(39), VariantType.DOUBLE),
                Map.entry("0." + "0".repeat(38) + "1", VariantType.DOUBLE),
                Map.entry("1e3", VariantType.DOUBLE));
        types.forEach((text, type) ->
                assertThat(Variant.parseJson(text).type()).as(text).isEqualTo(type));
        assertThat(Variant.parseJson("1.50").getDecimal()).hasToString("1.50");
        assertThat(Variant.parseJson("-0.0").getDecimal()).hasToString("0.0");
        assertThat(Variant.parseJson("1e-2").getDouble()).isEqualTo(0.01);
        assertThat(Variant.parseJson("\"2025-01-01\"").type()).isEqualTo(VariantType.STRING);
    }

    @Test
    void valuesNest() {
        String json = "{\"a\":[1,{\"b\":[]},null,true,\"\u20ac\\n\"],\"c\":{}}";
        assertThat(Variant.parseJson(" " + json + "\n").toJson()).isEqualTo(json);
        VariantBuilder builder = new VariantBuilder()
                .startArray()
                .appendJson("{\"x\": 1}")
                .appendJson("2")
                .endArray();
        assertThat(builder.build().toJson()).isEqualTo("[{\"x\":1},2]");
    }

    @Test
    void refusesWhatIsNotOneValue() {
        assertRefused("", "the text is empty");
        assertRefused("1 2", "text after the value");
        assertRefused("[1", "");
        assertRefused("{\"a\":1,\"a\":2}", "an object with two fields a");
        assertRefused("NaN", "");
        assertRefused("{a:1}", "");
        assertRefused("1e999", "out of the range of a DOUBLE");
        assertRefused("\"\\ud800\"", "unpaired surrogate at index 0");
        assertRefused("{\"\\udc00x\":1}", "unpaired surrogate at index 0");
        assertThat(Variant.parseJson("\"\\ud83d\\udc22\"").getString()).isEqualTo("\ud83d\udc22");
    }

    @Test
    void refusesDeepNesting() {
        assertThatThrownBy(() -> Variant.parseJson("[".repeat(1_001) + "]".repeat(1_001)))
                .isInstanceOfAny(UnsupportedFeatureException.class, InvalidDataException.class)
                .hasMessageContaining("1000");
        assertThat(Variant.parseJson("[".repeat(1_000) + "]".repeat(1_000)).toJson())
                .hasSize(2_000);
    }

    @Property(tries = 200)
    void jsonOfAVariantParsesToTheSameJson(@ForAll long seed) {
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(new RandomVariants(seed).value(3), builder);
        String json = builder.build().toJson();
        String again = Variant.parseJson(json).toJson();
        // A number with an exponent keeps its value; the digits of a float depend on its type.
        assertThat(Variant.parseJson(again)).isEqualTo(Variant.parseJson(json));
        assertThat(again).isEqualTo(Variant.parseJson(again).toJson());
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> Variant.parseJson(json))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }
}
