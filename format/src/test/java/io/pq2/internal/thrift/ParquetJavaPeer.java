package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.ThriftIdl;
import java.io.ByteArrayInputStream;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TEnum;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.TFieldIdEnum;
import shaded.parquet.org.apache.thrift.TUnion;
import shaded.parquet.org.apache.thrift.meta_data.FieldMetaData;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** Compares records with the structures that parquet-java's generated code reads from the same bytes. */
final class ParquetJavaPeer {

    private ParquetJavaPeer() {}

    static <T extends TBase<?, ?>> T read(T target, byte[] bytes) {
        try {
            target.read(new TCompactProtocol(new TIOStreamTransport(new ByteArrayInputStream(bytes))));
        } catch (TException e) {
            throw new IllegalArgumentException(e);
        }
        return target;
    }

    /** Fails unless the record and the peer's structure have the same fields. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Generated code has no common type with known parameters.
    static void assertSame(String path, Object actual, TBase expected) {
        Map<? extends TFieldIdEnum, FieldMetaData> fields = FieldMetaData.getStructMetaDataMap(expected.getClass());
        for (TFieldIdEnum field : fields.keySet()) {
            String name = path + "." + field.getFieldName();
            Object mine = component(actual, ThriftIdl.camelCase(field.getFieldName()));
            if (!expected.isSet(field)) {
                assertThat(mine).as(name).isNull();
                continue;
            }
            assertSameValue(name, mine, expected.getFieldValue(field));
        }
    }

    private static void assertSameValue(String path, Object actual, Object expected) {
        if (expected instanceof List<?> list) {
            List<?> mine = (List<?>) actual;
            assertThat(mine).as(path).hasSameSizeAs(list);
            for (int i = 0; i < list.size(); i++) {
                assertSameValue(path + "[" + i + "]", mine.get(i), list.get(i));
            }
        } else if (expected instanceof ByteBuffer || expected instanceof byte[]) {
            assertThat((byte[]) actual).as(path).isEqualTo(bytes(expected));
        } else if (expected instanceof TEnum constant) {
            assertThat(number(actual)).as(path).isEqualTo(constant.getValue());
        } else if (expected instanceof TUnion<?, ?> union) {
            assertSameUnion(path, actual, union);
        } else if (expected instanceof TBase<?, ?> struct) {
            assertThat(actual).as(path).isNotNull();
            assertSame(path, actual, struct);
        } else if (expected instanceof Number number && !(expected instanceof Double)) {
            assertThat(((Number) actual).longValue()).as(path).isEqualTo(number.longValue());
        } else {
            assertThat(actual).as(path).isEqualTo(expected);
        }
    }

    private static void assertSameUnion(String path, Object actual, TUnion<?, ?> expected) {
        if (expected.getSetField() == null) { // parquet-java does not know the newer member.
            assertThat(actual.toString()).as(path).doesNotContain("TYPE_ORDER");
            return;
        }
        if (actual instanceof Enum<?>) {
            assertThat(number(actual)).as(path).isEqualTo((int)
                    expected.getSetField().getThriftFieldId());
            return;
        }
        assertThat(actual).as(path).isNotNull();
        Object member = expected.getFieldValue();
        String expectedType = member.getClass().getSimpleName();
        String name = expectedType.equals("NullType") ? "UnknownType" : expectedType;
        assertThat(actual.getClass().getSimpleName()).as(path).isEqualToIgnoringCase(name);
        if (!(actual instanceof io.pq2.schema.LogicalType)) {
            assertSame(path, actual, (TBase<?, ?>) member);
            return;
        }
        // Components of logical types have other names than in the IDL, but the same order.
        List<String> expectedValues = new ArrayList<>();
        flatten((TBase<?, ?>) member, expectedValues);
        List<String> actualValues = new ArrayList<>();
        for (RecordComponent c : actual.getClass().getRecordComponents()) {
            Object value = component(actual, c.getName());
            if (value != null) {
                actualValues.add(value.toString());
            }
        }
        assertThat(actualValues).as(path).containsExactlyInAnyOrderElementsOf(expectedValues);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Generated code has no common type with known parameters.
    private static void flatten(TBase struct, List<String> values) {
        Map<? extends TFieldIdEnum, FieldMetaData> fields = FieldMetaData.getStructMetaDataMap(struct.getClass());
        for (TFieldIdEnum field : fields.keySet()) {
            if (struct.isSet(field)) {
                Object value = struct.getFieldValue(field);
                values.add(
                        value instanceof TUnion<?, ?> unit ? unit.getSetField().getFieldName() : value.toString());
            }
        }
    }

    private static byte[] bytes(Object binary) {
        if (binary instanceof byte[] array) {
            return array;
        }
        ByteBuffer buffer = ((ByteBuffer) binary).duplicate();
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        return copy;
    }

    private static int number(Object constant) {
        try {
            return (int) constant.getClass().getMethod("id").invoke(constant);
        } catch (NoSuchMethodException e) {
            return ((Enum<?>) constant).ordinal();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Object component(Object structure, String name) {
        try {
            return structure.getClass().getMethod(name).invoke(structure);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(structure.getClass() + "." + name, e);
        }
    }
}
