package io.pq2.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fails if an entry of parquet.thrift has no record, enum or union in this library. */
class IdlCoverageTest {

    private static final Map<String, Class<?>> OTHER_NAMES = Map.of(
            "Type", PhysicalType.class,
            "FieldRepetitionType", Repetition.class,
            "EdgeInterpolationAlgorithm", EdgeInterpolation.class,
            "TimeUnit", TimeUnit.class,
            "UUIDType", LogicalType.UuidType.class,
            "NullType", LogicalType.UnknownType.class,
            "LogicalType", LogicalType.class);

    private static final Map<String, String> COMPONENTS_OF_LOGICAL_TYPES =
            Map.of("isAdjustedToUTC", "utc", "isSigned", "signed", "specification_version", "specificationVersion");

    static Stream<ThriftIdl.Entry> enumConstants() {
        return ThriftIdl.entries().stream().filter(entry -> entry.kind().equals("enum"));
    }

    static Stream<ThriftIdl.Entry> unionMembers() {
        return ThriftIdl.entries().stream().filter(entry -> entry.kind().equals("union"));
    }

    /** Returns all structs except the members of unions that are enums in this library. */
    static Stream<String> structs() {
        Set<String> inEnums = unionMembers()
                .filter(entry -> classOf(entry.type()).isEnum())
                .map(ThriftIdl.Entry::valueType)
                .collect(Collectors.toSet());
        return ThriftIdl.entries().stream()
                .filter(entry -> entry.kind().equals("struct"))
                .map(ThriftIdl.Entry::type)
                .distinct()
                .filter(name -> !inEnums.contains(name));
    }

    @ParameterizedTest
    @MethodSource("enumConstants")
    void enumConstantsHaveTheNumbersOfTheIdl(ThriftIdl.Entry entry) throws ReflectiveOperationException {
        assertThat(number(constant(entry))).isEqualTo(entry.id());
    }

    @ParameterizedTest
    @MethodSource("unionMembers")
    void unionMembersAreConstantsOrRecords(ThriftIdl.Entry entry) throws ReflectiveOperationException {
        Class<?> union = classOf(entry.type());
        if (union.isEnum()) {
            int first = union == TimeUnit.class ? 1 : 0; // Members count from 1, ordinals from 0.
            assertThat(number(constant(entry)) + first).isEqualTo(entry.id());
        } else {
            assertThat(union).isAssignableFrom(classOf(entry.valueType()));
        }
    }

    @ParameterizedTest
    @MethodSource("structs")
    void fieldsAreComponentsInTheOrderOfTheIdl(String struct) {
        Class<?> type = classOf(struct);
        assertThat(type.isRecord()).as(struct).isTrue();
        boolean logicalType = LogicalType.class.isAssignableFrom(type);
        List<String> expected = ThriftIdl.entries().stream()
                .filter(entry -> entry.type().equals(struct) && entry.member() != null)
                .map(entry -> logicalType
                        ? COMPONENTS_OF_LOGICAL_TYPES.getOrDefault(entry.member(), entry.member())
                        : ThriftIdl.camelCase(entry.member()))
                .toList();
        List<String> actual = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.startsWith("unknown"))
                .toList();
        if (logicalType) {
            assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
        } else {
            assertThat(actual).containsExactlyElementsOf(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("structs")
    void optionalFieldsAreNullable(String struct) {
        for (String field : ThriftIdl.optionalFields(struct)) {
            RecordComponent component = Arrays.stream(classOf(struct).getRecordComponents())
                    .filter(candidate -> candidate.getName().equals(field))
                    .findFirst()
                    .orElseThrow();
            assertThat(component.getType().isPrimitive())
                    .as(struct + "." + field)
                    .isFalse();
        }
    }

    private static Enum<?> constant(ThriftIdl.Entry entry) {
        return Arrays.stream((Enum<?>[]) classOf(entry.type()).getEnumConstants())
                .filter(constant -> constant.name().equals(entry.member()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no constant for " + entry));
    }

    private static int number(Enum<?> constant) throws ReflectiveOperationException {
        return constant.getDeclaringClass().getPackage() == PhysicalType.class.getPackage()
                ? constant.ordinal()
                : (int) constant.getDeclaringClass().getMethod("id").invoke(constant);
    }

    private static Class<?> classOf(String name) {
        if (OTHER_NAMES.containsKey(name)) {
            return OTHER_NAMES.get(name);
        }
        return Stream.of("io.pq2.metadata." + name, "io.pq2.schema.LogicalType$" + name)
                .map(IdlCoverageTest::classOrNull)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no class for " + name));
    }

    private static Class<?> classOrNull(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
