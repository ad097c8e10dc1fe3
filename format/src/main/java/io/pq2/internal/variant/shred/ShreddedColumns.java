package io.pq2.internal.variant.shred;

import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The variants of a schema that a writer shreds, and how. A variant is named by the dotted path of its group.
 *
 * @param options the options of each variant, in the order of the schema
 */
public record ShreddedColumns(Map<String, VariantShredding> options) {

    /**
     * Finds the variants of a schema that are to be shredded.
     *
     * @param optionsOf returns the options of the variant with a path
     * @param isVariant whether a group that lacks the annotation VARIANT is a variant too, by its path
     */
    public static ShreddedColumns of(
            Schema schema, Function<String, VariantShredding> optionsOf, BiPredicate<String, GroupField> isVariant) {
        Map<String, VariantShredding> found = new LinkedHashMap<>();
        find(schema.shape(), isVariant, path -> {
            VariantShredding options = optionsOf.apply(path);
            if (!options.isNone()) {
                found.put(path, options);
            }
        });
        return new ShreddedColumns(found);
    }

    /** Passes the paths of all variants but those in the keys of maps. */
    private static void find(Shape shape, BiPredicate<String, GroupField> isVariant, Consumer<String> found) {
        if (shape instanceof Shape.Struct struct) {
            String path = pathOfLeaves(struct);
            GroupField field = struct.field();
            if (path != null
                    && field != null
                    && ShreddedFields.isUnshredded(field)
                    && (field.logicalType() instanceof LogicalType.VariantType || isVariant.test(path, field))) {
                found.accept(path);
                return;
            }
            struct.children().forEach(child -> find(child, isVariant, found));
        } else if (shape instanceof Shape.Array array) {
            find(array.element(), isVariant, found);
        } else if (shape instanceof Shape.Map map && map.value() != null) {
            find(map.value(), isVariant, found);
        }
    }

    /** Whether the type of a variant is inferred. */
    public boolean isInferred() {
        return options.values().stream().anyMatch(VariantShredding::inferred);
    }

    /** Returns the types that are given. */
    public Map<String, ShreddedType> givenTypes() {
        Map<String, ShreddedType> types = new LinkedHashMap<>();
        options.forEach((path, option) -> {
            if (!option.inferred()) {
                types.put(path, option.type());
            }
        });
        return types;
    }

    /**
     * Returns the schema of the file.
     *
     * @param types the type of each variant
     */
    public static Schema shredded(Schema schema, Map<String, ShreddedType> types) {
        return types.isEmpty() ? schema : new Schema(schema.name(), shredded(schema.fields(), "", types));
    }

    private static List<Field> shredded(List<Field> fields, String prefix, Map<String, ShreddedType> types) {
        List<Field> shredded = new ArrayList<>(fields.size());
        for (Field field : fields) {
            String path = prefix + field.name();
            ShreddedType type = types.get(path);
            if (!(field instanceof GroupField group)) {
                shredded.add(field);
            } else if (type != null) {
                shredded.add(ShreddedFields.shredded(group, type));
            } else {
                shredded.add(new GroupField(
                        group.name(),
                        group.repetition(),
                        shredded(group.fields(), path + ".", types),
                        group.logicalType(),
                        group.fieldId()));
            }
        }
        return shredded;
    }

    /** Makes results for the columns that contain variants. */
    interface Builder<T> {

        T variant(Shape.Struct shape, String path);

        /** @param fields a result for each field; absent for fields without variants */
        T struct(String path, List<@Nullable T> fields);

        T list(String path, T element);

        T map(String path, T value);
    }

    /**
     * Returns the result for a column; absent when it contains none of the variants.
     *
     * @param variants the paths of the variants
     */
    static <T> @Nullable T build(Shape shape, Set<String> variants, Builder<T> builder) {
        if (shape instanceof Shape.Struct struct) {
            String path = pathOfLeaves(struct);
            if (path != null && variants.contains(path)) {
                return builder.variant(struct, path);
            }
            List<@Nullable T> fields = new ArrayList<>();
            for (Shape child : struct.children()) {
                fields.add(build(child, variants, builder));
            }
            return fields.stream().allMatch(Objects::isNull) ? null : builder.struct(struct.name(), fields);
        } else if (shape instanceof Shape.Array array) {
            T element = build(array.element(), variants, builder);
            return element == null ? null : builder.list(array.name(), element);
        } else if (shape instanceof Shape.Map map && map.value() != null) {
            T value = build(map.value(), variants, builder);
            return value == null ? null : builder.map(map.name(), value);
        }
        return null;
    }

    /** Returns the dotted path of a group that begins with a leaf; absent otherwise. */
    private static @Nullable String pathOfLeaves(Shape.Struct group) {
        if (group.field() != null
                && !group.children().isEmpty()
                && group.children().get(0) instanceof Shape.Leaf leaf) {
            List<String> path = leaf.column().path();
            return String.join(".", path.subList(0, path.size() - 1));
        }
        return null;
    }
}
