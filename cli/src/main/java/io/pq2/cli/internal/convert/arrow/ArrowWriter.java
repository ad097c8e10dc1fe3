package io.pq2.cli.internal.convert.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.io.ByteSink;
import io.pq2.record.Row;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/** Writes rows in the stream format or the file format of Arrow IPC, without compression and dictionaries. */
public final class ArrowWriter {

    private static final int BATCH_ROWS = 1 << 16;
    private static final int BATCH_BYTES = 32 << 20;
    private static final int ROWS_PER_CHECK = 256;
    /** Buffers begin at multiples of this, as the specification recommends. */
    private static final int ALIGNMENT = 64;

    private static final int METADATA_ALIGNMENT = 8;
    private static final int FIRST_BUILDER_BYTES = 1 << 10;

    /**
     * The place of a batch in a file.
     *
     * @param metadataBytes the length of the metadata with what precedes it
     */
    private record Place(long offset, int metadataBytes, long bodyBytes) {}

    private final ByteSink sink;
    private final boolean file;
    private final List<ArrowColumn> columns = new ArrayList<>();
    private final int columnsOfRows;
    private final List<Place> batches = new ArrayList<>();
    private int rows;

    /**
     * Begins a file.
     *
     * @param shape the shape of the rows
     * @param texts the names of columns of text that follow the columns of the rows
     * @param file whether to write the file format rather than the stream format
     * @throws io.pq2.exception.UnsupportedFeatureException if Arrow does not have the type of a column
     * @throws IOException if the sink fails
     */
    public ArrowWriter(ByteSink sink, Shape.Struct shape, List<String> texts, boolean file) throws IOException {
        this.sink = sink;
        this.file = file;
        shape.children().forEach(child -> columns.add(ArrowColumns.of(child)));
        this.columnsOfRows = columns.size();
        texts.forEach(name -> columns.add(ArrowColumns.text(name)));
        if (file) {
            write(ArrowReader.MAGIC);
            write(new byte[METADATA_ALIGNMENT - ArrowReader.MAGIC.length]);
        }
        FlatBufferBuilder builder = new FlatBufferBuilder(FIRST_BUILDER_BYTES);
        writeMessage(builder, MessageHeader.Schema, ArrowSchemaWriter.write(fields(), builder), 0);
    }

    private List<ArrowField> fields() {
        return columns.stream().map(ArrowColumn::field).toList();
    }

    /**
     * Appends a row.
     *
     * @param texts the values of the columns of text
     * @throws ParquetException if Arrow does not have a value
     * @throws IOException if the sink fails
     */
    public void write(Row row, List<@Nullable String> texts) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            Object value = i < columnsOfRows ? row.get(i) : texts.get(i - columnsOfRows);
            try {
                columns.get(i).add(value);
            } catch (InvalidDataException e) {
                throw new InvalidDataException(
                        "column " + columns.get(i).field().name() + ": " + e.getMessage(), e);
            }
        }
        rows++;
        if (rows == BATCH_ROWS || (rows % ROWS_PER_CHECK == 0 && bytes() >= BATCH_BYTES)) {
            flush();
        }
    }

    /** Ends the batch if it is large. Call it after a row with many bytes; otherwise batches end in time. */
    public void endLargeBatch() throws IOException {
        if (rows > 0 && bytes() >= BATCH_BYTES) {
            flush();
        }
    }

    private long bytes() {
        return columns.stream().mapToLong(ArrowColumn::bytes).sum();
    }

    /** Writes the last batch and the end of the file. The caller closes the sink. */
    public void finish() throws IOException {
        if (rows > 0) {
            flush();
        }
        write(ints(ArrowReader.CONTINUATION, 0));
        if (file) {
            ByteBuffer footer = footer();
            int length = footer.remaining();
            write(footer);
            write(ints(length));
            write(ArrowReader.MAGIC);
        }
    }

    private void flush() throws IOException {
        List<ArrowColumn.Node> nodes = new ArrayList<>();
        List<GrowingBytes> buffers = new ArrayList<>();
        columns.forEach(column -> column.collect(nodes, buffers));
        long bodyBytes = buffers.stream().mapToLong(ArrowWriter::padded).sum();
        FlatBufferBuilder builder = new FlatBufferBuilder(FIRST_BUILDER_BYTES);
        long offset = sink.position();
        int batch = recordBatch(builder, nodes, buffers);
        int metadataBytes = writeMessage(builder, MessageHeader.RecordBatch, batch, bodyBytes);
        for (GrowingBytes buffer : buffers) {
            sink.write(buffer.array(), 0, buffer.size());
            write(new byte[(int) (padded(buffer) - buffer.size())]);
        }
        batches.add(new Place(offset, metadataBytes, bodyBytes));
        columns.forEach(ArrowColumn::clear);
        rows = 0;
    }

    private static long padded(GrowingBytes buffer) {
        return (buffer.size() + ALIGNMENT - 1L) / ALIGNMENT * ALIGNMENT;
    }

    /** Vectors of structs are written from the last to the first one. */
    private int recordBatch(FlatBufferBuilder builder, List<ArrowColumn.Node> nodes, List<GrowingBytes> buffers) {
        RecordBatch.startNodesVector(builder, nodes.size());
        for (int i = nodes.size() - 1; i >= 0; i--) {
            FieldNode.createFieldNode(
                    builder, nodes.get(i).length(), nodes.get(i).nulls());
        }
        int nodeVector = builder.endVector();
        long offset = buffers.stream().mapToLong(ArrowWriter::padded).sum();
        RecordBatch.startBuffersVector(builder, buffers.size());
        for (int i = buffers.size() - 1; i >= 0; i--) {
            offset -= padded(buffers.get(i));
            Buffer.createBuffer(builder, offset, buffers.get(i).size());
        }
        int bufferVector = builder.endVector();
        RecordBatch.startRecordBatch(builder);
        RecordBatch.addLength(builder, rows);
        RecordBatch.addNodes(builder, nodeVector);
        RecordBatch.addBuffers(builder, bufferVector);
        return RecordBatch.endRecordBatch(builder);
    }

    /** Writes the metadata of a message and returns its length with what precedes it. */
    private int writeMessage(FlatBufferBuilder builder, byte type, int header, long bodyBytes) throws IOException {
        Message.startMessage(builder);
        Message.addVersion(builder, MetadataVersion.V5);
        Message.addHeaderType(builder, type);
        Message.addHeader(builder, header);
        Message.addBodyLength(builder, bodyBytes);
        builder.finish(Message.endMessage(builder));
        ByteBuffer metadata = builder.dataBuffer();
        int length = metadata.remaining();
        int padded = (length + METADATA_ALIGNMENT - 1) / METADATA_ALIGNMENT * METADATA_ALIGNMENT;
        write(ints(ArrowReader.CONTINUATION, padded));
        write(metadata);
        write(new byte[padded - length]);
        return 2 * Integer.BYTES + padded;
    }

    private ByteBuffer footer() {
        FlatBufferBuilder builder = new FlatBufferBuilder(FIRST_BUILDER_BYTES);
        int schema = ArrowSchemaWriter.write(fields(), builder);
        Footer.startRecordBatchesVector(builder, batches.size());
        for (int i = batches.size() - 1; i >= 0; i--) {
            Place place = batches.get(i);
            Block.createBlock(builder, place.offset(), place.metadataBytes(), place.bodyBytes());
        }
        int blocks = builder.endVector();
        Footer.startDictionariesVector(builder, 0);
        int dictionaries = builder.endVector();
        Footer.startFooter(builder);
        Footer.addVersion(builder, MetadataVersion.V5);
        Footer.addSchema(builder, schema);
        Footer.addDictionaries(builder, dictionaries);
        Footer.addRecordBatches(builder, blocks);
        builder.finish(Footer.endFooter(builder));
        return builder.dataBuffer();
    }

    private static byte[] ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : numbers) {
            bytes.putInt(number);
        }
        return bytes.array();
    }

    private void write(byte[] bytes) throws IOException {
        sink.write(bytes, 0, bytes.length);
    }

    private void write(ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        write(copy);
    }
}
