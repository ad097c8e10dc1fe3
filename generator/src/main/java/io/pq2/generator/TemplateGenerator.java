package io.pq2.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Expands all templates of a module. */
public final class TemplateGenerator {

    private static final String EXTENSION = ".java.template";
    private static final String TYPE = "X";

    private TemplateGenerator() {}

    /**
     * Writes the classes of all templates of a module.
     *
     * @param arguments the folder of the templates, and the source root; other files in it are deleted
     * @throws IllegalArgumentException if a template is malformed
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        generate(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    static void generate(Path templates, Path target) throws IOException {
        SourceRoot root = new SourceRoot(target);
        for (Path file : templates(templates)) {
            Path path = templates.relativize(file);
            Template template = new Template(path.toString().replace('\\', '/'), Files.readString(file));
            for (PrimitiveType type : template.types()) {
                root.write(path.resolveSibling(className(file, type) + ".java"), template.expand(type));
            }
        }
        root.deleteOthers();
    }

    private static List<Path> templates(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Returns the name of the class, in which the name of the type replaces the only {@code X}. */
    private static String className(Path template, PrimitiveType type) {
        String file = template.getFileName().toString();
        if (!file.endsWith(EXTENSION)) {
            throw new IllegalArgumentException(file + ": expected a name that ends in " + EXTENSION);
        }
        String name = file.substring(0, file.indexOf('.'));
        if (name.indexOf(TYPE) < 0 || name.indexOf(TYPE) != name.lastIndexOf(TYPE)) {
            throw new IllegalArgumentException(file + ": expected one " + TYPE + " in the name");
        }
        return name.replace(TYPE, type.capitalized());
    }
}
