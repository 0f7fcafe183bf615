package dev.guerdon.scienceworld.simulator;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Moves the Scala modules that hold state out of their static fields into the {@link ScalaState} of an environment.
 *
 * <p>Scala has no static state but the field {@code MODULE$} with the only instance of an object. A module whose fields are all final
 * numbers and texts, and whose constructor calls nothing but the like, cannot change, so its instance stays shared; any other gets a number, and
 * every access of its field becomes a call of its method {@value #ACCESSOR}, which asks the world and, the first time in each environment, runs the
 * class initialiser.
 */
final class ScalaModules {

    static final String ACCESSOR = "guerdon$module";

    private static final int ASM = Opcodes.ASM9;
    private static final String FIELD = "MODULE$";
    private static final String INITIALISER = "guerdon$initialise";
    private static final String WORLD = ScalaState.class.getName().replace('.', '/');
    private static final int SHARED = -1;

    /** What of Scala's own library changes what the simulator does: the global random generator. */
    private static final Set<String> OF_SCALA = Set.of("scala/util/Random$");

    private final Function<String, byte @Nullable []> source;
    private final Map<String, Shape> shapes = new ConcurrentHashMap<>();
    private final Map<String, Integer> slots = new ConcurrentHashMap<>();
    private final AtomicInteger used = new AtomicInteger();

    /**
     * @param source gives the bytes of a class of the jar by its internal name, or null
     */
    ScalaModules(Function<String, byte @Nullable []> source) {
        this.source = source;
    }

    /**
     * Parts of a class that decide whether its state is shared.
     *
     * @param parent its superclass
     * @param module whether it has a static field with its only instance
     * @param constants its own fields, where all of them are final numbers and texts
     * @param calls what its constructor calls, apart from its parent's
     * @param stray a static field that is neither constant nor the module's, or the empty text
     */
    private record Shape(
            String parent, boolean module, Optional<Set<String>> constants, Set<Call> calls, String stray) {

        static final Shape OF_THE_JDK = new Shape("", false, Optional.of(Set.of()), Set.of(), "");

        static Shape of(ClassReader reader) {
            ShapeReader read = new ShapeReader(reader.getClassName(), reader.getSuperName());
            reader.accept(read, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            Optional<Set<String>> constants = read.constant ? Optional.of(read.fields) : Optional.empty();
            String parent = reader.getSuperName();
            return new Shape(parent == null ? "" : parent, read.module, constants, read.calls, read.stray);
        }
    }

    private record Call(String owner, String name) {}

    private static final class ShapeReader extends ClassVisitor {

        private final String self;
        private final @Nullable String parent;
        private final Set<String> fields = new HashSet<>();
        private final Set<Call> calls = new HashSet<>();
        private boolean module;
        private boolean constant = true;
        private String stray = "";

        ShapeReader(String self, @Nullable String parent) {
            super(ASM);
            this.self = self;
            this.parent = parent;
        }

        @Override
        public @Nullable FieldVisitor visitField(
                int access, String name, String type, @Nullable String signature, @Nullable Object value) {
            if ((access & Opcodes.ACC_STATIC) == 0) {
                fields.add(name);
                constant &=
                        (access & Opcodes.ACC_FINAL) != 0 && (type.length() == 1 || type.equals("Ljava/lang/String;"));
            } else if (name.equals(FIELD) && type.equals("L" + self + ";")) {
                module = true;
            } else if (value == null) {
                stray = name;
            }
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return !name.equals("<init>")
                    ? null
                    : new MethodVisitor(ASM) {
                        @Override
                        public void visitMethodInsn(
                                int opcode, String owner, String called, String type, boolean isInterface) {
                            boolean parents = called.equals("<init>") && owner.equals(parent);
                            if (!parents && !called.equals("$init$")) {
                                calls.add(new Call(owner, called + type));
                            }
                        }
                    };
        }
    }

    private Shape shape(String owner) {
        return shapes.computeIfAbsent(owner, name -> {
            byte[] bytes = name.startsWith("java/") ? null : source.apply(name);
            return bytes == null ? Shape.OF_THE_JDK : Shape.of(new ClassReader(bytes));
        });
    }

    /** Returns whether a class is the simulator's own, rather than a library's. */
    static boolean isSimulators(String owner) {
        return !owner.startsWith("scala/") && !owner.startsWith("py4j/") && !owner.startsWith("java/");
    }

    /** Returns the number of a module of which every environment has its own, or {@value #SHARED}. */
    private int slot(String owner) {
        Integer known = slots.get(owner);
        if (known == null) {
            // Asked for outside of computeIfAbsent, because shapes are looked up on the way.
            boolean shared = isSimulators(owner) ? isShared(owner) : !OF_SCALA.contains(owner);
            known = slots.computeIfAbsent(owner, name -> shared ? SHARED : used.getAndIncrement());
        }
        return known;
    }

    private boolean isShared(String owner) {
        return !shape(owner).module || isConstant(owner, new HashSet<>());
    }

    /** Returns whether nothing of a module can change, and making it does nothing but read constants of others of this kind. */
    private boolean isConstant(String owner, Set<String> asked) {
        if (!asked.add(owner)) {
            return true;
        }
        for (String type = owner; !type.isEmpty(); type = shape(type).parent) {
            Shape shape = shape(type);
            if (shape.constants.isEmpty() || !shape.calls.stream().allMatch(call -> readsConstant(call, asked))) {
                return false;
            }
        }
        return true;
    }

    private boolean readsConstant(Call call, Set<String> asked) {
        String field = call.name.substring(0, call.name.indexOf('('));
        return isSimulators(call.owner)
                && call.name.contains("()")
                && shape(call.owner).module
                && shape(call.owner)
                        .constants
                        .map(names -> names.contains(field))
                        .orElse(false)
                && isConstant(call.owner, asked);
    }

    /** Returns whether every environment has an instance of its own of this class's module. */
    boolean isApart(String owner) {
        return slot(owner) != SHARED;
    }

    /** Returns a class of the jar such that environments that share it do not share what changes. */
    byte[] apart(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        String self = reader.getClassName();
        if (isSimulators(self) && !shape(self).stray.isEmpty()) {
            throw new ScienceworldException("expected no static state in the class " + self.replace('/', '.')
                    + " of ScienceWorld's jar but Scala modules, found the field '" + shape(self).stray
                    + "'; environments would share it");
        }
        ClassWriter out = new ClassWriter(reader, 0);
        boolean own = isApart(self);
        reader.accept(
                new ClassVisitor(ASM, out) {
                    @Override
                    public @Nullable FieldVisitor visitField(
                            int access, String name, String type, @Nullable String signature, @Nullable Object value) {
                        return own && name.equals(FIELD)
                                ? null
                                : super.visitField(access, name, type, signature, value);
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        boolean initialiser = own && name.equals("<clinit>");
                        return new Accesses(super.visitMethod(
                                access, initialiser ? INITIALISER : name, descriptor, signature, exceptions));
                    }
                },
                0);
        if (own) {
            addAccessor(out, self);
        }
        return out.toByteArray();
    }

    /** Replaces the accesses of modules in one method. */
    private final class Accesses extends MethodVisitor {

        Accesses(MethodVisitor method) {
            super(ASM, method);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
            int slot = name.equals(FIELD) ? slot(owner) : SHARED;
            if (slot == SHARED) {
                super.visitFieldInsn(opcode, owner, name, type);
            } else if (opcode == Opcodes.GETSTATIC) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, ACCESSOR, "()" + type, false);
            } else {
                super.visitLdcInsn(slot);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "keep", "(Ljava/lang/Object;I)V", false);
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals);
        }
    }

    private void addAccessor(ClassWriter out, String self) {
        int slot = slot(self);
        MethodVisitor code =
                out.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, ACCESSOR, "()L" + self + ";", null, null);
        Label known = new Label();
        code.visitCode();
        code.visitLdcInsn(slot);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "module", "(I)Ljava/lang/Object;", false);
        code.visitInsn(Opcodes.DUP);
        code.visitJumpInsn(Opcodes.IFNONNULL, known);
        code.visitInsn(Opcodes.POP);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, self, INITIALISER, "()V", false);
        code.visitLdcInsn(slot);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, WORLD, "module", "(I)Ljava/lang/Object;", false);
        code.visitLabel(known);
        code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
        code.visitTypeInsn(Opcodes.CHECKCAST, self);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(2, 0);
        code.visitEnd();
    }
}
