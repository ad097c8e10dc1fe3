package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadOptionsTest {

    @Test
    void aBuilderOfOptionsHasEachOfThem() throws ReflectiveOperationException {
        ReadOptions.Builder builder = ReadOptions.builder();
        List<Method> setters = Arrays.stream(ReadOptions.Builder.class.getMethods())
                .filter(method -> method.getReturnType() == ReadOptions.Builder.class)
                .toList();
        for (Method setter : setters) {
            Object old = value(ReadOptions.DEFAULT, setter);
            setter.invoke(builder, other(old));
        }
        ReadOptions options = builder.build();
        ReadOptions copy = options.toBuilder().build();

        assertThat(setters).hasSizeGreaterThan(20);
        for (Method setter : setters) {
            assertThat(value(options, setter)).as(setter.getName()).isNotEqualTo(value(ReadOptions.DEFAULT, setter));
            assertThat(value(copy, setter)).as(setter.getName()).isEqualTo(value(options, setter));
        }
    }

    private static Object value(ReadOptions options, Method setter) throws ReflectiveOperationException {
        return ReadOptions.class.getMethod(setter.getName()).invoke(options);
    }

    private static Object other(Object value) {
        if (value instanceof Boolean flag) {
            return !flag;
        } else if (value instanceof Integer number) {
            return number + 100;
        } else if (value instanceof Long number) {
            return number + 100;
        }
        Object[] constants = value.getClass().getEnumConstants();
        return constants[(((Enum<?>) value).ordinal() + 1) % constants.length];
    }
}
