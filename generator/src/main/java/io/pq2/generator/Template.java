package io.pq2.generator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A template; the package comment describes its syntax. */
final class Template {

    private static final String TYPES = "#types";
    private static final String IF = "#if";
    private static final String ELSE = "#else";
    private static final String END = "#end";
    private static final String COMMENT = "##";
    private static final int MAX_LINE = 120;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$(\\w+)\\$");

    private final String name;
    private final Set<PrimitiveType> types;
    private final List<String> lines;

    /**
     * Parses a template.
     *
     * @param name the name for error messages and for the first line of the expanded text
     * @throws IllegalArgumentException if the first line does not list primitive types
     */
    Template(String name, String text) {
        this.name = name;
        List<String> all = text.lines().toList();
        if (all.isEmpty() || !all.get(0).startsWith(TYPES)) {
            throw new IllegalArgumentException(name + ": expected " + TYPES + " in line 1");
        }
        types = types(all.get(0));
        lines = all.subList(1, all.size());
    }

    /** Returns the primitive types that the template is for. */
    Set<PrimitiveType> types() {
        return Collections.unmodifiableSet(types);
    }

    /**
     * Returns the Java source for a primitive type.
     *
     * @throws IllegalArgumentException if a directive or a placeholder is malformed, or a line is too long
     */
    String expand(PrimitiveType type) {
        List<String> out = new ArrayList<>();
        out.add("// Generated from " + name + "; do not edit.");
        boolean conditional = false;
        boolean included = true;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String directive = directive(line);
            switch (directive) {
                case "" -> {
                    if (included) {
                        out.add(replacePlaceholders(line, type, i));
                    }
                }
                case IF -> {
                    check(!conditional, i, "#if within #if");
                    conditional = true;
                    included = types(line.strip()).contains(type);
                }
                case ELSE -> {
                    check(conditional, i, "#else without #if");
                    included = !included;
                }
                case END -> {
                    check(conditional, i, "#end without #if");
                    conditional = false;
                    included = true;
                }
                case COMMENT -> {}
                default -> throw error(i, "unknown directive " + directive);
            }
        }
        check(!conditional, lines.size() - 1, "#if without #end");
        sortImports(out);
        return String.join("\n", out) + "\n";
    }

    private static String directive(String line) {
        String stripped = line.strip();
        return stripped.startsWith("#") ? stripped.split(" ", 2)[0] : "";
    }

    private static Set<PrimitiveType> types(String line) {
        String[] words = line.split(" +", -1);
        Set<PrimitiveType> types = EnumSet.noneOf(PrimitiveType.class);
        for (int i = 1; i < words.length; i++) {
            types.add(PrimitiveType.of(words[i]));
        }
        return types;
    }

    private String replacePlaceholders(String line, PrimitiveType type, int index) {
        Map<String, String> values = type.placeholders();
        Matcher matcher = PLACEHOLDER.matcher(line);
        StringBuilder expanded = new StringBuilder();
        while (matcher.find()) {
            String value = values.get(matcher.group(1));
            if (value == null) {
                throw error(index, "no placeholder " + matcher.group() + " for " + type.keyword());
            }
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        matcher.appendTail(expanded);
        check(expanded.length() <= MAX_LINE, index, "longer than " + MAX_LINE + " characters for " + type.keyword());
        return expanded.toString();
    }

    private static void sortImports(List<String> lines) {
        int start = 0;
        while (start < lines.size()) {
            int end = start;
            while (end < lines.size() && lines.get(end).startsWith("import ")) {
                end++;
            }
            List<String> imports = lines.subList(start, end);
            // Without the semicolon: "a.B" comes before "a.B.C".
            imports.sort((a, b) -> a.replace(";", "").compareTo(b.replace(";", "")));
            start = end + 1;
        }
    }

    private void check(boolean condition, int index, String message) {
        if (!condition) {
            throw error(index, message);
        }
    }

    private IllegalArgumentException error(int index, String message) {
        return new IllegalArgumentException(name + ":" + (index + 2) + ": " + message);
    }
}
