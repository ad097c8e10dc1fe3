package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;

/** Checks enum constants before they are written. */
final class EnumNumbers {

    private EnumNumbers() {}

    /**
     * Returns the number of a constant.
     *
     * @param id number of the constant, or -1 for UNKNOWN
     * @throws InvalidDataException if the constant is UNKNOWN
     */
    static int known(String field, int id) {
        if (id < 0) {
            throw new InvalidDataException(field + ": UNKNOWN cannot be written");
        }
        return id;
    }
}
