package io.pq2.fuzz.file;

import io.pq2.fuzz.bytes.ByteMutator;
import io.pq2.fuzz.bytes.Bytes;
import io.pq2.fuzz.thrift.ThriftValue;
import io.pq2.fuzz.thrift.TreeMutator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Changes metadata that a scan without filter does not need: unknown fields, statistics, indexes, bloom filters. */
public final class MetadataMutator {

    private static final int UNKNOWN_ID = 100;

    private static final int KEY_VALUE_METADATA = 5;
    private static final int COLUMN_ORDERS = 7;
    private static final int[] UNUSED_OF_ROW_GROUP = {4, 7};
    private static final int[] UNUSED_OF_COLUMN = {8, 12, 13, 16, 17};

    private final SplittableRandom random;
    private final TreeMutator trees;

    public MetadataMutator(SplittableRandom random) {
        this.random = random;
        this.trees = new TreeMutator(random);
    }

    /** Returns a copy of a file with one or a few changes. */
    public byte[] mutate(FileModel original) {
        FileModel model = original.copy();
        List<Runnable> later = new ArrayList<>();
        do {
            change(model, later);
        } while (random.nextInt(3) == 0);
        Bytes out = model.layOut();
        later.forEach(Runnable::run);
        return model.end(out);
    }

    private void change(FileModel model, List<Runnable> later) {
        Chunk chunk = model.chunks.isEmpty() ? null : model.chunks.get(random.nextInt(model.chunks.size()));
        switch (chunk == null ? 0 : random.nextInt(10)) {
            case 0 -> later.add(() -> insertUnknown(model.footer));
            case 1 -> later.add(() -> keyValue(model.footer));
            case 2 -> later.add(() -> dropField(model.footer, COLUMN_ORDERS));
            case 3 -> changePage(required(chunk));
            case 4 -> required(chunk).columnIndex = changed(required(chunk).columnIndex);
            case 5 -> {
                required(chunk).offsetIndex = changed(required(chunk).offsetIndex);
                required(chunk).keepLocations = true;
            }
            case 6 -> changeBloomFilter(required(chunk));
            case 7 -> later.add(() -> changeRowGroup(model));
            default -> later.add(() -> changeColumn(model.metadata(required(chunk))));
        }
    }

    private static Chunk required(@Nullable Chunk chunk) {
        if (chunk == null) {
            throw new IllegalStateException("no chunk");
        }
        return chunk;
    }

    /** Inserts a field with an unknown id into any struct of a tree. */
    private void insertUnknown(ThriftValue root) {
        List<ThriftValue> structs = new ArrayList<>();
        root.collect(structs);
        structs.removeIf(value -> value.type != ThriftValue.STRUCT);
        ThriftValue struct = structs.get(random.nextInt(structs.size()));
        if (isUnion(struct)) {
            return;
        }
        int id = UNKNOWN_ID + random.nextInt(random.nextBoolean() ? 50 : 32_000);
        struct.children.add(random.nextInt(struct.children.size() + 1), trees.unknown(id, 3));
    }

    /** Whether a struct may be a union, such as LogicalType, where an unknown field is an unknown type. */
    private static boolean isUnion(ThriftValue struct) {
        return struct.children.size() <= 1;
    }

    private void keyValue(ThriftValue footer) {
        ThriftValue entry = new ThriftValue(0, ThriftValue.STRUCT);
        entry.children.add(ThriftValue.binary(1, ("fuzz." + random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8)));
        if (random.nextBoolean()) {
            byte[] bytes = new byte[random.nextInt(50)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) random.nextInt();
            }
            entry.children.add(ThriftValue.binary(2, bytes));
        }
        ThriftValue list = footer.field(KEY_VALUE_METADATA);
        if (list != null) {
            list.children.add(random.nextInt(list.children.size() + 1), entry);
        }
    }

    private static void dropField(ThriftValue struct, int id) {
        struct.children.removeIf(field -> field.id == id);
    }

    private void changePage(Chunk chunk) {
        if (chunk.pages.isEmpty()) {
            return;
        }
        int at = random.nextInt(chunk.pages.size());
        Page page = chunk.pages.get(at);
        ThriftValue header = page.header().copy();
        ThriftValue data = header.field(Page.DATA_HEADER);
        ThriftValue statistics = data == null ? null : data.field(5);
        if (statistics != null && random.nextBoolean()) {
            trees.mutate(statistics);
        } else {
            insertUnknown(header);
        }
        chunk.pages.set(at, page.withHeader(header));
    }

    private void changeBloomFilter(Chunk chunk) {
        if (chunk.bloomHeader != null && chunk.bloomBits != null) {
            if (random.nextBoolean()) {
                chunk.bloomHeader = changed(chunk.bloomHeader);
            } else {
                chunk.bloomBits = new ByteMutator(random).mutate(chunk.bloomBits);
            }
        }
    }

    private @Nullable ThriftValue changed(@Nullable ThriftValue tree) {
        if (tree == null) {
            return null;
        }
        ThriftValue copy = tree.copy();
        trees.mutate(copy);
        return copy;
    }

    private void changeRowGroup(FileModel model) {
        List<ThriftValue> rowGroups = model.footer.elementsOf(FooterFields.ROW_GROUPS);
        ThriftValue rowGroup = rowGroups.get(random.nextInt(rowGroups.size()));
        dropField(rowGroup, UNUSED_OF_ROW_GROUP[random.nextInt(UNUSED_OF_ROW_GROUP.length)]);
    }

    private void changeColumn(ThriftValue metadata) {
        int id = UNUSED_OF_COLUMN[random.nextInt(UNUSED_OF_COLUMN.length)];
        ThriftValue field = metadata.field(id);
        if (field == null) {
            return;
        }
        switch (random.nextInt(3)) {
            case 0 -> dropField(metadata, id);
            case 1 -> changeNumbers(field);
            default -> insertUnknown(field.type == ThriftValue.STRUCT ? field : metadata);
        }
    }

    /** Changes numbers and bytes but not the structure. */
    private void changeNumbers(ThriftValue tree) {
        List<ThriftValue> all = new ArrayList<>();
        tree.collect(all);
        ThriftValue value = all.get(random.nextInt(all.size()));
        if (value.bytes != null) {
            value.bytes = new ByteMutator(random).mutate(value.bytes);
        } else if (value.type >= ThriftValue.I32 && value.type <= ThriftValue.I64) {
            value.number = (int) trees.number(value.number);
        }
    }
}
