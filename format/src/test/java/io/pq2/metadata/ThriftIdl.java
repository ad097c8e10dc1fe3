package io.pq2.metadata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The entries of parquet.thrift, from a list in the test resources. */
public final class ThriftIdl {

    /**
     * An enum constant, struct field or union member. An empty struct is an entry without member.
     *
     * @param kind enum, struct or union
     * @param type the name of the enum, struct or union
     * @param member the name of the constant or field, or null for an empty struct
     * @param id the number of the constant or field
     * @param optional whether a struct's field is optional
     * @param valueType the type of the field, or null for an enum
     */
    public record Entry(String kind, String type, String member, int id, boolean optional, String valueType) {

        @Override
        public String toString() {
            return member == null ? type : type + "." + member;
        }
    }

    private ThriftIdl() {}

    /** Returns all entries in the order of the IDL. */
    public static List<Entry> entries() {
        try (InputStream in = ThriftIdl.class.getResourceAsStream("parquet-thrift.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(ThriftIdl::entry)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names, in camel case, of the optional fields of a struct. */
    public static List<String> optionalFields(String struct) {
        return entries().stream()
                .filter(entry -> entry.type().equals(struct) && entry.optional())
                .map(entry -> camelCase(entry.member()))
                .toList();
    }

    /** Returns the name of the record component for a field of the IDL. Java names treat "metadata" as one word. */
    public static String camelCase(String field) {
        String name = field.replace("meta_data", "metadata");
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            boolean up = i > 0 && name.charAt(i - 1) == '_';
            if (name.charAt(i) != '_') {
                result.append(up ? Character.toUpperCase(name.charAt(i)) : name.charAt(i));
            }
        }
        return result.toString();
    }

    private static Entry entry(String line) {
        String[] words = line.split(" ");
        String[] name = words[1].split("\\.");
        boolean struct = words[0].equals("struct");
        return new Entry(
                words[0],
                name[0],
                name.length > 1 ? name[1] : null,
                words.length > 2 ? Integer.parseInt(words[2]) : 0,
                struct && words.length > 3 && words[3].equals("optional"),
                words.length > 3 ? words[words.length - 1] : null);
    }
}
