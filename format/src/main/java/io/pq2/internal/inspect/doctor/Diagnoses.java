package io.pq2.internal.inspect.doctor;

import io.pq2.inspect.TableDiagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects diagnoses. */
public final class Diagnoses {

    private final List<TableDiagnosis> found = new ArrayList<>();

    void add(TableDiagnosis diagnosis) {
        found.add(diagnosis);
    }

    /** Returns the diagnoses in the order of their kinds. */
    public List<TableDiagnosis> sorted() {
        found.sort(Comparator.comparing(TableDiagnosis::kind));
        return found;
    }
}
