package io.pq2.spark.internal.files.scan;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What rules left to Spark in the plan above a scan, and why, for EXPLAIN.
 *
 * @param texts the notes, each once, in the order in which rules found them
 */
public record RuleNotes(List<String> texts) implements Serializable {

    /** The name of the notes in EXPLAIN. */
    public static final String KEY = "LeftToSpark";

    public static final RuleNotes NONE = new RuleNotes(List.of());

    public RuleNotes {
        texts = List.copyOf(texts);
    }

    /** Returns these notes and another one. */
    public RuleNotes with(String text) {
        if (texts.contains(text)) {
            return this;
        }
        List<String> all = new ArrayList<>(texts);
        all.add(text);
        return new RuleNotes(all);
    }

    /** Returns the entry of a scan's metadata; none if there are no notes. */
    public Map<String, String> metadata() {
        return texts.isEmpty() ? Map.of() : Map.of(KEY, "[" + String.join("; ", texts) + "]");
    }
}
