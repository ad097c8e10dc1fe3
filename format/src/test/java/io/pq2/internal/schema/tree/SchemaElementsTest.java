package io.pq2.internal.schema.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaElementsTest {

    @Test
    void readsTheSchemasThatItWrites() {
        Field interval = new PrimitiveField(
                "element",
                Repetition.OPTIONAL,
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                12,
                new LogicalType.IntervalType(),
                null);
        Field key =
                new PrimitiveField("key", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
        Field value = new PrimitiveField(
                "value", Repetition.OPTIONAL, PhysicalType.INT64, new LogicalType.TimestampType(TimeUnit.NANOS, false));
        Schema schema = new Schema(
                "m",
                List.of(
                        new PrimitiveField(
                                "a", Repetition.REQUIRED, PhysicalType.INT32, 0, new LogicalType.DecimalType(9, 2), 1),
                        GroupField.list("l", Repetition.OPTIONAL, interval),
                        GroupField.map("m", Repetition.OPTIONAL, key, value)));
        List<SchemaElement> elements = SchemaElements.fromSchema(schema);
        assertThat(SchemaElements.toSchema(elements)).isEqualTo(schema);
        assertThat(elements.get(1).convertedType()).isEqualTo(ConvertedType.DECIMAL);
        assertThat(elements.get(1).precision()).isEqualTo(9);
        assertThat(elements.get(4).logicalType()).isNull();
        assertThat(elements.get(8).convertedType()).isNull();
    }

    @Test
    void derivesLogicalTypesFromConvertedTypes() {
        for (ConvertedType converted : ConvertedType.values()) {
            LogicalType type = LogicalTypes.of(
                    new SchemaElement(null, null, Repetition.OPTIONAL, "a", null, converted, 2, 5, null, null));
            if (converted == ConvertedType.UNKNOWN) {
                assertThat(type).isNull();
            } else {
                assertThat(LogicalTypes.convertedType(type, "a")).isEqualTo(converted);
            }
        }
    }

    @Test
    void readsUnsuitableAnnotationsAsUnrecognized() {
        assertThat(annotation(PhysicalType.INT32, new LogicalType.StringType()))
                .isInstanceOf(LogicalType.UnrecognizedType.class);
        assertThat(annotation(PhysicalType.INT32, new LogicalType.DecimalType(10, 2)))
                .isInstanceOf(LogicalType.UnrecognizedType.class);
        assertThat(annotation(PhysicalType.INT32, new LogicalType.DecimalType(9, 2)))
                .isEqualTo(new LogicalType.DecimalType(9, 2));
        assertThat(annotation(PhysicalType.BYTE_ARRAY, new LogicalType.ListType()))
                .isInstanceOf(LogicalType.UnrecognizedType.class);
    }

    private static LogicalType annotation(PhysicalType type, LogicalType logicalType) {
        Schema schema = SchemaElements.toSchema(List.of(root(1), leaf("a", type, null, logicalType)));
        return schema.fields().get(0).logicalType();
    }

    @Test
    void refusesToWriteUnsuitableAnnotations() {
        Schema schema = new Schema(
                "m",
                List.of(new PrimitiveField(
                        "a", Repetition.REQUIRED, PhysicalType.INT32, new LogicalType.StringType())));
        assertThatThrownBy(() -> SchemaElements.fromSchema(schema))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("field a: StringType[] on INT32 is not allowed");
    }

    @Test
    void rejectsListsThatAreNotATree() {
        SchemaElement leaf = leaf("a", PhysicalType.INT32, null, null);
        assertCorrupt("FileMetaData.schema: empty");
        assertCorrupt("SchemaElement.num_children: 2 in root, expected 0 to 1", root(2), leaf);
        assertCorrupt("SchemaElement.num_children: -1", root(-1), leaf);
        assertCorrupt("FileMetaData.schema: 3 elements, expected 2", root(1), leaf, leaf);
        assertCorrupt("expected more by num_children", root(2), group("g", 1), leaf);
        assertCorrupt(
                "SchemaElement.repetition_type: missing in a",
                root(1),
                new SchemaElement(PhysicalType.INT32, null, null, "a", null, null, null, null, null, null));
        assertCorrupt(
                "SchemaElement.num_children: 1 in a, expected 0 to 0",
                root(1),
                new SchemaElement(PhysicalType.INT32, null, Repetition.REQUIRED, "a", 1, null, null, null, null, null));
        assertCorrupt(
                "SchemaElement.type_length: null in a",
                root(1),
                leaf("a", PhysicalType.FIXED_LEN_BYTE_ARRAY, null, null));
        assertCorrupt(
                "SchemaElement.type_length: 0 in a", root(1), leaf("a", PhysicalType.FIXED_LEN_BYTE_ARRAY, 0, null));
    }

    @Test
    void takesElementsWithoutRepetitionAsTheCallerSays() {
        SchemaElement leaf = new SchemaElement(PhysicalType.INT32, null, null, "a", null, null, null, null, null, null);
        Schema schema = SchemaElements.toSchema(List.of(root(1), leaf), Repetition.REQUIRED);
        assertThat(schema.fields().get(0).repetition()).isEqualTo(Repetition.REQUIRED);
    }

    @Test
    void ignoresTypesOfElementsWithChildren() {
        SchemaElement leaf = leaf("a", PhysicalType.INT32, null, null);
        SchemaElement typedRoot = new SchemaElement(
                PhysicalType.FIXED_LEN_BYTE_ARRAY,
                7,
                Repetition.REPEATED,
                "root",
                2,
                ConvertedType.UTF8,
                1,
                2,
                3,
                new LogicalType.StringType());
        SchemaElement typedGroup =
                new SchemaElement(PhysicalType.INT64, null, Repetition.OPTIONAL, "g", 1, null, null, null, null, null);
        SchemaElement noChildren =
                new SchemaElement(PhysicalType.INT32, null, Repetition.REQUIRED, "b", 0, null, null, null, null, null);
        Schema schema = SchemaElements.toSchema(List.of(typedRoot, typedGroup, leaf, noChildren));
        assertThat(schema).isEqualTo(SchemaElements.toSchema(List.of(root(2), group("g", 1), leaf, noChildren)));
        assertThat(schema.columns()).extracting(Column::dottedPath).containsExactly("g.a", "b");
    }

    @Test
    void readsRootWithoutChildrenAndGroupWithoutNumber() {
        assertThat(SchemaElements.toSchema(List.of(root(null))).columns()).isEmpty();
        assertThat(SchemaElements.toSchema(List.of(leaf("a", PhysicalType.INT32, null, null)))
                        .columns())
                .isEmpty();
        Schema schema = SchemaElements.toSchema(List.of(root(1), group("g", null)));
        assertThat(schema.fields()).containsExactly(new GroupField("g", Repetition.OPTIONAL, List.of()));
    }

    @Test
    void rejectsTreesThatAreTooDeepOrTooLarge() {
        List<SchemaElement> deep = new ArrayList<>();
        deep.add(root(1));
        for (int i = 0; i < 300; i++) {
            deep.add(group("g", 1));
        }
        deep.add(leaf("a", PhysicalType.INT32, null, null));
        assertThatThrownBy(() -> SchemaElements.toSchema(deep))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("more than 200 levels");
        List<SchemaElement> large = new ArrayList<>();
        large.add(root(1));
        for (int i = 0; i < 99; i++) {
            large.add(group("g", i == 98 ? 50_000 : 1));
        }
        for (int i = 0; i < 50_000; i++) {
            large.add(leaf("a", PhysicalType.INT32, null, null));
        }
        assertThatThrownBy(() -> SchemaElements.toSchema(large))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("the paths of its leaves");
    }

    private static void assertCorrupt(String message, SchemaElement... elements) {
        assertThatThrownBy(() -> SchemaElements.toSchema(Arrays.asList(elements)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(message);
    }

    private static SchemaElement root(Integer children) {
        return new SchemaElement(null, null, null, "root", children, null, null, null, null, null);
    }

    private static SchemaElement group(String name, Integer children) {
        return new SchemaElement(null, null, Repetition.OPTIONAL, name, children, null, null, null, null, null);
    }

    private static SchemaElement leaf(String name, PhysicalType type, Integer length, LogicalType logicalType) {
        return new SchemaElement(type, length, Repetition.REQUIRED, name, null, null, null, null, null, logicalType);
    }
}
