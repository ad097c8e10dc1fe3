package io.pq2.cli.internal.convert;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Files of text in UTF-8, with or without byte order mark. */
public final class Utf8Text {

    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private Utf8Text() {}

    /**
     * Opens a file. Reading throws {@link CharacterCodingException} if the text is not UTF-8.
     *
     * @throws InvalidDataException if its beginning is not UTF-8
     * @throws IOException if it cannot be read
     */
    public static Reader open(InputFile file) throws IOException {
        PushbackReader reader = new PushbackReader(new InputStreamReader(
                new FileStream(file),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        try {
            int first = reader.read();
            if (first >= 0 && first != BYTE_ORDER_MARK) {
                reader.unread(first);
            }
            return reader;
        } catch (CharacterCodingException e) {
            reader.close();
            throw notUtf8(file.location(), e);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * Returns the exception for text in another encoding.
     *
     * @param place the file, and the part of it if that is known
     */
    public static InvalidDataException notUtf8(String place, CharacterCodingException cause) {
        return new InvalidDataException(
                place + ": the text is not UTF-8; convert it first, for example with iconv", cause);
    }
}
