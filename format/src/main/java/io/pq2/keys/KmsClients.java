package io.pq2.keys;

import io.pq2.exception.InvalidDataException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds {@link KmsClient}s by name. */
public final class KmsClients {

    private KmsClients() {}

    /**
     * A new client, which is not initialized.
     *
     * @param name the {@link KmsClient#name} of one that {@link ServiceLoader} finds, or the name of a class
     * @param loader where classes are looked for
     * @throws InvalidDataException if there is none
     */
    public static KmsClient named(String name, ClassLoader loader) {
        Collection<String> names = new TreeSet<>();
        for (KmsClient client : ServiceLoader.load(KmsClient.class, loader)) {
            if (client.name().equals(name)) {
                return client;
            }
            names.add(client.name());
        }
        try {
            return (KmsClient) instance(Class.forName(name, true, loader).asSubclass(KmsClient.class));
        } catch (ClassNotFoundException e) {
            throw new InvalidDataException(
                    "there is no KMS client " + name + ": it is neither a class on the class path nor one of " + names,
                    e);
        } catch (ClassCastException e) {
            throw new InvalidDataException("the class " + name + " is no " + KmsClient.class.getName(), e);
        }
    }

    /**
     * An instance made by the public constructor without parameters.
     *
     * @throws InvalidDataException if there is none, or it fails
     */
    public static Object instance(Class<?> type) {
        try {
            Constructor<?> constructor = type.getConstructor();
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new InvalidDataException("the KMS client " + type.getName() + " cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InvalidDataException(
                    "the KMS client " + type.getName() + " has no public constructor without parameters", e);
        }
    }
}
