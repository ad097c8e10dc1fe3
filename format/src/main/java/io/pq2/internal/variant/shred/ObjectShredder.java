package io.pq2.internal.variant.shred;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.MetadataCache;
import io.pq2.variant.ShreddedType;
import io.pq2.variant.VariantType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.VectorBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Shreds some fields of objects. The others become an object in the column {@code value}. */
final class ObjectShredder implements TypedShredder {

    /** The names of the shredded fields in UTF-8, in their order. */
    private final byte[][] sortedNames;

    /** The field of each name. */
    private final ElementShredder[] fields;

    /** The number of the object in which each field was last present. */
    private final long[] lastObject;

    private final StructVectorBuilder group;
    private final RestOfObject others = new RestOfObject();

    /** The names of {@link #tables}. */
    private final MetadataNames[] tableOwners = new MetadataNames[MetadataCache.SLOTS];

    /** By slot of the cache and id of a name: 0 if unknown, -1 if not shredded, otherwise 1 + the field's index. */
    private final int[][] tables = new int[MetadataCache.SLOTS][];

    private long objects;

    ObjectShredder(ShreddedType.ObjectType type, boolean keepNumberTypes) {
        List<VectorBuilder> builders = new ArrayList<>();
        List<Map.Entry<byte[], ElementShredder>> byName = new ArrayList<>();
        type.fields().forEach((name, fieldType) -> {
            ElementShredder field = new ElementShredder(fieldType, keepNumberTypes);
            builders.add(field.builder());
            byName.add(Map.entry(name.getBytes(StandardCharsets.UTF_8), field));
        });
        byName.sort(Map.Entry.comparingByKey(Arrays::compareUnsigned));
        sortedNames = byName.stream().map(Map.Entry::getKey).toArray(byte[][]::new);
        fields = byName.stream().map(Map.Entry::getValue).toArray(ElementShredder[]::new);
        lastObject = new long[fields.length];
        group = new StructVectorBuilder(builders);
    }

    @Override
    public StructVectorBuilder builder() {
        return group;
    }

    @Override
    public boolean append(EncodedValue value, MetadataNames names, BinaryVectorBuilder rest) {
        if (value.type() != VariantType.OBJECT) {
            return false;
        }
        objects++;
        others.reset();
        boolean ordered = true;
        long bytes = 0;
        int shredded = 0;
        int previous = -1;
        for (int i = 0; i < value.count(); i++) {
            int id = names.check(value.fieldId(i));
            ordered &= i == 0 || names.isBefore(previous, id);
            previous = id;
            EncodedValue child = value.child(i);
            bytes += child.size();
            ArrayShredder.checkDisjoint(value, bytes);
            int field = field(id, names);
            if (field < 0) {
                others.add(id, child);
            } else {
                appendField(field, child, names);
                shredded++;
            }
        }
        if (!ordered) {
            value.checkUniqueNames(names.names());
            others.sort(names.names());
        }
        if (shredded < fields.length) {
            appendMissing();
        }
        group.append();
        others.appendTo(rest, value.bytes());
        return true;
    }

    private void appendField(int field, EncodedValue child, MetadataNames names) {
        if (lastObject[field] == objects) {
            throw new CorruptFileException(
                    "VARIANT OBJECT: two fields are named " + new String(sortedNames[field], StandardCharsets.UTF_8));
        }
        lastObject[field] = objects;
        fields[field].append(child, names);
    }

    private void appendMissing() {
        for (int i = 0; i < fields.length; i++) {
            if (lastObject[i] != objects) {
                fields[i].appendMissing();
            }
        }
    }

    /** Returns the index of the field with a name, or -1. */
    @SuppressWarnings("ReferenceEquality") // the cache replaces names, and a table belongs to one object
    private int field(int id, MetadataNames names) {
        if (names.size() > MetadataNames.MAX_TABLE) {
            return names.find(id, sortedNames);
        }
        int slot = names.slot();
        if (tableOwners[slot] != names) {
            tableOwners[slot] = names;
            tables[slot] = new int[names.size()];
        }
        int known = tables[slot][id];
        if (known == 0) {
            int found = names.find(id, sortedNames);
            known = found < 0 ? -1 : found + 1;
            tables[slot][id] = known;
        }
        return known < 0 ? -1 : known - 1;
    }
}
