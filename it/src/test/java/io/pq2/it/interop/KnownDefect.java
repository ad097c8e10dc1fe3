package io.pq2.it.interop;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Values that a reader is known to read as others, though the file is right.
 *
 * @param peer the reader
 * @param place where it does so
 * @param text what it does, for the documentation
 */
record KnownDefect(String peer, Predicate<Matrix.Place> place, String text) {

    private static final List<KnownDefect> ALL = List.of();

    static Optional<KnownDefect> at(Matrix.Place place) {
        return ALL.stream()
                .filter(defect -> defect.peer.equals(place.peer()) && defect.place.test(place))
                .findFirst();
    }
}
