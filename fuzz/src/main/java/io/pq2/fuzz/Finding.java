package io.pq2.fuzz;

import io.pq2.fuzz.check.Violation;
import java.util.Map;

/**
 * A case in which an oracle does not hold.
 *
 * @param target the name of the target
 * @param seed the seed of the case
 * @param input the parts of the input by extension
 */
record Finding(String target, long seed, Violation violation, Map<String, byte[]> input) {

    /** Returns a text that is the same for findings with one cause, most likely. */
    String signature() {
        StringBuilder text = new StringBuilder(target).append(' ').append(violation.oracle());
        Throwable cause = violation.getCause();
        if (cause == null) {
            return text.append(' ')
                    .append(violation.detail().replaceAll("[0-9]+", "N"))
                    .toString();
        }
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        text.append(' ').append(cause.getClass().getName());
        int frames = 0;
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getClassName().startsWith("io.pq2") && frames++ < 3) {
                text.append(' ').append(frame);
            }
        }
        return text.toString();
    }
}
