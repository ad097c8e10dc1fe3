package io.pq2.it.interop;

import io.pq2.metadata.CompressionCodec;
import io.pq2.write.DataPageVersion;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The outcome of each reader for each column of each file. Thread-safe. */
final class Matrix {

    /** A column of a file, read by one reader. */
    record Place(String peer, Nesting nesting, CompressionCodec codec, DataPageVersion version, Cell cell) {}

    private final Map<Place, Outcome> outcomes = new ConcurrentHashMap<>();

    void put(String peer, FileSpec file, Cell cell, Outcome outcome) {
        outcomes.put(new Place(peer, file.nesting(), file.codec(), file.version(), cell), outcome);
    }

    /** Returns the outcome, or null if the reader did not read the column. */
    Outcome get(Place place) {
        return outcomes.get(place);
    }

    Map<Place, Outcome> outcomes() {
        return outcomes;
    }
}
