package io.pq2.internal.schema.tree;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.ConvertedType;
import io.pq2.metadata.SchemaElement;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts between schemas and the lists of schema elements in footers. */
public final class SchemaElements {

    private static final int MAX_DEPTH = 200;

    /**
     * Maximum number of names in the paths of all leaves. In a deep and wide schema the paths can be much larger than
     * the footer.
     */
    private static final long MAX_PATH_NAMES = 4_000_000;

    private final List<SchemaElement> elements;
    private final @Nullable Repetition missing;
    private int position = 1;
    private long pathNames;

    private SchemaElements(List<SchemaElement> elements, @Nullable Repetition missing) {
        this.elements = elements;
        this.missing = missing;
    }

    /**
     * Returns the schema that a list of elements describes.
     *
     * <p>If an element has no {@code logicalType}, its {@code converted_type} is used. A logical type that is not
     * allowed for its field becomes a {@link LogicalType.UnrecognizedType}. Fields of a group may have equal names, and
     * a group may have no fields. A type on the root or on an element with children is ignored.
     *
     * @param elements elements of the tree, depth first, from the root on
     * @throws CorruptFileException if the elements are not a tree, or one of them violates the specification of
     *     SchemaElement
     * @throws UnsupportedFeatureException if the tree has more than 200 levels or its paths are too large
     */
    public static Schema toSchema(List<SchemaElement> elements) {
        return toSchema(elements, null);
    }

    /**
     * Returns the schema that a list of elements describes.
     *
     * @param missing the repetition of fields that have none, against the specification; null if that is an error
     */
    public static Schema toSchema(List<SchemaElement> elements, @Nullable Repetition missing) {
        if (elements.isEmpty()) {
            throw new CorruptFileException("FileMetaData.schema: empty, expected a root");
        }
        SchemaElement root = elements.get(0);
        SchemaElements reader = new SchemaElements(elements, missing);
        List<Field> fields = reader.children(root, 1);
        if (reader.position != elements.size()) {
            throw new CorruptFileException("FileMetaData.schema: " + elements.size() + " elements, expected "
                    + reader.position + " by their num_children");
        }
        return new Schema(root.name(), fields);
    }

    private List<Field> children(SchemaElement parent, int depth) {
        int count = parent.numChildren() == null ? 0 : parent.numChildren();
        int left = elements.size() - position;
        if (count < 0 || count > left) {
            throw new CorruptFileException("SchemaElement.num_children: " + count + " in " + parent.name()
                    + ", expected 0 to " + left + ", the remaining elements");
        }
        if (depth > MAX_DEPTH) {
            throw new UnsupportedFeatureException(
                    "FileMetaData.schema: more than " + MAX_DEPTH + " levels, at " + parent.name());
        }
        // Every group may claim all remaining elements, so the claim is no capacity.
        List<Field> fields = new ArrayList<>(Math.min(count, 16));
        for (int i = 0; i < count; i++) {
            fields.add(field(depth));
        }
        return fields;
    }

    private Field field(int depth) {
        if (position == elements.size()) {
            throw new CorruptFileException(
                    "FileMetaData.schema: " + position + " elements, expected more by num_children");
        }
        SchemaElement element = elements.get(position++);
        Repetition repetition = element.repetitionType() == null ? missing : element.repetitionType();
        if (repetition == null) {
            throw new CorruptFileException("SchemaElement.repetition_type: missing in " + element.name());
        }
        PhysicalType type = element.type();
        return type != null && element.isLeaf()
                ? leaf(element, repetition, type, depth)
                : group(element, repetition, depth);
    }

    private GroupField group(SchemaElement element, Repetition repetition, int depth) {
        List<Field> fields = children(element, depth + 1);
        LogicalType annotation = LogicalTypes.onGroup(LogicalTypes.of(element));
        return new GroupField(element.name(), repetition, fields, annotation, element.fieldId());
    }

    private PrimitiveField leaf(SchemaElement element, Repetition repetition, PhysicalType type, int depth) {
        pathNames += depth;
        if (pathNames > MAX_PATH_NAMES) {
            throw new UnsupportedFeatureException(
                    "FileMetaData.schema: the paths of its leaves have more than " + MAX_PATH_NAMES + " names");
        }
        int length = 0;
        if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            if (element.typeLength() == null || element.typeLength() < 1) {
                throw new CorruptFileException("SchemaElement.type_length: " + element.typeLength() + " in "
                        + element.name() + ", expected at least 1 for FIXED_LEN_BYTE_ARRAY");
            }
            length = element.typeLength();
        }
        LogicalType annotation = LogicalTypes.onLeaf(LogicalTypes.of(element), type, length);
        return new PrimitiveField(element.name(), repetition, type, length, annotation, element.fieldId());
    }

    /**
     * Returns the elements of a schema, depth first, from the root on, with converted types in addition to logical
     * types.
     *
     * @throws InvalidDataException if a logical type cannot be written or is not allowed for its field
     */
    public static List<SchemaElement> fromSchema(Schema schema) {
        List<SchemaElement> elements = new ArrayList<>();
        elements.add(new SchemaElement(
                null, null, null, schema.name(), schema.fields().size(), null, null, null, null, null));
        schema.fields().forEach(field -> append(field, elements));
        return elements;
    }

    private static void append(Field field, List<SchemaElement> elements) {
        LogicalType logicalType = field.logicalType();
        PrimitiveField leaf = field instanceof PrimitiveField primitive ? primitive : null;
        LogicalType fitting = leaf == null
                ? LogicalTypes.onGroup(logicalType)
                : LogicalTypes.onLeaf(logicalType, leaf.physicalType(), leaf.typeLength());
        if (logicalType != null && !logicalType.equals(fitting)) {
            String description = fitting instanceof LogicalType.UnrecognizedType unrecognized
                    ? unrecognized.description()
                    : logicalType.toString();
            throw new InvalidDataException("field " + field.name() + ": " + description + " is not allowed");
        }
        ConvertedType converted = LogicalTypes.convertedType(logicalType, field.name());
        boolean unionMember = !(logicalType instanceof LogicalType.IntervalType
                || logicalType instanceof LogicalType.MapKeyValueType);
        LogicalType.DecimalType decimal = logicalType instanceof LogicalType.DecimalType type ? type : null;
        elements.add(new SchemaElement(
                leaf == null ? null : leaf.physicalType(),
                leaf == null || leaf.typeLength() == 0 ? null : leaf.typeLength(),
                field.repetition(),
                field.name(),
                field instanceof GroupField group ? group.fields().size() : null,
                converted,
                decimal == null ? null : decimal.scale(),
                decimal == null ? null : decimal.precision(),
                field.fieldId(),
                unionMember ? logicalType : null));
        if (field instanceof GroupField group) {
            group.fields().forEach(child -> append(child, elements));
        }
    }
}
