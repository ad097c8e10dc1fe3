package io.pq2.internal.read.prune;

import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Random rows of a schema, see {@link io.pq2.write.TestRows}, with data that pruning works on: columns are sorted,
 * clustered, constant or null, or have few values. Nulls are single, frequent or consecutive.
 */
public final class RandomColumns {

    private final Random random;
    private final int rows;
    /** The number of consecutive rows of one kind. */
    private final int runLength;

    public RandomColumns(Random random, int rows) {
        this.random = random;
        this.rows = rows;
        this.runLength = 1 + random.nextInt(Math.max(1, rows / 3));
    }

    /** Returns the value of each row. */
    private interface Cells {
        Object at(int row);
    }

    public List<List<Object>> rows(Schema schema) {
        List<Cells> fields = schema.shape().children().stream().map(this::cells).toList();
        List<List<Object>> result = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int row = i;
            result.add(Arrays.asList(fields.stream().map(field -> field.at(row)).toArray()));
        }
        return result;
    }

    private Cells cells(Shape shape) {
        Cells present = present(shape);
        if (!shape.nullable()) {
            return present;
        }
        int kind = random.nextInt(8);
        int phase = random.nextInt(3);
        return row -> {
            boolean isNull = switch (kind) {
                case 0 -> random.nextInt(20) == 0;
                case 1 -> random.nextBoolean();
                case 2 -> random.nextInt(10) > 0;
                case 3, 4 -> row / runLength % 3 == phase;
                case 5 -> phase == 0;
                default -> false;
            };
            return isNull ? null : present.at(row);
        };
    }

    private Cells present(Shape shape) {
        if (shape instanceof Shape.Leaf leaf) {
            ValuePool pool =
                    new ValuePool(leaf.column().field(), 1 + random.nextInt(random.nextBoolean() ? 60 : 4), random);
            IntUnaryOperator rank = rank(pool.size());
            return row -> pool.get(Math.max(0, Math.min(pool.size() - 1, rank.applyAsInt(row))));
        } else if (shape instanceof Shape.Struct struct) {
            List<Cells> fields = struct.children().stream().map(this::cells).toList();
            return row ->
                    Arrays.asList(fields.stream().map(field -> field.at(row)).toArray());
        } else if (shape instanceof Shape.Array array) {
            Cells element = cells(array.element());
            return row -> several(element);
        }
        Cells key = cells(((Shape.Map) shape).key());
        Cells value = cells(((Shape.Map) shape).value());
        return row -> several(any -> Arrays.asList(key.at(any), value.at(any)));
    }

    private List<Object> several(Cells cells) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(cells.at(random.nextInt(rows)));
        }
        return values;
    }

    /** Returns for each row the approximate rank of its value in a pool. */
    private IntUnaryOperator rank(int size) {
        int noise = random.nextInt(3);
        int constant = random.nextInt(size);
        int[] rankOfRun = random.ints(rows / runLength + 1, 0, size).toArray();
        return switch (random.nextInt(8)) {
            case 0, 1 -> row -> (int) ((long) row * size / rows) + random.nextInt(noise + 1);
            case 2 -> row -> size - 1 - (int) ((long) row * size / rows) + random.nextInt(noise + 1);
            case 3 -> row -> rankOfRun[row / runLength];
            case 4 -> row -> rankOfRun[row / runLength] + random.nextInt(6) - 3;
            case 5 -> row -> constant;
            case 6 -> row -> random.nextInt(40) == 0 ? random.nextInt(size) : constant;
            default -> row -> random.nextInt(size);
        };
    }
}
