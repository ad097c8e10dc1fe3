package io.pq2.it.interop;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.Repetition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The position of a value in its row.
 *
 * <p>A field of a row is null, a {@link Leaf}, or a {@link List}: the elements of a list, the field values of a struct,
 * or the (key, value) pairs of a map. The first and the last rows are null if the field is optional.
 */
enum Nesting {
    REQUIRED {
        @Override
        Field field(String name, LeafType type) {
            return type.field(name, Repetition.REQUIRED);
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return next.get();
        }
    },
    OPTIONAL {
        @Override
        Field field(String name, LeafType type) {
            return type.field(name, Repetition.OPTIONAL);
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return index % 5 == 3 ? null : next.get();
        }
    },
    OPTIONAL_STRUCT {
        @Override
        Field field(String name, LeafType type) {
            return new GroupField(name, Repetition.OPTIONAL, List.of(type.field("a", Repetition.OPTIONAL)));
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return index % 5 == 3 ? null : list(index % 5 == 4 ? null : next.get());
        }
    },
    LIST {
        @Override
        Field field(String name, LeafType type) {
            return GroupField.list(name, Repetition.OPTIONAL, type.field("element", Repetition.OPTIONAL));
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return switch (index % 5) {
                case 0 -> list(next.get());
                case 1 -> list();
                case 2 -> list((Object) null);
                case 3 -> null;
                default -> list(next.get(), null, next.get(), next.get());
            };
        }
    },
    LIST_OF_LISTS {
        @Override
        Field field(String name, LeafType type) {
            return GroupField.list(
                    name,
                    Repetition.OPTIONAL,
                    GroupField.list("element", Repetition.OPTIONAL, type.field("element", Repetition.OPTIONAL)));
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return switch (index % 7) {
                case 0 -> list(list(next.get()), list(next.get(), next.get()));
                case 1 -> list();
                case 2 -> list((Object) null);
                case 3 -> null;
                case 4 -> list(list(), list(next.get(), null));
                case 5 -> list(list((Object) null));
                default -> list(list(next.get()), null, list());
            };
        }
    },
    LIST_OF_STRUCTS {
        @Override
        Field field(String name, LeafType type) {
            Field struct = new GroupField(
                    "element",
                    Repetition.OPTIONAL,
                    List.of(
                            type.field("a", Repetition.OPTIONAL),
                            LeafTypes.INDEX.field(SECOND_FIELD, Repetition.REQUIRED)));
            return GroupField.list(name, Repetition.OPTIONAL, struct);
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            Leaf second = new Leaf(LeafTypes.INDEX, index);
            return switch (index % 5) {
                case 0 -> list(list(next.get(), second));
                case 1 -> list();
                case 2 -> list((Object) null);
                case 3 -> null;
                default -> list(list(next.get(), second), list(null, second), null, list(next.get(), second));
            };
        }
    },
    MAP {
        @Override
        Field field(String name, LeafType type) {
            return GroupField.map(
                    name,
                    Repetition.OPTIONAL,
                    LeafTypes.KEY.field("key", Repetition.REQUIRED),
                    type.field("value", Repetition.OPTIONAL));
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            return switch (index % 5) {
                case 0 -> list(entry(0, next.get()));
                case 1 -> list();
                case 2 -> list(entry(2, null));
                case 3 -> null;
                default -> list(entry(0, next.get()), entry(1, null), entry(2, next.get()));
            };
        }
    },
    /** Returns a repeated field outside a LIST group. */
    REPEATED {
        @Override
        Field field(String name, LeafType type) {
            return type.field(name, Repetition.REPEATED);
        }

        @Override
        Object row(int index, Supplier<Leaf> next) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < index % 4; i++) {
                values.add(next.get());
            }
            return values;
        }
    };

    /** A value as the file stores it. */
    record Leaf(LeafType type, Object stored) {}

    /** The second field of structs in lists, of type {@link LeafTypes#INDEX}. */
    static final String SECOND_FIELD = "b";

    abstract Field field(String name, LeafType type);

    abstract Object row(int index, Supplier<Leaf> next);

    /** Returns a number of rows; the first and the last are null if the field is optional. */
    List<Object> rows(int count, LeafType type) {
        Supplier<Leaf> values = new Supplier<>() {
            private int given;

            @Override
            public Leaf get() {
                int index = given++;
                return type.values().isEmpty()
                        ? null
                        : new Leaf(type, type.values().get(index % type.values().size()));
            }
        };
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean edge = (i == 0 || i == count - 1) && this != REQUIRED && this != REPEATED;
            rows.add(edge ? null : row(i, values));
        }
        return rows;
    }

    /** Whether the nesting supports a type: a type whose values are always null needs an optional field. */
    boolean supports(LeafType type) {
        return !type.values().isEmpty() || this != REQUIRED && this != REPEATED;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static List<Object> list(Object... values) {
        return Arrays.asList(values);
    }

    private static List<Object> entry(int key, Leaf value) {
        return list(new Leaf(LeafTypes.KEY, ("key " + key).getBytes(StandardCharsets.UTF_8)), value);
    }
}
