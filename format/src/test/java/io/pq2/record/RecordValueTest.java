package io.pq2.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordValueTest {

    private static Field leaf(String name, PhysicalType type) {
        return new PrimitiveField(name, Repetition.OPTIONAL, type);
    }

    private static Field group(String name, Repetition repetition, LogicalType type, Field... fields) {
        return new GroupField(name, repetition, List.of(fields), type, null);
    }

    private static Field list(String name, Field element) {
        return group(
                name,
                Repetition.OPTIONAL,
                new LogicalType.ListType(),
                group("list", Repetition.REPEATED, null, element));
    }

    private static Field map(String name, Field... keyAndValue) {
        return group(
                name,
                Repetition.OPTIONAL,
                new LogicalType.MapType(),
                group("key_value", Repetition.REPEATED, null, keyAndValue));
    }

    private static Schema schema(Field... fields) {
        return new Schema("row", List.of(fields));
    }

    private static List<Vector> columns(BatchBuilder builder) {
        Batch batch = builder.build();
        return batch.columns();
    }

    @Test
    void containsValuesOfEachPhysicalType() {
        Schema schema = schema(
                leaf("z", PhysicalType.BOOLEAN),
                leaf("i", PhysicalType.INT32),
                leaf("l", PhysicalType.INT64),
                leaf("i96", PhysicalType.INT96),
                leaf("f", PhysicalType.FLOAT),
                leaf("d", PhysicalType.DOUBLE),
                leaf("s", PhysicalType.BYTE_ARRAY),
                new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, null, null));
        RecordValue row = new RecordValue(schema)
                .setBoolean("z", true)
                .setInt("i", -5)
                .setLong("l", Long.MIN_VALUE)
                .setBinary("i96", new byte[12])
                .setFloat("f", -0.0f)
                .setDouble("d", 1e300)
                .setString("s", "grün")
                .setBinary("x", new byte[] {1, 2});
        BatchBuilder builder = new BatchBuilder(schema);
        builder.append(row);
        List<Vector> columns = columns(builder);
        assertThat(((BooleanVector) columns.get(0)).values()[0]).isTrue();
        assertThat(((IntVector) columns.get(1)).values()[0]).isEqualTo(-5);
        assertThat(((LongVector) columns.get(2)).values()[0]).isEqualTo(Long.MIN_VALUE);
        assertThat(((FixedBinaryVector) columns.get(3)).width()).isEqualTo(12);
        assertThat(((FloatVector) columns.get(4)).values()[0]).isEqualTo(-0.0f);
        assertThat(((DoubleVector) columns.get(5)).values()[0]).isEqualTo(1e300);
        assertThat(texts(columns.get(6))).containsExactly("grün");
        assertThat(((FixedBinaryVector) columns.get(7)).bytes()).startsWith(1, 2);
        assertThat(columns).noneMatch(column -> column.isNull(0));
    }

    @Test
    void unsetAndClearedFieldsAreNull() {
        Schema schema = schema(
                leaf("i", PhysicalType.INT32),
                list("l", leaf("element", PhysicalType.INT32)),
                group("g", Repetition.OPTIONAL, null, leaf("a", PhysicalType.INT32)));
        RecordValue row = new RecordValue(schema);
        BatchBuilder builder = new BatchBuilder(schema);
        builder.append(row);
        row.setInt("i", 1).list("l").addInt(2);
        row.struct("g").setInt("a", 3);
        builder.append(row);
        row.setNull("i");
        row.struct("g");
        builder.append(row);
        row.clear();
        builder.append(row);
        List<Vector> columns = columns(builder);
        assertThat(nulls(columns.get(0))).containsExactly(true, false, true, true);
        assertThat(nulls(columns.get(1))).containsExactly(true, false, false, true);
        assertThat(nulls(columns.get(2))).containsExactly(true, false, false, true);
        assertThat(nulls(((StructVector) columns.get(2)).children().get(0))).containsExactly(true, false, true, true);
    }

    @Test
    void containsListsOfGroupsWithLists() {
        Schema schema = schema(list(
                "l",
                group(
                        "element",
                        Repetition.OPTIONAL,
                        null,
                        leaf("a", PhysicalType.INT32),
                        list("inner", leaf("element", PhysicalType.BYTE_ARRAY)))));
        RecordValue row = new RecordValue(schema);
        BatchBuilder builder = new BatchBuilder(schema);
        for (int i = 0; i < 2; i++) {
            ListValue outer = row.list("l");
            outer.addStruct().setInt("a", i).list("inner").addString("p" + i).addNull();
            outer.addNull();
            outer.addStruct().list("inner");
            assertThat(outer.size()).isEqualTo(3);
            builder.append(row);
        }
        ListVector outer = (ListVector) columns(builder).get(0);
        assertThat(outer.offsets()).startsWith(0, 3, 6);
        StructVector elements = (StructVector) outer.elements();
        assertThat(nulls(elements)).containsExactly(false, true, false, false, true, false);
        assertThat(nulls(elements.children().get(0))).containsExactly(false, true, true, false, true, true);
        ListVector inner = (ListVector) elements.children().get(1);
        assertThat(inner.offsets()).startsWith(0, 2, 2, 2, 4, 4, 4);
        assertThat(texts(inner.elements())).containsExactly("p0", null, "p1", null);
    }

    @Test
    void containsMapsWithAndWithoutValues() {
        Schema schema = schema(
                map("m", leaf("key", PhysicalType.BYTE_ARRAY), leaf("value", PhysicalType.INT64)),
                map("s", leaf("key", PhysicalType.INT32)));
        RecordValue row = new RecordValue(schema);
        MapValue map = row.map("m");
        map.keys().addString("a").addString("b");
        map.values().addLong(1).addNull();
        row.map("s").keys().addInt(7);
        BatchBuilder builder = new BatchBuilder(schema);
        builder.append(row);
        MapVector entries = (MapVector) columns(builder).get(0);
        assertThat(entries.offsets()).startsWith(0, 2);
        assertThat(texts(entries.keys())).containsExactly("a", "b");
        assertThat(nulls(entries.values())).containsExactly(false, true);
        MapVector set = (MapVector) columns(builder).get(1);
        assertThat(((IntVector) set.keys()).values()).startsWith(7);
        assertThat(set.values()).isNull();
        assertThatThrownBy(() -> row.map("s").values()).isInstanceOf(InvalidDataException.class);
        map.keys().addString("c");
        assertThatThrownBy(() -> builder.append(row))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("the map m has 3 keys and 2 values");
    }

    @Test
    void unsetRepeatedFieldsAreEmpty() {
        Schema schema = schema(new PrimitiveField("r", Repetition.REPEATED, PhysicalType.INT32));
        BatchBuilder builder = new BatchBuilder(schema);
        RecordValue row = new RecordValue(schema);
        builder.append(row);
        row.list("r").addInt(1).addInt(2);
        builder.append(row);
        ListVector column = (ListVector) columns(builder).get(0);
        assertThat(nulls(column)).containsExactly(false, false);
        assertThat(column.offsets()).startsWith(0, 0, 2);
    }

    @Test
    void rejectsValuesOfOtherTypes() {
        Schema schema = schema(
                leaf("i", PhysicalType.INT32),
                list("l", leaf("element", PhysicalType.INT32)),
                new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, null, null));
        RecordValue row = new RecordValue(schema);
        assertThatThrownBy(() -> row.setLong("i", 1))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field i is INT32, and was given INT64");
        assertThatThrownBy(() -> row.setString("l", ""))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field l is a list, and was given BYTE_ARRAY");
        assertThatThrownBy(() -> row.map("i"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("field i is INT32, and was given a map");
        assertThatThrownBy(() -> row.setBinary("x", new byte[3]))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("2 bytes")
                .hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> row.setInt("y", 1))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("there is no field y in the schema");
        ListValue list = row.list("l");
        assertThatThrownBy(() -> list.addString("")).isInstanceOf(InvalidDataException.class);
        assertThat(list.size()).isZero();
    }

    @Test
    void rejectsRecordsOfOtherSchema() {
        Schema schema = schema(leaf("i", PhysicalType.INT32));
        BatchBuilder builder = new BatchBuilder(schema);
        builder.append(new RecordValue(schema(leaf("i", PhysicalType.INT32))));
        assertThatThrownBy(() -> builder.append(new RecordValue(schema(leaf("j", PhysicalType.INT32)))))
                .isInstanceOf(InvalidDataException.class);
    }

    private static List<Boolean> nulls(Vector vector) {
        return IntStream.range(0, vector.length()).mapToObj(vector::isNull).toList();
    }

    private static String[] texts(Vector vector) {
        BinaryVector binary = (BinaryVector) vector;
        String[] texts = new String[binary.length()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = binary.isNull(i)
                    ? null
                    : new String(binary.bytes(), binary.starts()[i], binary.lengths()[i], StandardCharsets.UTF_8);
        }
        return texts;
    }
}
