package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ShreddedTypeTest {

    @Property(tries = 300)
    void textFormParsesToAnEqualType(@ForAll long seed) {
        Variant variant = VariantFiles.random(seed, 1).get(0);
        ShreddedType type = new RandomShreddedTypes(seed).like(variant, 5);
        assertThat(ShreddedType.parse(type.toString())).isEqualTo(type);
    }

    @Test
    void namesNeedNoQuotesUnlessTheyContainOtherCharacters() {
        ShreddedType type = ShreddedType.parse(" { a_1 :int8,\"b \\\"c\\\\\": [ decimal( 38 , 0 ) ] } ");
        assertThat(type).hasToString("{a_1: int8, \"b \\\"c\\\\\": [decimal(38, 0)]}");
        assertThat(((ShreddedType.ObjectType) type).fields()).containsOnlyKeys("a_1", "b \"c\\");
    }

    @Test
    void rejectsOtherTexts() {
        for (String text : List.of(
                "",
                "int",
                "null",
                "object",
                "{}",
                "{a}",
                "{a: int8",
                "{a: int8, a: int8}",
                "[int8",
                "[]",
                "int8 x",
                "decimal",
                "decimal(39, 0)",
                "decimal(3, 4)",
                "decimal(x, 1)",
                "{\"a: int8}",
                "[".repeat(200))) {
            assertThatThrownBy(() -> ShreddedType.parse(text))
                    .as(text)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("at character");
        }
    }

    @Test
    void rejectsTypesWithoutColumn() {
        assertThatThrownBy(() -> new ShreddedType.PrimitiveType(VariantType.NULL))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ShreddedType.ObjectType(Map.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> VariantShredding.INFERRED.withMaxDepth(101))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
