package io.pq2.internal.variant.compact;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.ValueWriter;

/** Copies encoded values. The ids of names are replaced by those of the variant that is being assembled. */
final class EncodedCopy {

    private EncodedCopy() {}

    static void append(EncodedValue value, Assembly out, int depth) {
        switch (value.type()) {
            case OBJECT -> {
                EncodedValue.checkDepth(depth + 1);
                ValueWriter.Frame frame = out.values().begin();
                long bytes = 0;
                for (int i = 0; i < value.count(); i++) {
                    EncodedValue child = value.child(i);
                    bytes += checkedSize(child, value, bytes);
                    out.values().item(frame, out.names().id(out.storedNames().get(value.fieldId(i))));
                    append(child, out, depth + 1);
                }
                endObject(frame, out);
            }
            case ARRAY -> {
                EncodedValue.checkDepth(depth + 1);
                ValueWriter.Frame frame = out.values().begin();
                long bytes = 0;
                for (int i = 0; i < value.count(); i++) {
                    EncodedValue child = value.child(i);
                    bytes += checkedSize(child, value, bytes);
                    out.values().item(frame, -1);
                    append(child, out, depth + 1);
                }
                out.values().endArray(frame);
            }
            default -> {
                if (out.isText(value.type())) {
                    DateTimeText.put(value.type(), value.number(), out.values());
                } else {
                    out.values().putEncoded(value);
                }
            }
        }
    }

    /** Returns the size of a child after checking that the values do not overlap (see {@link EncodedValue}). */
    static int checkedSize(EncodedValue child, EncodedValue parent, long before) {
        if (before + child.size() > parent.payloadSize()) {
            throw new CorruptFileException(
                    "VARIANT " + parent.type() + ": values overlap in " + parent.payloadSize() + " bytes");
        }
        return child.size();
    }

    static void endObject(ValueWriter.Frame frame, Assembly out) {
        int twice = out.values().endObject(frame, out.names()::compare);
        if (twice >= 0) {
            throw new CorruptFileException(
                    "VARIANT: an object with two fields " + out.names().text(twice));
        }
    }
}
