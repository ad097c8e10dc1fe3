package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.jspecify.annotations.Nullable;

/** Reads a file in the stream format or the file format, batch by batch. */
final class ArrowReader implements Closeable {

    /** The magic number at both ends of the file format. */
    static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** The first bytes of a message. Before Arrow 0.15, messages began with their length. */
    static final int CONTINUATION = -1;

    private static final int TAIL_BYTES = MAGIC.length + Integer.BYTES;
    private static final long MAX_BODY_BYTES = Integer.MAX_VALUE - 1024;

    /**
     * A batch.
     *
     * @param rows the number of rows
     * @param columns the columns of the schema
     */
    record Batch(int rows, List<ArrowVector> columns) {}

    /**
     * A message.
     *
     * @param metadata its flatbuffer
     * @param type what it contains, of MessageHeader
     * @param body the offset of its body
     * @param end the offset of the next message
     */
    private record Place(Message metadata, byte type, long body, long end) {}

    private final String name;
    private final RangeSource source;
    private final long length;
    private final List<ArrowField> columns;
    /** The places of the record batches in the file format; null in the stream format. */
    private final @Nullable List<Long> batches;

    private final Map<Long, ArrowField> dictionaryFields = new HashMap<>();
    private final Map<Long, List<ArrowVector>> dictionaries = new HashMap<>();
    private int nextBatch;
    private long position;

    /**
     * Opens a file and reads its schema.
     *
     * @throws CorruptFileException if it is not in one of the formats
     * @throws UnsupportedFeatureException if Parquet does not have one of its types
     */
    ArrowReader(InputFile file) throws IOException {
        this.name = file.location();
        this.length = file.length();
        this.source = file.open();
        try {
            Footer footer = footer();
            if (footer == null) {
                this.batches = null;
                this.columns = streamSchema();
            } else {
                this.columns = located(() -> ArrowSchemaReader.read(required(footer.schema(), "Footer.schema")));
                this.batches = located(() -> places(footer));
            }
            located(() -> {
                columns.forEach(this::collectDictionaries);
                return columns;
            });
            if (footer != null) {
                for (long offset : located(() -> dictionaryPlaces(footer))) {
                    dictionary(message(offset));
                }
            }
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    List<ArrowField> columns() {
        return columns;
    }

    /** Returns the number of batches that were read. */
    int batchesRead() {
        return nextBatch;
    }

    private static <T> T required(@Nullable T value, String what) {
        if (value == null) {
            throw new CorruptFileException(what + " is missing");
        }
        return value;
    }

    /** Runs code that reads a flatbuffer, whose offsets may lead anywhere, and adds the file to its errors. */
    private <T> T located(Supplier<T> code) {
        try {
            return code.get();
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
            throw new CorruptFileException("the metadata is malformed: " + e.getMessage(), e)
                    .locate(new FileLocation(name, -1, null, -1, -1));
        } catch (ParquetException e) {
            throw e.locate(new FileLocation(name, -1, null, -1, -1));
        }
    }

    private CorruptFileException corrupt(String message) {
        return new CorruptFileException(message).locate(new FileLocation(name, -1, null, -1, -1));
    }

    private ByteBuffer bytes(long offset, long count, String what) throws IOException {
        if (offset < 0 || count < 0 || offset > length || count > length - offset) {
            throw corrupt(what + " has " + count + " bytes at " + offset + ", and the file " + length);
        }
        if (count > MAX_BODY_BYTES) {
            throw new UnsupportedFeatureException(what + " has " + count + " bytes, more than " + MAX_BODY_BYTES
                            + "; write the file with smaller batches")
                    .locate(new FileLocation(name, -1, null, -1, -1));
        }
        return source.read(new ByteRange(offset, (int) count)).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static boolean isMagic(ByteBuffer bytes, int offset) {
        byte[] found = new byte[MAGIC.length];
        bytes.get(offset, found);
        return Arrays.equals(found, MAGIC);
    }

    /** Returns the footer of the file format; null if the file is in the stream format. */
    private @Nullable Footer footer() throws IOException {
        if (length < MAGIC.length || !isMagic(bytes(0, MAGIC.length, "the beginning"), 0)) {
            return null;
        }
        ByteBuffer tail = length < MAGIC.length + TAIL_BYTES ? null : bytes(length - TAIL_BYTES, TAIL_BYTES, "the end");
        if (tail == null || !isMagic(tail, Integer.BYTES)) {
            throw corrupt("the file begins with ARROW1 but does not end with it: it is truncated");
        }
        long size = tail.getInt(0);
        long offset = length - TAIL_BYTES - size;
        if (size <= 0 || offset < MAGIC.length) {
            throw corrupt("the footer has " + size + " bytes, and the file " + length);
        }
        ByteBuffer footer = bytes(offset, size, "the footer");
        return located(() -> Footer.getRootAsFooter(footer));
    }

    private static List<Long> places(Footer footer) {
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < footer.recordBatchesLength(); i++) {
            Block block = footer.recordBatches(i);
            places.add(block.offset());
        }
        return places;
    }

    private static List<Long> dictionaryPlaces(Footer footer) {
        List<Long> places = new ArrayList<>();
        for (int i = 0; i < footer.dictionariesLength(); i++) {
            Block block = footer.dictionaries(i);
            places.add(block.offset());
        }
        return places;
    }

    private List<ArrowField> streamSchema() throws IOException {
        Place first = length < Integer.BYTES ? null : message(0);
        if (first == null || first.type() != MessageHeader.Schema) {
            throw corrupt("the file is no Arrow IPC: it begins neither with ARROW1 nor with a schema message");
        }
        position = first.end();
        return located(() ->
                ArrowSchemaReader.read(required((Schema) first.metadata().header(new Schema()), "Message.header")));
    }

    /** Finds the fields of dictionaries, also those of fields in dictionaries. */
    private void collectDictionaries(ArrowField field) {
        if (field.dictionary() != null) {
            ArrowField values = field.decoded();
            ArrowField known = dictionaryFields.putIfAbsent(field.dictionary().id(), values);
            if (known != null
                    && !(known.type().equals(values.type()) && known.children().equals(values.children()))) {
                throw new CorruptFileException(
                        "the dictionary " + field.dictionary().id() + " has values of two types");
            }
        }
        field.children().forEach(this::collectDictionaries);
    }

    /** Returns the message at an offset; null at the end of a stream. */
    private @Nullable Place message(long offset) throws IOException {
        if (offset == length) {
            return null;
        }
        long start = offset + Integer.BYTES;
        int size = bytes(offset, Integer.BYTES, "the beginning of a message").getInt(0);
        if (size == CONTINUATION) {
            size = bytes(start, Integer.BYTES, "the length of a message").getInt(0);
            start += Integer.BYTES;
        }
        if (size == 0) {
            return null;
        }
        ByteBuffer metadata = bytes(start, size, "the metadata of the message at " + offset);
        long body = start + size;
        return located(() -> {
            Message message = Message.getRootAsMessage(metadata);
            if (message.version() < MetadataVersion.V4) {
                throw new UnsupportedFeatureException("metadata of version V" + (message.version() + 1)
                        + ", which Arrow wrote before 0.8; write the file with a later version");
            }
            if (message.bodyLength() < 0 || message.bodyLength() > length - body) {
                throw new CorruptFileException("the message at " + offset + " has a body of " + message.bodyLength()
                        + " bytes, and the file ends at " + length);
            }
            return new Place(message, message.headerType(), body, body + message.bodyLength());
        });
    }

    /**
     * Returns the next batch; null after the last one.
     *
     * @throws CorruptFileException if it is damaged
     */
    @Nullable
    Batch next() throws IOException {
        if (batches != null) {
            return nextBatch == batches.size() ? null : batch(message(batches.get(nextBatch)));
        }
        while (true) {
            Place message = message(position);
            if (message == null) {
                return null;
            }
            position = message.end();
            if (message.type() != MessageHeader.DictionaryBatch) {
                return batch(message);
            }
            dictionary(message);
        }
    }

    private Batch batch(@Nullable Place message) throws IOException {
        if (message == null || message.type() != MessageHeader.RecordBatch) {
            throw corrupt("expected a record batch after batch " + nextBatch);
        }
        ByteBuffer body = body(message);
        nextBatch++;
        return located(() -> {
            RecordBatch batch = required((RecordBatch) message.metadata().header(new RecordBatch()), "Message.header");
            if (batch.length() < 0 || batch.length() > Integer.MAX_VALUE) {
                throw new CorruptFileException("RecordBatch.length is " + batch.length());
            }
            return new Batch((int) batch.length(), vectors(batch, body, columns, batch.length()));
        });
    }

    private ByteBuffer body(Place message) throws IOException {
        return bytes(message.body(), message.end() - message.body(), "the body of a message");
    }

    private List<ArrowVector> vectors(RecordBatch batch, ByteBuffer body, List<ArrowField> fields, long rows) {
        try (ArrowBuffers buffers = new ArrowBuffers(batch, body)) {
            ArrowVectorReader reader = new ArrowVectorReader(buffers, dictionaries);
            List<ArrowVector> vectors = new ArrayList<>();
            for (ArrowField field : fields) {
                vectors.add(reader.read(field, rows));
            }
            return vectors;
        }
    }

    private void dictionary(@Nullable Place message) throws IOException {
        if (message == null || message.type() != MessageHeader.DictionaryBatch) {
            throw corrupt("expected a dictionary batch");
        }
        ByteBuffer body = body(message);
        located(() -> {
            DictionaryBatch batch =
                    required((DictionaryBatch) message.metadata().header(new DictionaryBatch()), "Message.header");
            RecordBatch data = required(batch.data(), "DictionaryBatch.data");
            ArrowField field = required(dictionaryFields.get(batch.id()), "the field of the dictionary " + batch.id());
            ArrowVector values =
                    vectors(data, body, List.of(field), data.length()).get(0);
            List<ArrowVector> parts = new ArrayList<>();
            if (batch.isDelta()) {
                parts.addAll(dictionaries.getOrDefault(batch.id(), List.of()));
            }
            parts.add(values);
            dictionaries.put(batch.id(), parts);
            return values;
        });
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
