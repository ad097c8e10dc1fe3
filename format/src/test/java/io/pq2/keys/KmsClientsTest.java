package io.pq2.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import org.junit.jupiter.api.Test;

class KmsClientsTest {

    private static KmsClient named(String name) {
        return KmsClients.named(name, KmsClientsTest.class.getClassLoader());
    }

    /** A client without a constructor without parameters. */
    public static final class ClientWithParameter extends LocalWrapKmsClient {

        /**
         * @param ignored prevents a default constructor
         */
        public ClientWithParameter(int ignored) {}

        @Override
        public void initialize(KmsConnection connection) {}

        @Override
        protected byte[] masterKey(String masterKeyId) {
            return new byte[16];
        }
    }

    /** A class whose initialization fails. */
    private static final class Trap {

        static {
            fail();
        }

        private static void fail() {
            throw new IllegalStateException("a class was initialized before its type was checked");
        }
    }

    @Test
    void doesNotInitializeClassesOfOtherTypes() {
        assertThatThrownBy(() -> named(Trap.class.getName()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("does not implement");
        assertThatThrownBy(Trap::new).isInstanceOf(ExceptionInInitializerError.class);
    }

    @Test
    void findsClientsByShortNameAndByClassName() {
        assertThat(named("counting")).isInstanceOf(CountingKms.class);
        assertThat(named("io.pq2.keys.CountingKms")).isInstanceOf(CountingKms.class);
    }

    @Test
    void rejectsNamesOfOtherClasses() {
        assertThatThrownBy(() -> named("com.example.NoClient"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("com.example.NoClient")
                .hasMessageContaining("counting");
        assertThatThrownBy(() -> named("java.lang.String"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> named(ClientWithParameter.class.getName()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("constructor");
    }
}
