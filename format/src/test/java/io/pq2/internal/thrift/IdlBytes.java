package io.pq2.internal.thrift;

import io.pq2.metadata.ThriftIdl;
import io.pq2.metadata.ThriftIdl.Entry;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Bytes of the smallest valid structs of parquet.thrift, and of structs in which the value of one field has a wrong
 * wire type.
 */
final class IdlBytes {

    /** The structs whose readers this package offers. */
    static final List<String> ROOTS = List.of(
            "FileMetaData", "FileCryptoMetaData", "PageHeader", "ColumnIndex", "OffsetIndex", "BloomFilterHeader");

    private static final Set<Integer> NUMBERS = Set.of(WireType.I16, WireType.I32, WireType.I64);

    /**
     * A field with a value of a wrong wire type.
     *
     * @param path the fields from a field of the root to the field
     * @param wireType the wrong wire type
     * @param elementType the wrong wire type of the elements; 0 if the value is no list
     */
    record Wrong(String root, List<Entry> path, int wireType, int elementType) {

        Entry field() {
            return path.get(path.size() - 1);
        }

        @Override
        public String toString() {
            return root + path + " as " + WireType.name(wireType)
                    + (elementType == 0 ? "" : " of " + WireType.name(elementType));
        }
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Wrong wrong;

    private IdlBytes(Wrong wrong) {
        this.wrong = wrong;
    }

    /** Returns a root with a wrong field, and the fields around it. */
    static byte[] of(Wrong wrong) {
        IdlBytes bytes = new IdlBytes(wrong);
        bytes.struct(wrong.root(), wrong.path());
        return bytes.out.toByteArray();
    }

    /** Returns every field of every struct and union with every wrong wire type. */
    static List<Wrong> all() {
        List<Wrong> all = new ArrayList<>();
        for (String root : ROOTS) {
            collect(root, root, List.of(), all);
        }
        return all;
    }

    private static void collect(String root, String struct, List<Entry> outer, List<Wrong> all) {
        for (Entry field : fields(struct)) {
            List<Entry> path = new ArrayList<>(outer);
            path.add(field);
            int expected = wireType(field.valueType());
            for (int type : new int[] {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}) {
                int list = type == WireType.LIST ? WireType.I8 : 0;
                if (type != expected) {
                    all.add(new Wrong(root, path, type, list));
                }
            }
            if (expected == WireType.LIST) {
                int element = wireType(element(field.valueType()));
                for (int type : new int[] {1, 3, 4, 5, 6, 7, 8, 12}) {
                    if (type != element) {
                        all.add(new Wrong(root, path, WireType.LIST, type));
                    }
                }
            }
            String inner = expected == WireType.LIST ? element(field.valueType()) : field.valueType();
            if (wireType(inner) == WireType.STRUCT) {
                collect(root, inner, path, all);
            }
        }
    }

    static List<Entry> fields(String struct) {
        return ThriftIdl.entries().stream()
                .filter(entry -> entry.type().equals(struct) && entry.member() != null)
                .toList();
    }

    private static String element(String list) {
        return list.substring("list<".length(), list.length() - 1);
    }

    private static int wireType(String type) {
        return switch (type) {
            case "bool" -> WireType.TRUE;
            case "i8" -> WireType.I8;
            case "i16" -> WireType.I16;
            case "i32" -> WireType.I32;
            case "i64" -> WireType.I64;
            case "double" -> WireType.DOUBLE;
            case "binary", "string" -> WireType.BINARY;
            default -> {
                boolean isEnum = ThriftIdl.entries().stream()
                        .anyMatch(entry ->
                                entry.kind().equals("enum") && entry.type().equals(type));
                yield isEnum ? WireType.I32 : type.startsWith("list<") ? WireType.LIST : WireType.STRUCT;
            }
        };
    }

    /** @param path the rest of the path to the wrong field; empty if it is not in this struct */
    private void struct(String name, List<Entry> path) {
        Entry next = path.isEmpty() ? null : path.get(0);
        boolean union = fields(name).stream().anyMatch(entry -> entry.kind().equals("union"));
        int last = 0;
        for (Entry field : fields(name)) {
            boolean needed = union ? next == null && last == 0 : !field.optional();
            if (field.equals(next) || needed) {
                boolean isWrong = field.equals(next) && path.size() == 1;
                int type = isWrong ? wrong.wireType() : wireType(field.valueType());
                if (field.id() - last < 16) {
                    out.write(field.id() - last << 4 | type);
                } else {
                    out.write(type);
                    out.write(field.id() << 1);
                }
                last = field.id();
                if (isWrong) {
                    wrongValue();
                } else {
                    value(field, field.equals(next) ? path.subList(1, path.size()) : List.of());
                }
            }
        }
        out.write(0);
    }

    private void wrongValue() {
        switch (wrong.wireType()) {
            case WireType.LIST, WireType.SET -> {
                out.write(0x10 | (wrong.elementType() == 0 ? WireType.I8 : wrong.elementType()));
                plain(wrong.elementType() == 0 ? WireType.I8 : wrong.elementType());
            }
            case WireType.MAP -> {
                out.write(1);
                out.write(WireType.BINARY << 4 | WireType.I32);
                plain(WireType.BINARY);
                plain(WireType.I32);
            }
            case WireType.TRUE -> {}
            default -> plain(wrong.wireType());
        }
    }

    private void value(Entry field, List<Entry> rest) {
        String type = field.valueType();
        if (type.equals("list<SchemaElement>")) {
            // The root, and one leaf.
            out.write(0x20 | WireType.STRUCT);
            struct("SchemaElement", rest);
            out.writeBytes(new byte[] {0x15, 2, 0x38, 1, 's', 0});
        } else if (type.startsWith("list<")) {
            int element = wireType(element(type));
            out.write(0x10 | element);
            if (element == WireType.STRUCT) {
                struct(element(type), rest);
            } else {
                plain(element);
            }
        } else if (wireType(type) == WireType.STRUCT) {
            struct(type, rest);
        } else if (type.equals("PageType")) {
            out.write(2); // INDEX_PAGE, which needs no header of its own
        } else if (wireType(type) != WireType.TRUE) {
            plain(wireType(type));
        }
    }

    /** Writes a value: 0, "s" or an empty struct. */
    private void plain(int type) {
        if (NUMBERS.contains(type)) {
            out.write(0);
        } else {
            switch (type) {
                case WireType.TRUE -> out.write(1);
                case WireType.I8 -> out.write(8);
                case WireType.DOUBLE -> out.writeBytes(new byte[8]);
                case WireType.UUID -> out.writeBytes(new byte[16]);
                case WireType.BINARY -> out.writeBytes(new byte[] {1, 's'});
                default -> out.write(0);
            }
        }
    }
}
