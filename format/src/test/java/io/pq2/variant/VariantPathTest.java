package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VariantPathTest {

    private static final Variant EVENT =
            Variant.parseJson("{\"id\": 7, \"a.b\": {\"it's\": [1, [2, 3], {\"x\": null}]}, \"\": true}");

    @Test
    void readsTheValueAtAPath() {
        assertThat(json("$")).isEqualTo(EVENT.toJson());
        assertThat(json("$.id")).isEqualTo("7");
        assertThat(json("$['a.b'][\"it's\"][1][0]")).isEqualTo("2");
        assertThat(json("$['a.b'][\"it's\"][2].x")).isEqualTo("null");
        assertThat(json("$['']")).isEqualTo("true");
        assertThat(EVENT.get(VariantPath.ROOT.field("a.b").field("it's").element(0)))
                .isEqualTo(Variant.parseJson("1"));
    }

    @Test
    void returnsNothingForMissingValues() {
        for (String path : List.of("$.x", "$.id.x", "$.id[0]", "$[0]", "$['a.b'].x", "$['']['']")) {
            assertThat(EVENT.get(VariantPath.parse(path))).as(path).isNull();
        }
        assertThat(EVENT.get(VariantPath.parse("$['a.b'][\"it's\"][3]"))).isNull();
    }

    @Test
    void rejectsOtherTexts() {
        for (String text :
                List.of("", "id", "$id", "$.", "$..a", "$[", "$[x]", "$[-1]", "$[]", "$['a]", "$['a'", "$[1")) {
            assertThatThrownBy(() -> VariantPath.parse(text))
                    .as(text)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageStartingWith("path of a variant \"" + text + "\" at character");
        }
        assertThatThrownBy(() -> VariantPath.parse("$[99999999999]")).hasMessageContaining("at most 31 bits");
        assertThatThrownBy(() -> VariantPath.ROOT.element(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textFormParsesToAnEqualPath() {
        for (String text : List.of("$", "$.a.b[0]", "$['a.b']", "$.it's.c", "$[\"it's.\"]", "$['']", "$['[']")) {
            VariantPath path = VariantPath.parse(text);
            assertThat(VariantPath.parse(path.toString())).isEqualTo(path).hasSameHashCodeAs(path);
            assertThat(path).hasToString(text);
        }
    }

    @Property(tries = 200)
    void everyValueHasItsPath(@ForAll long seed) {
        VariantBuilder builder = new VariantBuilder();
        RandomVariants.append(new RandomVariants(seed).value(4), builder);
        Variant variant = builder.build();
        Random random = new Random(seed);
        VariantPath path = VariantPath.ROOT;
        Object tree = RandomVariants.read(variant);
        while (random.nextInt(5) > 0) {
            if (tree instanceof Map<?, ?> object && !object.isEmpty()) {
                String name = (String) List.copyOf(object.keySet()).get(random.nextInt(object.size()));
                path = path.field(name);
                tree = object.get(name);
            } else if (tree instanceof List<?> array && !array.isEmpty()) {
                int index = random.nextInt(array.size());
                path = path.element(index);
                tree = array.get(index);
            } else {
                break;
            }
        }
        assertThat(RandomVariants.read(variant.get(path)))
                .usingRecursiveComparison()
                .isEqualTo(tree);
    }

    private static String json(String path) {
        return EVENT.get(VariantPath.parse(path)).toJson();
    }
}
