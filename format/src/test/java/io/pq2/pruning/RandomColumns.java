package io.pq2.pruning;

import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Random rows of a schema, see {@link io.pq2.write.TestRows}, in which proofs find something: columns are sorted, clustered,
 * constant, of few values or of none, and nulls come alone, often or in stretches.
 */
public final class RandomColumns {

    private final Random random;
    private final int rows;
    /** How long rows of a kind follow each other. */
    private final int stretch;

    public RandomColumns(Random random, int rows) {
        this.random = random;
        this.rows = rows;
        this.stretch = 1 + random.nextInt(Math.max(1, rows / 3));
    }

    /** What stands in each row. */
    private interface Cells {
        Object at(int row);
    }

    public List<List<Object>> rows(Schema schema) {
        List<Cells> fields = schema.shape().children().stream().map(this::cells).toList();
        List<List<Object>> made = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int row = i;
            made.add(Arrays.asList(fields.stream().map(field -> field.at(row)).toArray()));
        }
        return made;
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
                case 3, 4 -> row / stretch % 3 == phase;
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

    /** Which value of a pool stands in a row, more or less. */
    private IntUnaryOperator rank(int size) {
        int wobble = random.nextInt(3);
        int constant = random.nextInt(size);
        int[] ofStretch = random.ints(rows / stretch + 1, 0, size).toArray();
        return switch (random.nextInt(8)) {
            case 0, 1 -> row -> (int) ((long) row * size / rows) + random.nextInt(wobble + 1);
            case 2 -> row -> size - 1 - (int) ((long) row * size / rows) + random.nextInt(wobble + 1);
            case 3 -> row -> ofStretch[row / stretch];
            case 4 -> row -> ofStretch[row / stretch] + random.nextInt(6) - 3;
            case 5 -> row -> constant;
            case 6 -> row -> random.nextInt(40) == 0 ? random.nextInt(size) : constant;
            default -> row -> random.nextInt(size);
        };
    }
}
