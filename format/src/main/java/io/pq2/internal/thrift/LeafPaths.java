package io.pq2.internal.thrift;

import io.pq2.metadata.SchemaElement;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * The paths of a schema's leaves: what a column chunk is called that does not say so itself, and what messages call it.
 *
 * <p>Keeps for each node its parent rather than the paths, which in a deep and wide schema would be many times as large as the
 * footer. Only as good as the schema: one that is no tree has some paths, and fails where somebody makes a tree of it.
 */
final class LeafPaths {

    private List<SchemaElement> schema = List.of();
    private int[] parents = {};
    private int[] leaves = {};

    /** Sets the schema, which is known only after the footer has been read to its end. */
    void set(List<SchemaElement> elements) {
        schema = elements;
        parents = new int[elements.size()];
        leaves = new int[elements.size()];
        int[] missing = new int[elements.size()]; // by node: how many of its children are still to come
        int size = 0;
        int parent = 0;
        for (int i = 1; i < elements.size(); i++) {
            SchemaElement element = elements.get(i);
            parents[i] = parent;
            boolean leaf = element.type() != null;
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

    /** The number of leaves. */
    int size() {
        return leaves.length;
    }

    /** The names from below the root to a leaf. */
    List<String> get(int leaf) {
        ArrayDeque<String> path = new ArrayDeque<>();
        for (int node = leaves[leaf]; node != 0; node = parents[node]) {
            path.addFirst(schema.get(node).name());
        }
        return List.copyOf(path);
    }
}
