package io.pq2.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TemplateTest {

    @Test
    void replacesPlaceholders() {
        Template template = new Template("A", """
                #types int float
                $type$ $Type$ $Box$ $PHYSICAL$ $zero$ $width$ $bits$ $Bits$ $BitsBox$
                """);
        assertThat(template.types()).containsExactly(PrimitiveType.INT, PrimitiveType.FLOAT);
        assertThat(template.expand(PrimitiveType.INT)).endsWith("\nint Int Integer INT32 0 4 int Int Integer\n");
        assertThat(template.expand(PrimitiveType.FLOAT)).endsWith("\nfloat Float Float FLOAT 0f 4 int Int Integer\n");
    }

    @Test
    void namesItselfInTheFirstLine() {
        assertThat(new Template("a/BX.java.template", "#types int\nclass BInt {}\n").expand(PrimitiveType.INT))
                .isEqualTo("// Generated from a/BX.java.template; do not edit.\nclass BInt {}\n");
    }

    @Test
    void includesConditionalLinesForTheirTypes() {
        Template template = new Template("A", """
                #types int long double
                first
                    #if int long
                integral
                    #else
                floating
                    #end
                #if long
                long
                #end
                last
                """);
        assertThat(template.expand(PrimitiveType.INT)).endsWith(".\nfirst\nintegral\nlast\n");
        assertThat(template.expand(PrimitiveType.LONG)).endsWith(".\nfirst\nintegral\nlong\nlast\n");
        assertThat(template.expand(PrimitiveType.DOUBLE)).endsWith(".\nfirst\nfloating\nlast\n");
    }

    @Test
    void omitsComments() {
        Template template = new Template("A", "#types int\n## on the $Template$\n#if int\n    ## on int\n1\n#end\n");
        assertThat(template.expand(PrimitiveType.INT)).isEqualTo("// Generated from A; do not edit.\n1\n");
    }

    @Test
    void sortsImportsAfterExpansion() {
        Template template = new Template("A", """
                #types double float
                import a.$Type$Encoder;
                import a.EncodedBytes;
                import a.EncodedBytes.Part;
                """);
        assertThat(template.expand(PrimitiveType.DOUBLE))
                .endsWith(".\nimport a.DoubleEncoder;\nimport a.EncodedBytes;\nimport a.EncodedBytes.Part;\n");
        assertThat(template.expand(PrimitiveType.FLOAT))
                .endsWith(".\nimport a.EncodedBytes;\nimport a.EncodedBytes.Part;\nimport a.FloatEncoder;\n");
    }

    @Test
    void rejectsMalformedTemplatesWithTheirLine() {
        assertRejected("class A {}", "A: expected #types in line 1");
        assertRejected("#types int\n$Typo$", "A:2: no placeholder $Typo$ for int");
        assertRejected("#types boolean\n\n$width$", "A:3: no placeholder $width$ for boolean");
        assertRejected("#types int\n#if short\n#end", "not a primitive type for templates: short");
        assertRejected("#types int\n#if int", "A:2: #if without #end");
        assertRejected("#types int\n#if int\n#if int", "A:3: #if within #if");
        assertRejected("#types int\n#else", "A:2: #else without #if");
        assertRejected("#types int\n#end", "A:2: #end without #if");
        assertRejected("#types int\n#fi", "A:2: unknown directive #fi");
        assertRejected("#types int\n" + "x".repeat(121), "A:2: longer than 120 characters for int");
    }

    private static void assertRejected(String text, String message) {
        assertThatThrownBy(() -> {
                    Template template = new Template("A", text);
                    template.types().forEach(template::expand);
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
