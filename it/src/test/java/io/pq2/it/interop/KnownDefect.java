package io.pq2.it.interop;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A known defect of a reader: it returns wrong values of a correct file.
 *
 * @param peer the reader
 * @param place the condition that selects the places with the defect
 * @param text the description for the documentation
 */
record KnownDefect(String peer, Predicate<Matrix.Place> place, String text) {

    private static final List<KnownDefect> ALL = List.of();

    static Optional<KnownDefect> at(Matrix.Place place) {
        return ALL.stream()
                .filter(defect -> defect.peer.equals(place.peer()) && defect.place.test(place))
                .findFirst();
    }
}
