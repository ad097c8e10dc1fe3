package io.pq2.mapreduce.examples;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Base64;

/** Serializable objects as lines of text. */
final class ObjectLines {

    /** The classes that lines may contain. Files are data of others until they are checked. */
    private static final ObjectInputFilter CLASSES = ObjectInputFilter.Config.createFilter(
            "io.pq2.compact.*;io.pq2.hadoop.compact.*;io.pq2.mapreduce.examples.*;io.pq2.write.SortedBy;"
                    + "java.lang.*;java.util.*;!*");

    private ObjectLines() {}

    /** Returns the line of an object, without a line break. */
    static String format(Serializable object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /**
     * Returns the object of a line.
     *
     * @throws IOException if the line is damaged, or has an object of another class
     */
    static <T> T parse(String line, Class<T> type) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(line)))) {
            in.setObjectInputFilter(CLASSES);
            return type.cast(in.readObject());
        } catch (ClassNotFoundException | IllegalArgumentException | ClassCastException e) {
            throw new IOException("a line of the job's files is damaged", e);
        }
    }
}
