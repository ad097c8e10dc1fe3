package io.pq2.spark.internal.kernel.explode;

import io.pq2.spark.internal.kernel.conditions.RowSelector;
import io.pq2.spark.internal.vectors.SelectedColumnVector;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/**
 * Batches with a row for each element of an array, or each entry of a map: first columns of the row that has the array,
 * then the element, or key and value. Rows whose array is null or empty have none. Not thread-safe.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class ExplodedBatches implements Iterator<ColumnarBatch> {

    /** The most rows of a batch. An array may have any number of elements. */
    private static final int MAX_ROWS = 1 << 15;

    private final Iterator<ColumnarBatch> batches;
    private final RowSelector selector;
    private final int collection;
    private final int[] fields;
    private final int[] kept;

    private ColumnarBatch batch;
    private ColumnVector arrays;
    private ExplodedElements elements;
    /** The number of selected rows of {@link #batch}. */
    private int rows;
    /** The selected row whose elements come next. */
    private int nextRow;
    /** The next of its elements. */
    private int nextElement;

    /** The number of rows of the batch to return; 0 before it is known. */
    private int size;
    /** For each of these rows, the slot of its element. */
    private int[] slots = {};
    /** For each of these rows, the row of {@link #batch} that has the array. */
    private int[] parents = {};

    /**
     * Creates the batches of a task.
     *
     * @param batches batches that are valid until the next one
     * @param selector the rows whose elements are returned
     * @param collection the index of the arrays or maps among the columns of {@code selector}
     * @param fields the indexes of fields, from the structs that are the elements to the field that is returned; none
     *     if the elements are returned
     * @param kept the indexes of the columns of {@code batches} to return
     */
    public ExplodedBatches(
            Iterator<ColumnarBatch> batches, RowSelector selector, int collection, int[] fields, int[] kept) {
        this.batches = batches;
        this.selector = selector;
        this.collection = collection;
        this.fields = fields.clone();
        this.kept = kept.clone();
    }

    @Override
    public boolean hasNext() {
        while (size == 0) {
            if (nextRow < rows) {
                fill();
            } else if (batches.hasNext()) {
                begin(batches.next());
            } else {
                return false;
            }
        }
        return true;
    }

    private void begin(ColumnarBatch next) {
        batch = next;
        rows = selector.select(next);
        nextRow = 0;
        nextElement = 0;
        if (rows > 0) {
            arrays = selector.column(collection);
            elements = ExplodedElements.of(arrays);
        }
    }

    private void fill() {
        int[] selected = selector.rows();
        while (nextRow < rows && size < MAX_ROWS) {
            int row = selected[nextRow];
            int length = arrays.isNullAt(row) ? 0 : elements.size(row);
            int count = Math.min(length - nextElement, MAX_ROWS - size);
            add(row, count);
            nextElement += count;
            if (nextElement == length) {
                nextRow++;
                nextElement = 0;
            }
        }
    }

    private void add(int row, int count) {
        if (count == 0) {
            return;
        }
        if (slots.length < size + count) {
            int capacity = Math.min(MAX_ROWS, Math.max(1024, 2 * (size + count)));
            slots = Arrays.copyOf(slots, capacity);
            parents = Arrays.copyOf(parents, capacity);
        }
        int first = elements.start(row) + nextElement;
        for (int i = 0; i < count; i++) {
            slots[size + i] = first + i;
        }
        Arrays.fill(parents, size, size + count, row);
        size += count;
    }

    @Override
    public ColumnarBatch next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ColumnVector[] found = elements.columns();
        ColumnVector[] columns = new ColumnVector[kept.length + found.length];
        for (int i = 0; i < kept.length; i++) {
            columns[i] = SelectedColumnVector.of(batch.column(kept[i]), parents, size);
        }
        // Slots of stored elements increase; those of equal arrays increase by one, or begin again at 0. So if the last
        // slot is size - 1, these are the first slots in order.
        boolean areFirst = slots[0] == 0 && slots[size - 1] == size - 1;
        for (int i = 0; i < found.length; i++) {
            ColumnVector returned = returned(found[i]);
            columns[kept.length + i] = areFirst ? returned : SelectedColumnVector.of(returned, slots, size);
        }
        ColumnarBatch exploded = new ColumnarBatch(columns, size);
        size = 0;
        return exploded;
    }

    private ColumnVector returned(ColumnVector column) {
        ColumnVector returned = column;
        for (int field : fields) {
            returned = returned.getChild(field);
        }
        return returned;
    }
}
