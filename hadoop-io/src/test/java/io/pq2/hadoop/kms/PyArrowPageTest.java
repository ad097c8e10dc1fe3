package io.pq2.hadoop.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.keys.AesKeyWrap;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMetadata;
import io.pq2.keys.KmsAccess;
import io.pq2.keys.KmsConnection;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the examples of docs/pyarrow.md. Those in Python need python3 with the package cryptography; those with PyArrow
 * also need that.
 */
class PyArrowPageTest {

    private static final Path PAGE = Path.of("../docs/pyarrow.md");
    private static final Schema SCHEMA = SchemaText.parse("message rows { required int64 id; required int64 salary; }");
    private static final String MASTER_KEYS = """
            footers.1 = AAECAwQFBgcICQoLDA0ODw==
            salaries.1 = EBESExQVFhcYGRobHB0eHw==
            salaries.2 = ICEiIyQlJicoKSorLC0uLw==
            """;

    @TempDir
    private Path directory;

    private Path keyFile;
    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(PAGE);
        keyFile = writeKeyFile("master.keys", MASTER_KEYS);
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    private Path writeKeyFile(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }

    private List<String> blocks(String language, Predicate<String> condition) {
        List<String> blocks = new ArrayList<>();
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        while (block.find()) {
            if (condition.test(block.group(1))) {
                blocks.add(block.group(1));
            }
        }
        assertThat(blocks).isNotEmpty();
        return blocks;
    }

    private String block(String language) {
        return blocks(language, any -> true).get(0);
    }

    private String dataKey() {
        Matcher key = Pattern.compile("The data key is `([0-9a-f]+)`").matcher(page);
        assertThat(key.find()).isTrue();
        return key.group(1);
    }

    /** Returns the example code that does not need PyArrow. */
    private String plainPython() {
        return String.join("\n", blocks("python", code -> !code.contains("pe.") && !code.contains("factory")));
    }

    private String python(String program) throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("example.py"), program);
        Process process = new ProcessBuilder("python3", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.trim();
    }

    private static void assumePython(String module) throws InterruptedException {
        int status;
        try {
            status = new ProcessBuilder("python3", "-c", "import " + module)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            status = -1;
        }
        assumeTrue(status == 0, "needs python3 with " + module);
    }

    private static KeyFileKmsClient client(Path keys) {
        KeyFileKmsClient client = new KeyFileKmsClient();
        client.initialize(new KmsConnection(KmsConnection.DEFAULT, keys.toString(), () -> null, key -> null));
        return client;
    }

    @Test
    void theStoredFormIsUnwrapped() throws IOException {
        Path keys = writeKeyFile("example.keys", block("text"));
        KeyMetadata metadata = KeyMetadata.parse(block("json").getBytes(StandardCharsets.UTF_8));
        KeyMaterial material = Objects.requireNonNull(metadata.material());
        byte[] kek = client(keys).unwrapKey(Objects.requireNonNull(material.wrappedKek()), material.masterKeyId());
        byte[] id = Base64.getDecoder().decode(material.kekId());
        assertThat(AesKeyWrap.unwrap(material.wrappedDataKey(), kek, id, "the data key"))
                .asHexString()
                .isEqualToIgnoringCase(dataKey());
    }

    @Test
    void pythonUnwrapsTheStoredForm() throws IOException, InterruptedException {
        assumePython("cryptography");
        writeKeyFile("example.keys", block("text"));
        Files.writeString(directory.resolve("metadata.json"), block("json"));
        assertThat(python(plainPython()
                        + "\nprint(data_key(open('metadata.json').read(), KeyFile('example.keys')).hex())"))
                .isEqualTo(dataKey());
    }

    @Test
    void pythonAndPq2UnwrapEachOthersKeys() throws IOException, InterruptedException {
        assumePython("cryptography");
        byte[] key = "a key of 16 byte".getBytes(StandardCharsets.US_ASCII);
        String wrapped = client(keyFile).wrapKey(key, "salaries");
        String[] found = python(plainPython() + "\nkeys = KeyFile('master.keys')"
                        + "\nprint(keys.unwrap('" + wrapped + "', 'salaries').hex())"
                        + "\nprint(keys.wrap(b'a key of 16 byte', 'salaries'))")
                .split("\\R");
        assertThat(found[0]).isEqualTo(HexFormat.of().formatHex(key));
        assertThat(client(keyFile).unwrapKey(found[1], "salaries")).isEqualTo(key);
    }

    @Test
    void pyArrowAndPq2ReadEachOthersFiles() throws IOException, InterruptedException {
        org.apache.hadoop.fs.Path file = write(settings());
        assertThat(rows(file)).hasSize(10);
        assumePython("pyarrow.parquet.encryption, cryptography");
        String program = String.join("\n", blocks("python", any -> true));
        assertThat(python(program + "\nprint(table.num_rows)")).isEqualTo("10");
        org.apache.hadoop.fs.Path other = new org.apache.hadoop.fs.Path(
                directory.resolve("from_pyarrow.parquet").toUri());
        assertThat(rows(other)).isEqualTo(rows(file));
    }

    @Test
    void pyArrowReadsUniformFiles() throws IOException, InterruptedException {
        Configuration configuration = settings();
        configuration.set(HadoopEncryption.UNIFORM_KEY, configuration.get(HadoopEncryption.FOOTER_KEY));
        configuration.unset(HadoopEncryption.FOOTER_KEY);
        configuration.unset(HadoopEncryption.COLUMN_KEYS);
        org.apache.hadoop.fs.Path file = write(configuration);
        assertThat(rows(file)).hasSize(10);
        assumePython("pyarrow.parquet.encryption, cryptography");
        String reading = String.join("\n", blocks("python", code -> !code.contains("file_encryption_properties")));
        assertThat(python(reading + "\nprint(table.to_pydict()['salary'])"))
                .isEqualTo("[0, 1, 4, 9, 16, 25, 36, 49, 64, 81]");
    }

    /** Returns the settings of the page. */
    private Configuration settings() {
        Configuration configuration = new Configuration(false);
        block("properties").lines().forEach(line -> {
            String[] setting = line.split(" += +");
            configuration.set(setting[0].trim(), setting[1].replace("master.keys", keyFile.toString()));
        });
        return configuration;
    }

    /** Writes the file that the page reads in Python, with ten rows. */
    private org.apache.hadoop.fs.Path write(Configuration configuration) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(
                directory.resolve("from_pq2.parquet").toUri());
        try (RecordWriter writer = RecordWriter.create(
                HadoopOutputFile.of(file, configuration),
                SCHEMA,
                HadoopWriteOptions.from(configuration, file, SCHEMA))) {
            for (long i = 0; i < 10; i++) {
                writer.write(writer.record().setLong("id", i).setLong("salary", i * i));
            }
        }
        return file;
    }

    /** Reads a file with the two settings that readers need. */
    private List<String> rows(org.apache.hadoop.fs.Path file) throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, keyFile.toString());
        List<String> rows = new ArrayList<>();
        try (ParquetFile opened = ParquetFile.open(
                        HadoopInputFile.of(file, configuration),
                        HadoopReadOptions.from(configuration),
                        HadoopEncryption.forReading(configuration, file));
                RowReader reader = new RowReader(opened.scan().open())) {
            while (reader.next()) {
                rows.add(reader.row().getLong("id") + " " + reader.row().getLong("salary"));
            }
        }
        return rows;
    }
}
