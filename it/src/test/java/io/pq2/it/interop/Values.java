package io.pq2.it.interop;

import io.pq2.record.BatchBuilder;
import io.pq2.schema.Schema;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.ListVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.MapVectorBuilder;
import io.pq2.vector.StructVectorBuilder;
import io.pq2.vector.Vector;
import io.pq2.vector.VectorBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rows of the files, as vectors for pq2 and in canonical form. Each is created once. */
final class Values {

    private record Key(Nesting nesting, LeafType type) {}

    private record Rows(Vector vector, List<Object> canonical) {}

    private final int rows;
    private final Map<Key, Rows> rowsByKey = new ConcurrentHashMap<>();

    /** @param rows the number of rows of each file */
    Values(int rows) {
        this.rows = rows;
    }

    int rows() {
        return rows;
    }

    Vector vector(Nesting nesting, LeafType type) {
        return get(nesting, type).vector();
    }

    List<Object> canonical(Nesting nesting, LeafType type) {
        return get(nesting, type).canonical();
    }

    private Rows get(Nesting nesting, LeafType type) {
        return rowsByKey.computeIfAbsent(new Key(nesting, type), this::create);
    }

    private Rows create(Key key) {
        List<Object> trees = key.nesting().rows(rows, key.type());
        Schema schema = new Schema("one", List.of(key.nesting().field("column", key.type())));
        BatchBuilder builder = new BatchBuilder(schema);
        List<Object> canonical = new ArrayList<>();
        for (Object tree : trees) {
            append(builder.column(0), tree);
            builder.endRow();
            canonical.add(canonical(tree));
        }
        return new Rows(builder.build().columns().get(0), canonical);
    }

    private static Object canonical(Object tree) {
        if (tree instanceof Nesting.Leaf leaf) {
            return Canonical.of(leaf.type(), leaf.stored());
        } else if (tree instanceof List<?> list) {
            List<Object> values = new ArrayList<>();
            list.forEach(value -> values.add(canonical(value)));
            return values;
        }
        return null;
    }

    private static void append(VectorBuilder target, Object tree) {
        if (tree == null) {
            target.appendNull();
        } else if (tree instanceof Nesting.Leaf leaf) {
            appendLeaf(target, leaf.stored());
        } else {
            appendNested(target, (List<?>) tree);
        }
    }

    private static void appendNested(VectorBuilder target, List<?> values) {
        if (target instanceof ListVectorBuilder list) {
            values.forEach(value -> append(list.element(), value));
            list.append();
        } else if (target instanceof MapVectorBuilder map) {
            for (Object entry : values) {
                append(map.key(), ((List<?>) entry).get(0));
                append(map.value(), ((List<?>) entry).get(1));
            }
            map.append();
        } else {
            StructVectorBuilder struct = (StructVectorBuilder) target;
            for (int i = 0; i < values.size(); i++) {
                append(struct.child(i), values.get(i));
            }
            struct.append();
        }
    }

    private static void appendLeaf(VectorBuilder target, Object stored) {
        if (target instanceof BooleanVectorBuilder booleans) {
            booleans.append((boolean) stored);
        } else if (target instanceof IntVectorBuilder ints) {
            ints.append((int) stored);
        } else if (target instanceof LongVectorBuilder longs) {
            longs.append((long) stored);
        } else if (target instanceof FloatVectorBuilder floats) {
            floats.append((float) stored);
        } else if (target instanceof DoubleVectorBuilder doubles) {
            doubles.append((double) stored);
        } else if (target instanceof BinaryVectorBuilder binaries) {
            byte[] bytes = (byte[]) stored;
            binaries.append(bytes, 0, bytes.length);
        } else {
            ((FixedBinaryVectorBuilder) target).append((byte[]) stored, 0);
        }
    }
}
