package io.pq2.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateGeneratorTest {

    @TempDir
    private Path folder;

    private Path templates;
    private Path target;

    @BeforeEach
    void makeFolders() throws IOException {
        templates = Files.createDirectories(folder.resolve("templates/a/b"));
        target = folder.resolve("generated");
    }

    @Test
    void writesAClassForEachType() throws IOException {
        template("PlainXDecoder.java.template", "#types int double\nclass Plain$Type$Decoder {}\n");
        generate();
        assertThat(files()).containsExactly("a/b/PlainDoubleDecoder.java", "a/b/PlainIntDecoder.java");
        assertThat(target.resolve("a/b/PlainIntDecoder.java")).hasContent("""
                // Generated from a/b/PlainXDecoder.java.template; do not edit.
                class PlainIntDecoder {}
                """);
    }

    @Test
    void writesTheClassesOfAFamilyFromTwoTemplates() throws IOException {
        template("XA.integer.java.template", "#types int\nclass $Type$A {}\n");
        template("XA.floating.java.template", "#types float\nclass $Type$A {}\n");
        generate();
        assertThat(files()).containsExactly("a/b/FloatA.java", "a/b/IntA.java");
    }

    @Test
    void rejectsTwoTemplatesForOneClass() throws IOException {
        template("XA.integer.java.template", "#types int long\n");
        template("XA.floating.java.template", "#types float int\n");
        assertThatThrownBy(this::generate)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("IntA.java");
    }

    @Test
    void deletesClassesWithoutTemplate() throws IOException {
        template("XA.java.template", "#types int long\n");
        generate();
        template("XA.java.template", "#types long\n");
        generate();
        assertThat(files()).containsExactly("a/b/LongA.java");
    }

    @Test
    void doesNotRewriteUnchangedClasses() throws IOException {
        template("XA.java.template", "#types int long\n#if int\n1\n#end\n");
        generate();
        FileTime past = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(target.resolve("a/b/IntA.java"), past);
        Files.setLastModifiedTime(target.resolve("a/b/LongA.java"), past);
        template("XA.java.template", "#types int long\n#if int\n2\n#end\n");
        generate();
        assertThat(Files.getLastModifiedTime(target.resolve("a/b/IntA.java"))).isGreaterThan(past);
        assertThat(Files.getLastModifiedTime(target.resolve("a/b/LongA.java"))).isEqualTo(past);
    }

    @Test
    void rejectsNamesWithoutExactlyOneX() throws IOException {
        template("XXA.java.template", "#types int\n");
        assertThatThrownBy(this::generate).hasMessage("XXA.java.template: expected one X in the name");
        Files.delete(templates.resolve("XXA.java.template"));
        template("A.java.template", "#types int\n");
        assertThatThrownBy(this::generate).hasMessage("A.java.template: expected one X in the name");
        Files.delete(templates.resolve("A.java.template"));
        template("XA.java", "#types int\n");
        assertThatThrownBy(this::generate).hasMessage("XA.java: expected a name that ends in .java.template");
    }

    private void template(String name, String text) throws IOException {
        Files.writeString(templates.resolve(name), text);
    }

    private void generate() throws IOException {
        TemplateGenerator.generate(folder.resolve("templates"), target);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> tree = Files.walk(target)) {
            return tree.filter(Files::isRegularFile)
                    .map(file -> target.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
