package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.variant.VariantType;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Checks whole values against VariantEncoding.md. */
public final class ValueCheck {

    private static final int MAX_SCALE = 38;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private ValueCheck() {}

    /**
     * Checks a value and all values in it.
     *
     * @throws CorruptFileException if a part violates the encoding
     * @throws io.pq2.exception.UnsupportedFeatureException if a value has an unknown type, or is nested too deeply
     */
    public static void check(EncodedValue value, EncodedNames names) {
        check(value, names, 0);
    }

    private static void check(EncodedValue value, EncodedNames names, int depth) {
        switch (value.type()) {
            case OBJECT, ARRAY -> {
                EncodedValue.checkDepth(depth + 1);
                value.checkDisjoint();
                if (value.type() == VariantType.OBJECT) {
                    checkOrder(value, names);
                }
                for (int i = 0; i < value.count(); i++) {
                    check(value.child(i), names, depth + 1);
                }
            }
            case STRING -> checkText(value.bytes(), value.payload(), value.payloadSize(), "VARIANT STRING");
            case DECIMAL4, DECIMAL8, DECIMAL16 -> checkScale(value);
            case TIME -> checkTime(value.number());
            default -> {}
        }
    }

    private static void checkOrder(EncodedValue object, EncodedNames names) {
        for (int i = 0; i < object.count(); i++) {
            // Reads the name, which checks the id of an only field too.
            String name = names.name(object.fieldId(i));
            if (i > 0 && names.compare(object.fieldId(i - 1), object.fieldId(i)) >= 0) {
                throw new CorruptFileException("VARIANT OBJECT: field " + i + " is " + name
                        + ", which is not after the name of the field before it");
            }
        }
    }

    private static void checkScale(EncodedValue decimal) {
        int scale = decimal.scale();
        if (scale > MAX_SCALE) {
            throw new CorruptFileException("VARIANT " + decimal.type() + ": scale " + scale + ", at most " + MAX_SCALE);
        }
    }

    /**
     * Checks a TIME.
     *
     * @throws CorruptFileException if it is not within a day
     */
    public static void checkTime(long micros) {
        if (!isTime(micros)) {
            throw new CorruptFileException("VARIANT TIME: value " + micros + " is not within a day");
        }
    }

    /** Whether a number of microseconds is within a day. */
    public static boolean isTime(long micros) {
        return micros >= 0 && micros < MICROS_PER_DAY;
    }

    /**
     * Checks that bytes are UTF-8.
     *
     * @param place the beginning of the message
     * @throws CorruptFileException if they are not
     */
    static void checkText(byte[] bytes, int start, int length, String place) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
        } catch (CharacterCodingException e) {
            throw new CorruptFileException(place + ": " + length + " bytes that are not UTF-8", e);
        }
    }
}
