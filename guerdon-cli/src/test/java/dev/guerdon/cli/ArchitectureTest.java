package dev.guerdon.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the lines between the modules; docs/architecture.md draws them. */
class ArchitectureTest {

    private static final Set<String> ENVIRONMENTS = Set.of("webshop", "alfworld", "scienceworld", "browser");

    private static final Pattern MODULE = Pattern.compile("dev\\.guerdon\\.(\\w+).*");

    /** Every module with the modules it may use. */
    private static final Map<String, Set<String>> MODULES = modules();

    private static final JavaClasses GUERDON = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.guerdon");

    private static Map<String, Set<String>> modules() {
        Map<String, Set<String>> modules = new TreeMap<>();
        modules.put("api", Set.of());
        modules.put("cpython", Set.of());
        modules.put("core", Set.of("api", "cpython"));
        modules.put("text", Set.of("api", "cpython"));
        modules.put("math", Set.of("api"));
        modules.put("webshop", Set.of("api", "cpython", "core"));
        modules.put("alfworld", Set.of("api", "cpython", "core"));
        modules.put("scienceworld", Set.of("api", "cpython", "core"));
        modules.put("browser", Set.of("api", "cpython", "core", "text"));
        modules.put("agent", Set.of("api", "cpython", "core"));
        modules.put("lab", Set.of("api", "core", "text", "agent"));
        modules.put("server", union(Set.of("api", "cpython", "core", "text", "agent", "lab"), ENVIRONMENTS));
        modules.put("spark", Set.of("api", "core", "agent", "lab"));
        modules.put("junit", Set.of("api", "core", "agent", "lab"));
        modules.put("cli", Set.copyOf(modules.keySet()));
        return modules;
    }

    @TestFactory
    Stream<DynamicTest> moduleUsesOnlyTheModulesBelowIt() {
        return MODULES.entrySet().stream()
                .map(module -> DynamicTest.dynamicTest(module.getKey(), () -> {
                    String[] allowed = union(module.getValue(), Set.of(module.getKey())).stream()
                            .map(ArchitectureTest::packages)
                            .toArray(String[]::new);
                    noClasses()
                            .that()
                            .resideInAPackage(packages(module.getKey()))
                            .should()
                            .dependOnClassesThat(
                                    resideInAPackage("dev.guerdon..").and(not(resideInAnyPackage(allowed))))
                            .allowEmptyShould(true)
                            .check(GUERDON);
                }));
    }

    @Test
    void everyModuleHasItsPlaceInTheTable() {
        Set<String> found = GUERDON.stream()
                .map(type -> MODULE.matcher(type.getPackageName()).replaceFirst("$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).contains("api", "core", "cli").isSubsetOf(MODULES.keySet());
    }

    @Test
    void apiNeedsNothingButTheJdkAndNullAnnotations() {
        classes()
                .that()
                .resideInAPackage("dev.guerdon.api")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations", "dev.guerdon.api")
                .check(GUERDON);
    }

    @Test
    void cpythonNeedsNothingButTheJdkAndNullAnnotations() {
        classes()
                .that()
                .resideInAPackage("dev.guerdon.cpython")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations", "dev.guerdon.cpython")
                .check(GUERDON);
    }

    @Test
    void modulesFormNoCycle() {
        slices().matching("dev.guerdon.(*)..").should().beFreeOfCycles().check(GUERDON);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(GUERDON.stream().map(JavaClass::getPackage).distinct().filter(ArchitectureTest::lacksNullMarks))
                .isEmpty();
    }

    @Test
    void nothingBelowTheFrontEndsPrints() {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages("cli"), packages("server"))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(GUERDON);
    }

    /** Texts that stay are written by {@code KeptFile}, which takes secrets out. */
    @Test
    void whateverIsKeptIsWrittenWithoutSecrets() {
        noClasses()
                .that()
                .resideInAnyPackage(packages("lab"), packages("agent"), packages("browser"), packages("junit"))
                .should()
                .callMethod(Files.class, "writeString", Path.class, CharSequence.class, OpenOption[].class)
                .orShould()
                .callMethod(Files.class, "newBufferedWriter", Path.class, OpenOption[].class)
                .because("dev.guerdon.core.KeptFile writes texts, and takes secrets out of them")
                .check(GUERDON);
    }

    /** What happens at the end of the process happens in one order. */
    @Test
    void onlyOneClassHooksIntoTheEndOfTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.guerdon.core.Shutdown")
                .should()
                .callMethod(Runtime.class, "addShutdownHook", Thread.class)
                .because("dev.guerdon.core.Shutdown.at does it, in order")
                .check(GUERDON);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .check(GUERDON);
    }

    private static boolean lacksNullMarks(JavaPackage one) {
        return !one.isAnnotatedWith(NullMarked.class);
    }

    private static String packages(String module) {
        return "dev.guerdon." + module + "..";
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
