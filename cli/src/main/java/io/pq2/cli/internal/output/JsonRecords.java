package io.pq2.cli.internal.output;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints a JSON object per line. Fields whose value is null are in it too. */
final class JsonRecords implements Records {

    private final PrintWriter out;
    private final List<String> fields;

    JsonRecords(PrintWriter out, List<String> fields) {
        this.out = out;
        this.fields = fields;
    }

    @Override
    public void add(List<? extends @Nullable Object> values) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            object.put(fields.get(i), values.get(i));
        }
        out.println(JsonText.of(object));
    }

    @Override
    public void finish() {}
}
