package io.pq2.internal.variant.shred;

import io.pq2.internal.variant.EncodedValue;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantShredding;
import io.pq2.variant.VariantType;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The types of the values at one path of the sampled variants. It keeps counts and types but no values, so that its
 * size depends only on the number of paths.
 */
final class ObservedValues {

    /** Paths of one column that are observed; fields that occur first after that are not shredded. */
    static final int MAX_PATHS = 10_000;

    /** The levels of a schema from the group of an object to that of a field: typed_value and the field. */
    private static final int OBJECT_LEVELS = 2;

    /** The levels of a schema from the group of an array to that of an element: typed_value, list and element. */
    private static final int ARRAY_LEVELS = 3;

    /** Bytes of the longest name of a field that is shredded. */
    private static final int MAX_NAME_BYTES = 256;

    private final VariantShredding options;
    private final Paths paths;

    /** The number of values, of arrays that contain them also of elements. */
    private int count;

    /** The type of all values so far: of exact numbers INT64; NULL before another type. Null if they differ. */
    private @Nullable VariantType type = VariantType.NULL;

    /** The range of exact numbers; absent for other types. */
    private @Nullable NumberRange range;

    /** With {@link VariantShredding#keepNumberTypes}, the type of all numbers. */
    private @Nullable VariantType numberType;

    private final Map<String, ObservedValues> fields = new TreeMap<>();
    private @Nullable ObservedValues element;

    /** Counts the paths of a column. */
    static final class Paths {
        private int count;
    }

    ObservedValues(VariantShredding options, Paths paths) {
        this.options = options;
        this.paths = paths;
    }

    int count() {
        return count;
    }

    /**
     * Adds a value.
     *
     * @param depth the number of levels of objects and arrays that may still be shredded
     * @throws io.pq2.exception.CorruptFileException if the value violates the encoding
     */
    void add(EncodedValue value, MetadataNames names, int depth) {
        count++;
        VariantType valueType = value.type();
        if (type == null || valueType == VariantType.NULL) {
            return;
        }
        boolean number = isNumber(valueType);
        if (!accept(number ? VariantType.INT64 : valueType, depth) || number && !addNumber(value)) {
            giveUp();
        } else if (valueType == VariantType.OBJECT) {
            addFields(value, names, depth - 1);
        } else if (valueType == VariantType.ARRAY) {
            addElements(value, names, depth - 1);
        }
    }

    private static boolean isNumber(VariantType type) {
        return switch (type) {
            case INT8, INT16, INT32, INT64, DECIMAL4, DECIMAL8, DECIMAL16 -> true;
            default -> false;
        };
    }

    /** Whether all values have one type, including the next one. */
    private boolean accept(VariantType next, int depth) {
        boolean nested = next == VariantType.OBJECT || next == VariantType.ARRAY;
        boolean allowed = nested ? depth > 0 : options.types().contains(next);
        if (!allowed || type != VariantType.NULL && type != next) {
            return false;
        }
        type = next;
        return true;
    }

    /** Decides that the values have no common type. */
    void giveUp() {
        type = null;
        range = null;
        fields.clear();
        element = null;
    }

    private boolean addNumber(EncodedValue value) {
        if (value.type().ordinal() >= VariantType.DECIMAL4.ordinal()
                && value.type().ordinal() <= VariantType.DECIMAL16.ordinal()
                && value.scale() > 38) {
            return false;
        }
        NumberRange next = NumberRange.of(value);
        if (options.keepNumberTypes()) {
            boolean first = numberType == null;
            boolean same = first || numberType == value.type() && range != null && range.scale() == next.scale();
            numberType = value.type();
            range = next;
            return same;
        }
        range = range == null ? next : range.with(next);
        return range != null;
    }

    private void addFields(EncodedValue object, MetadataNames names, int depth) {
        long bytes = 0;
        for (int i = 0; i < object.count(); i++) {
            EncodedValue child = object.child(i);
            bytes += child.size();
            ArrayShredder.checkDisjoint(object, bytes);
            ObservedValues field = field(names.text(object.fieldId(i)));
            if (field != null) {
                field.add(child, names, depth);
            }
        }
    }

    private @Nullable ObservedValues field(String name) {
        ObservedValues field = fields.get(name);
        if (field == null && paths.count < MAX_PATHS && isColumnName(name)) {
            paths.count++;
            field = new ObservedValues(options, paths);
            fields.put(name, field);
        }
        return field;
    }

    /** Whether the bytes of a name are UTF-8, and not too many for a footer. */
    private static boolean isColumnName(String name) {
        return name.indexOf('\uFFFD') < 0 && name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES;
    }

    private void addElements(EncodedValue array, MetadataNames names, int depth) {
        if (element == null) {
            element = new ObservedValues(options, paths);
        }
        long bytes = 0;
        for (int i = 0; i < array.count(); i++) {
            EncodedValue child = array.child(i);
            bytes += child.size();
            ArrayShredder.checkDisjoint(array, bytes);
            element.add(child, names, depth);
        }
    }

    /**
     * Returns the type of the column.
     *
     * @param least the number of values that a field needs to be shredded
     * @param budget the number of columns that may be added, which is reduced
     * @param levels the number of levels of the schema that may be added below the group
     */
    ShreddedType type(int least, ColumnBudget budget, int levels) {
        if (!budget.take() || type == null || type == VariantType.NULL) {
            return ShreddedType.UNTYPED;
        } else if (type == VariantType.OBJECT) {
            return levels <= OBJECT_LEVELS ? ShreddedType.UNTYPED : objectType(least, budget, levels - OBJECT_LEVELS);
        } else if (type == VariantType.ARRAY) {
            return levels <= ARRAY_LEVELS ? ShreddedType.UNTYPED : arrayType(least, budget, levels - ARRAY_LEVELS);
        }
        budget.take();
        return range == null ? new ShreddedType.PrimitiveType(type) : numberType(range);
    }

    private ShreddedType numberType(NumberRange numbers) {
        VariantType kept = numberType;
        if (kept == null) {
            return numbers.type();
        }
        return switch (kept) {
            case DECIMAL4 -> decimal(9, numbers.scale());
            case DECIMAL8 -> decimal(18, numbers.scale());
            case DECIMAL16 -> decimal(38, numbers.scale());
            default -> new ShreddedType.PrimitiveType(kept);
        };
    }

    /** Returns a decimal type that is read as the same type; {@code variant} if there is none. */
    private static ShreddedType decimal(int digits, int scale) {
        return scale > digits ? ShreddedType.UNTYPED : new ShreddedType.DecimalType(digits, scale);
    }

    private ShreddedType arrayType(int least, ColumnBudget budget, int levels) {
        return new ShreddedType.ArrayType(element == null ? ShreddedType.UNTYPED : element.type(least, budget, levels));
    }

    private ShreddedType objectType(int least, ColumnBudget budget, int levels) {
        Map<String, ShreddedType> shredded = new LinkedHashMap<>();
        fields.forEach((name, field) -> {
            if (field.count >= least && budget.isLeft()) {
                shredded.put(name, field.type(least, budget, levels));
            }
        });
        return shredded.isEmpty() ? ShreddedType.UNTYPED : new ShreddedType.ObjectType(shredded);
    }
}
