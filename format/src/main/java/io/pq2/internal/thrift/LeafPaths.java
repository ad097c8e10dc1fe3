package io.pq2.internal.thrift;

import io.pq2.metadata.SchemaElement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * The paths of the leaves of a schema, for column chunks without path and for messages.
 *
 * <p>Stores the parent of each node. The paths of a deep and wide schema can be much larger than the footer. A list
 * of elements that is not a tree has arbitrary paths here, and is rejected when it is converted to a schema.
 */
final class LeafPaths {

    private List<SchemaElement> schema = List.of();
    private int[] parents = {};
    private int[] leaves = {};

    /** Sets the schema, after the whole footer is read. */
    void set(List<SchemaElement> elements) {
        schema = elements;
        parents = new int[elements.size()];
        leaves = new int[elements.size()];
        int[] missing = new int[elements.size()]; // by node: the number of children that have not been visited
        int size = 0;
        int parent = 0;
        for (int i = 1; i < elements.size(); i++) {
            SchemaElement element = elements.get(i);
            parents[i] = parent;
            boolean leaf = element.isLeaf();
            if (leaf) {
                leaves[size++] = i;
            }
            missing[parent]--;
            if (!leaf && element.numChildren() != null && element.numChildren() > 0) {
                missing[i] = element.numChildren();
                parent = i;
            }
            while (parent != 0 && missing[parent] == 0) {
                parent = parents[parent];
            }
        }
        leaves = Arrays.copyOf(leaves, size);
    }

    /** Returns the number of leaves. */
    int size() {
        return leaves.length;
    }

    /** Returns the names from the top-level field to a leaf. */
    List<String> get(int leaf) {
        ArrayDeque<String> path = new ArrayDeque<>();
        for (int node = leaves[leaf]; node != 0; node = parents[node]) {
            path.addFirst(schema.get(node).name());
        }
        return List.copyOf(path);
    }
}
