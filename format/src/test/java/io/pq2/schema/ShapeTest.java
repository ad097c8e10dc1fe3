package io.pq2.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.schema.LogicalType.ListType;
import io.pq2.schema.LogicalType.MapKeyValueType;
import io.pq2.schema.LogicalType.MapType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recognizing lists, maps and structs by the rules of LogicalTypes.md, section "Nested Types", and their levels. */
class ShapeTest {

    private static final LogicalType LIST = new ListType();
    private static final LogicalType MAP = new MapType();

    private static Field leaf(String name, Repetition repetition) {
        return new PrimitiveField(name, repetition, PhysicalType.INT32);
    }

    private static GroupField group(String name, Repetition repetition, LogicalType type, Field... fields) {
        return new GroupField(name, repetition, List.of(fields), type, null);
    }

    private static Shape shapeOf(Field field) {
        return new Schema("m", List.of(field)).shape().children().get(0);
    }

    /**
     * Returns the shape in a short form: {@code name[element]} for lists, {@code name(key->value)} for maps, {@code
     * name{fields}} for structs, and ? for nullable shapes.
     */
    private static String text(Shape shape) {
        String name = shape.name() + (shape.nullable() ? "?" : "");
        if (shape instanceof Shape.Array array) {
            return name + "[" + text(array.element()) + "]";
        } else if (shape instanceof Shape.Map map) {
            return name + "(" + text(map.key()) + "->" + (map.value() == null ? "" : text(map.value())) + ")";
        } else if (shape instanceof Shape.Struct struct) {
            return name + "{"
                    + String.join(
                            ",", struct.children().stream().map(ShapeTest::text).toList()) + "}";
        }
        return name;
    }

    private static void assertLevels(Shape shape, int slot, int definition, int repetition) {
        assertThat(List.of(shape.slotLevel(), shape.definitionLevel(), shape.repetitionLevel()))
                .as("slot, definition and repetition level of %s", shape.name())
                .containsExactly(slot, definition, repetition);
    }

    @Test
    void aThreeLevelListHasItsInnermostFieldAsElement() {
        Shape shape = shapeOf(GroupField.list("l", Repetition.OPTIONAL, leaf("element", Repetition.OPTIONAL)));

        assertThat(text(shape)).isEqualTo("l?[element?]");
        assertLevels(shape, 0, 1, 0);
        assertLevels(((Shape.Array) shape).element(), 2, 3, 1);
    }

    @Test
    void aRequiredListOfRequiredElementsHasOneLevel() {
        Shape shape = shapeOf(GroupField.list("l", Repetition.REQUIRED, leaf("element", Repetition.REQUIRED)));

        assertThat(text(shape)).isEqualTo("l[element]");
        assertLevels(shape, 0, 0, 0);
        assertLevels(((Shape.Array) shape).element(), 1, 1, 1);
    }

    @Test
    void namesOfTheRepeatedGroupDoNotMatter() {
        Field bag = group("bag", Repetition.REPEATED, null, leaf("array_element", Repetition.OPTIONAL));
        assertThat(text(shapeOf(group("l", Repetition.OPTIONAL, LIST, bag)))).isEqualTo("l?[array_element?]");
    }

    @Test
    void aRepeatedPrimitiveInAListIsTheElement() {
        Shape shape = shapeOf(group("l", Repetition.OPTIONAL, LIST, leaf("element", Repetition.REPEATED)));

        assertThat(text(shape)).isEqualTo("l?[element]");
        assertLevels(((Shape.Array) shape).element(), 2, 2, 1);
    }

    @Test
    void aRepeatedGroupOfSeveralFieldsInAListIsTheElement() {
        Field element = group(
                "element", Repetition.REPEATED, null, leaf("a", Repetition.REQUIRED), leaf("b", Repetition.OPTIONAL));
        assertThat(text(shapeOf(group("l", Repetition.OPTIONAL, LIST, element))))
                .isEqualTo("l?[element{a,b?}]");
    }

    @Test
    void aRepeatedGroupNamedArrayIsTheElementEvenWithOneField() {
        Field array = group("array", Repetition.REPEATED, null, leaf("str", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("l", Repetition.OPTIONAL, LIST, array)))).isEqualTo("l?[array{str}]");
    }

    @Test
    void aRepeatedGroupNamedAfterTheListIsTheElementEvenWithOneField() {
        Field tuple = group("my_list_tuple", Repetition.REPEATED, null, leaf("str", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("my_list", Repetition.OPTIONAL, LIST, tuple))))
                .isEqualTo("my_list?[my_list_tuple{str}]");
        assertThat(text(shapeOf(group("other", Repetition.OPTIONAL, LIST, tuple))))
                .isEqualTo("other?[str]");
    }

    @Test
    void aRepeatedGroupWhoseOnlyFieldIsRepeatedIsTheElement() {
        Field element = group("element", Repetition.REPEATED, null, leaf("items", Repetition.REPEATED));
        assertThat(text(shapeOf(group("l", Repetition.REQUIRED, LIST, element))))
                .isEqualTo("l[element{items[items]}]");
    }

    @Test
    void aRepeatedListInAListIsTheElement() {
        Field inner = group("array", Repetition.REPEATED, LIST, leaf("array", Repetition.REPEATED));
        assertThat(text(shapeOf(group("a", Repetition.OPTIONAL, LIST, inner)))).isEqualTo("a?[array[array]]");
    }

    @Test
    void aRepeatedMapInAListIsTheElement() {
        Field entry = group(
                "map",
                Repetition.REPEATED,
                new MapKeyValueType(),
                leaf("key", Repetition.REQUIRED),
                leaf("value", Repetition.OPTIONAL));
        for (String name : List.of("array", "element")) {
            Field inner = group(name, Repetition.REPEATED, MAP, entry);
            assertThat(text(shapeOf(group("a", Repetition.REQUIRED, LIST, inner))))
                    .isEqualTo("a[" + name + "(key->value?)]");
        }
    }

    @Test
    void aListOrMapInARepeatedGroupIsTheElement() {
        Field list = GroupField.list("element", Repetition.OPTIONAL, leaf("element", Repetition.REQUIRED));
        Field map = GroupField.map(
                "element", Repetition.REQUIRED, leaf("key", Repetition.REQUIRED), leaf("value", Repetition.REQUIRED));
        assertThat(text(shapeOf(GroupField.list("l", Repetition.OPTIONAL, list))))
                .isEqualTo("l?[element?[element]]");
        assertThat(text(shapeOf(GroupField.list("l", Repetition.OPTIONAL, map))))
                .isEqualTo("l?[element(key->value)]");
    }

    @Test
    void aStructInARepeatedGroupIsTheElement() {
        Field struct = group("element", Repetition.OPTIONAL, null, leaf("a", Repetition.REQUIRED));
        Shape shape = shapeOf(GroupField.list("l", Repetition.OPTIONAL, struct));

        assertThat(text(shape)).isEqualTo("l?[element?{a}]");
        assertLevels(((Shape.Array) shape).element(), 2, 3, 1);
    }

    @Test
    void aRepeatedListOutsideAListIsAListOfLists() {
        Field repeatedGroup = group("list", Repetition.REPEATED, null, leaf("element", Repetition.OPTIONAL));
        Shape shape = shapeOf(group("l", Repetition.REPEATED, LIST, repeatedGroup));

        assertThat(text(shape)).isEqualTo("l[l[element?]]");
        assertLevels(((Shape.Array) ((Shape.Array) shape).element()).element(), 2, 3, 2);
    }

    @Test
    void aRepeatedFieldWithoutAnnotationIsAListOfRequiredElements() {
        Shape shape = shapeOf(leaf("n", Repetition.REPEATED));
        assertThat(text(shape)).isEqualTo("n[n]");
        assertLevels(shape, 0, 0, 0);
        assertLevels(((Shape.Array) shape).element(), 1, 1, 1);

        Field points =
                group("p", Repetition.REPEATED, null, leaf("x", Repetition.REQUIRED), leaf("y", Repetition.OPTIONAL));
        assertThat(text(shapeOf(points))).isEqualTo("p[p{x,y?}]");
    }

    @Test
    void unsuitableListAnnotationsAreIgnored() {
        Field notRepeated = group("g", Repetition.OPTIONAL, LIST, leaf("element", Repetition.OPTIONAL));
        assertThat(text(shapeOf(notRepeated))).isEqualTo("g?{element?}");
        Field two =
                group("g", Repetition.OPTIONAL, LIST, leaf("a", Repetition.REPEATED), leaf("b", Repetition.OPTIONAL));
        assertThat(text(shapeOf(two))).isEqualTo("g?{a[a],b?}");
    }

    @Test
    void aMapHasKeysAndValues() {
        Shape shape = shapeOf(GroupField.map(
                "m", Repetition.OPTIONAL, leaf("key", Repetition.REQUIRED), leaf("value", Repetition.OPTIONAL)));

        assertThat(text(shape)).isEqualTo("m?(key->value?)");
        Shape.Map map = (Shape.Map) shape;
        assertLevels(map, 0, 1, 0);
        assertLevels(map.key(), 2, 2, 1);
        assertLevels(map.value(), 2, 3, 1);
    }

    @Test
    void keysAndValuesAreFoundByPositionAndNotByName() {
        Field entry = group(
                "entries",
                Repetition.REPEATED,
                null,
                leaf("value", Repetition.REQUIRED),
                GroupField.list("key", Repetition.OPTIONAL, leaf("element", Repetition.OPTIONAL)));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, entry)))).isEqualTo("m?(value->key?[element?])");
    }

    @Test
    void mapKeyValueOnTheOuterGroupMeansMap() {
        Field entry = group(
                "map", Repetition.REPEATED, null, leaf("key", Repetition.REQUIRED), leaf("value", Repetition.OPTIONAL));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, new MapKeyValueType(), entry))))
                .isEqualTo("m?(key->value?)");
    }

    @Test
    void mapKeyValueOnTheInnerGroupIsIgnored() {
        Field entry = group(
                "map",
                Repetition.REPEATED,
                new MapKeyValueType(),
                leaf("key", Repetition.REQUIRED),
                leaf("value", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("m", Repetition.REQUIRED, MAP, entry)))).isEqualTo("m(key->value)");
    }

    @Test
    void aMapMayHaveNoValuesAndOptionalKeys() {
        Field keysOnly = group("key_value", Repetition.REPEATED, null, leaf("key", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, keysOnly))))
                .isEqualTo("m?(key->)");
        Field optionalKey = group(
                "key_value",
                Repetition.REPEATED,
                null,
                leaf("key", Repetition.OPTIONAL),
                leaf("value", Repetition.OPTIONAL));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, optionalKey))))
                .isEqualTo("m?(key?->value?)");
    }

    @Test
    void unsuitableMapAnnotationsAreIgnored() {
        Field three = group(
                "key_value",
                Repetition.REPEATED,
                null,
                leaf("a", Repetition.REQUIRED),
                leaf("b", Repetition.REQUIRED),
                leaf("c", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, three))))
                .isEqualTo("m?{key_value[key_value{a,b,c}]}");
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, leaf("key_value", Repetition.REPEATED)))))
                .isEqualTo("m?{key_value[key_value]}");
        Field notRepeated = group(
                "key_value", Repetition.REQUIRED, null, leaf("k", Repetition.REQUIRED), leaf("v", Repetition.REQUIRED));
        assertThat(text(shapeOf(group("m", Repetition.OPTIONAL, MAP, notRepeated))))
                .isEqualTo("m?{key_value{k,v}}");
    }

    @Test
    void aRepeatedMapIsAListOfMaps() {
        Field entry = group(
                "key_value",
                Repetition.REPEATED,
                null,
                leaf("key", Repetition.REQUIRED),
                leaf("value", Repetition.REQUIRED));
        Shape shape = shapeOf(group("m", Repetition.REPEATED, MAP, entry));
        assertThat(text(shape)).isEqualTo("m[m(key->value)]");
        Shape.Map map = (Shape.Map) ((Shape.Array) shape).element();
        assertLevels(map, 1, 1, 1);
        assertLevels(map.key(), 2, 2, 2);
    }

    @Test
    void levelsAddUpThroughStructs() {
        Shape shape = shapeOf(group(
                "a",
                Repetition.OPTIONAL,
                null,
                group(
                        "b",
                        Repetition.REQUIRED,
                        null,
                        GroupField.list("l", Repetition.OPTIONAL, leaf("e", Repetition.OPTIONAL)))));

        assertThat(text(shape)).isEqualTo("a?{b{l?[e?]}}");
        Shape b = ((Shape.Struct) shape).children().get(0);
        Shape.Array list = (Shape.Array) ((Shape.Struct) b).children().get(0);
        assertLevels(shape, 0, 1, 0);
        assertLevels(b, 0, 1, 0);
        assertLevels(list, 0, 2, 0);
        assertLevels(list.element(), 3, 4, 1);
    }

    @Test
    void pruningKeepsSelectedColumnsAndTheirAncestors() {
        Shape shape = shapeOf(group(
                "a",
                Repetition.OPTIONAL,
                null,
                leaf("x", Repetition.OPTIONAL),
                GroupField.map(
                        "m", Repetition.OPTIONAL, leaf("k", Repetition.REQUIRED), leaf("v", Repetition.OPTIONAL)),
                GroupField.list("l", Repetition.OPTIONAL, leaf("e", Repetition.OPTIONAL))));

        Shape.Struct pruned =
                (Shape.Struct) shape.select(column -> column.path().contains("v"));
        assertThat(pruned.children()).hasSize(1);
        Shape.Map map = (Shape.Map) pruned.children().get(0);
        assertThat(map.key()).isNull();
        assertThat(map.value().name()).isEqualTo("v");
        assertThat(shape.select(column -> false)).isNull();
        assertThat(shape.select(column -> true)).isEqualTo(shape);
    }

    @Test
    void leavesAreTheSchemasColumnsInOrder() {
        Schema schema = new Schema(
                "m",
                List.of(
                        leaf("a", Repetition.REQUIRED),
                        GroupField.map(
                                "m",
                                Repetition.OPTIONAL,
                                leaf("k", Repetition.REQUIRED),
                                leaf("v", Repetition.OPTIONAL)),
                        GroupField.list("l", Repetition.OPTIONAL, leaf("e", Repetition.OPTIONAL))));
        List<Column> leaves = new ArrayList<>();
        schema.shape().collectColumns(leaves);
        assertThat(leaves).isEqualTo(schema.columns());
    }
}
