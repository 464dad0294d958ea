package dev.baton.integration.matrix;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a class file refers to in Curator and ZooKeeper, by the constant pool (JVM specification, 4.4), and whether that is
 * there.
 */
final class References {

    /** A method, constructor or field of another class. */
    record Reference(String owner, String name, String descriptor) implements Comparable<Reference> {

        @Override
        public int compareTo(Reference other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return owner + "." + name + descriptor;
        }

        boolean isFoundBy(ClassLoader loader) {
            try {
                Class<?> type = Class.forName(owner.replace('/', '.'), false, loader);
                return name.equals("<init>")
                        ? Arrays.stream(type.getDeclaredConstructors())
                                .anyMatch(each -> descriptor.equals(
                                        java.lang.invoke.MethodType.methodType(void.class, each.getParameterTypes())
                                                .toMethodDescriptorString()))
                        : hierarchy(type).anyMatch(this::isDeclaredBy);
            } catch (ClassNotFoundException | LinkageError missing) {
                return false;
            }
        }

        private boolean isDeclaredBy(Class<?> type) {
            boolean field = !descriptor.startsWith("(");
            return field
                    ? Arrays.stream(type.getDeclaredFields()).anyMatch(this::isField)
                    : Arrays.stream(type.getDeclaredMethods()).anyMatch(this::isMethod);
        }

        private boolean isField(Field field) {
            return field.getName().equals(name)
                    && field.getType().descriptorString().equals(descriptor);
        }

        private boolean isMethod(Method method) {
            return method.getName().equals(name)
                    && descriptor.equals(
                            java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                    .toMethodDescriptorString());
        }
    }

    private References() {}

    private static Stream<Class<?>> hierarchy(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return Stream.concat(
                Stream.concat(Stream.of(type), above == null ? Stream.empty() : hierarchy(above)),
                Arrays.stream(type.getInterfaces()).flatMap(References::hierarchy));
    }

    /** All that the class file refers to whose owner's name begins so. */
    static Set<Reference> of(InputStream classFile, String owners) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile.readAllBytes()));
        in.readLong(); // magic and version
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        int[][] pairs = new int[count][];
        boolean[] members = new boolean[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[i] = in.readUTF();
                case 3, 4 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++; // takes two entries
                }
                case 7, 8, 16, 19, 20 -> pairs[i] = new int[] {in.readUnsignedShort()};
                case 9, 10, 11, 12, 17, 18 -> {
                    pairs[i] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                    members[i] = tag <= 11;
                }
                case 15 -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                default -> throw new IOException("constant of kind " + tag);
            }
        }
        Set<Reference> found = new TreeSet<>();
        for (int i = 1; i < count; i++) {
            if (members[i]) {
                String owner = texts[pairs[pairs[i][0]][0]];
                int[] nameAndType = pairs[pairs[i][1]];
                if (owner.startsWith(owners)) {
                    found.add(new Reference(owner, texts[nameAndType[0]], texts[nameAndType[1]]));
                }
            }
        }
        return found;
    }
}
