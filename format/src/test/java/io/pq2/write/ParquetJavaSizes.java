package io.pq2.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.example.GroupWriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Sizes of columns that parquet-java writes with its defaults. */
public final class ParquetJavaSizes {

    private ParquetJavaSizes() {}

    /** Adds the value of a row, if it has one, to a group. */
    public interface Fill {
        void fill(Group group, long row);
    }

    /**
     * Returns the bytes of the first column chunk.
     *
     * @param field the only column, as in the text form of a schema
     */
    public static long of(String field, int rows, Fill fill, CompressionCodecName codec) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType("message m { " + field + "; }");
        Path path = Files.createTempFile("theirs", ".parquet");
        try {
            OutputFile file = new LocalOutputFile(path);
            try (ParquetWriter<Group> writer = new GroupWriter(file, type)
                    .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                    .withCompressionCodec(codec)
                    .build()) {
                for (int row = 0; row < rows; row++) {
                    Group group = new SimpleGroup(type);
                    fill.fill(group, row);
                    writer.write(group);
                }
            }
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
                return reader.getFooter().getBlocks().get(0).getColumns().get(0).getTotalSize();
            }
        } finally {
            Files.delete(path);
        }
    }

    private static final class GroupWriter extends ParquetWriter.Builder<Group, GroupWriter> {
        private final MessageType type;

        GroupWriter(OutputFile file, MessageType type) {
            super(file);
            this.type = type;
        }

        @Override
        protected GroupWriter self() {
            return this;
        }

        @Override
        protected WriteSupport<Group> getWriteSupport(Configuration configuration) {
            GroupWriteSupport.setSchema(type, configuration);
            return new GroupWriteSupport();
        }
    }
}
