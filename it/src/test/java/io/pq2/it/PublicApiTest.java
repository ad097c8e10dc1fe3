package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.nio.Buffer;
import java.security.Key;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Public types of packages that are not named {@code internal} neither mention internal types in the signatures of
 * their public and protected members, nor return keys.
 */
class PublicApiTest {

    /** The public packages whose types handle keys. */
    private static final List<String> KEY_PACKAGES = List.of(
            "io.pq2.encryption", "io.pq2.keys", "io.pq2.hadoop.keys", "io.pq2.hadoop.kms", "io.pq2.hadoop.options");

    /** Methods of interfaces that users implement, and of their implementations. */
    private static final Set<String> KEYS_OF_USERS = Set.of(
            "io.pq2.encryption.DecryptionKeyRetriever.key",
            "io.pq2.keys.GeneratedKey.key",
            "io.pq2.keys.KmsClient.generateKey",
            "io.pq2.keys.KmsClient.unwrapKey",
            "io.pq2.keys.LocalWrapKmsClient.masterKey",
            "io.pq2.keys.LocalWrapKmsClient.unwrapKey",
            "io.pq2.hadoop.kms.HadoopKmsClient.generateKey",
            "io.pq2.hadoop.kms.HadoopKmsClient.unwrapKey",
            "io.pq2.hadoop.kms.KeyFileKmsClient.unwrapKey",
            "io.pq2.hadoop.kms.VaultKmsClient.generateKey",
            "io.pq2.hadoop.kms.VaultKmsClient.unwrapKey");

    /** Methods that return bytes which are stored in files in plaintext. */
    private static final Set<String> PLAINTEXT = Set.of(
            "io.pq2.encryption.FileDecryptionProperties.aadPrefix",
            "io.pq2.encryption.FileEncryptionProperties.aadPrefix",
            "io.pq2.keys.KeyMaterialFile.toBytes",
            "io.pq2.keys.KeyMetadata.toBytes");

    private static final JavaClasses CLASSES = MainClasses.imported();

    @Test
    void publicMembersDoNotMentionInternalTypes() {
        assertThat(publicMembers()
                        .filter(member -> mentioned(member)
                                .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                                .anyMatch(type -> isInternal(type.getBaseComponentType())))
                        .map(JavaMember::getFullName))
                .isEmpty();
    }

    @Test
    void publicTypesDoNotExtendInternalTypes() {
        assertThat(publicClasses()
                        .filter(type -> Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                                .flatMap(parent -> parent.getAllInvolvedRawTypes().stream())
                                .anyMatch(PublicApiTest::isInternal))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    @Test
    void noPublicMemberReturnsKeys() {
        assertThat(publicMembers()
                        .filter(member -> !(member instanceof JavaConstructor))
                        .filter(member ->
                                KEY_PACKAGES.contains(member.getOwner().getPackageName()))
                        .filter(member ->
                                type(member).getAllInvolvedRawTypes().stream().anyMatch(PublicApiTest::canContainAKey))
                        .map(member -> member.getOwner().getName() + "." + member.getName())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(KEYS_OF_USERS.stream(), PLAINTEXT.stream())
                        .toList());
    }

    /** @param type an involved raw type; of an array, ArchUnit names the type of the elements */
    private static boolean canContainAKey(JavaClass type) {
        return type.isEquivalentTo(byte.class)
                || type.isAssignableTo(Buffer.class)
                || type.isAssignableTo(Key.class)
                || type.getName().equals("io.pq2.encryption.DecryptionKeyRetriever")
                || type.getName().equals("io.pq2.keys.GeneratedKey");
    }

    private static Stream<JavaClass> publicClasses() {
        return CLASSES.stream().filter(PublicApiTest::isPublic).filter(type -> !isInternal(type));
    }

    private static Stream<JavaMember> publicMembers() {
        return publicClasses()
                .flatMap(type -> type.getMembers().stream())
                .filter(PublicApiTest::isPublicOrProtected)
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC));
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublicApiTest::isPublic).orElse(true);
    }

    private static boolean isPublicOrProtected(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED)
                        && !member.getOwner().getModifiers().contains(JavaModifier.FINAL);
    }

    private static boolean isInternal(JavaClass type) {
        return (type.getPackageName() + ".").matches("io\\.pq2\\..*\\binternal\\..*");
    }

    /** Returns the type of a field, and the return type of a method or constructor. */
    private static JavaType type(JavaMember member) {
        return member instanceof JavaField field
                ? field.getType()
                : member instanceof JavaMethod method ? method.getReturnType() : member.getOwner();
    }

    /** Returns the types in a signature. */
    private static Stream<JavaType> mentioned(JavaMember member) {
        return member instanceof JavaCodeUnit code
                ? Stream.of(
                                Stream.of(type(code)),
                                code.getParameterTypes().stream(),
                                code.getThrowsClause().getTypes().stream())
                        .flatMap(types -> types)
                : Stream.of(type(member));
    }
}
