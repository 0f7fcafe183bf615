package dev.guerdon.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Stable;
import dev.guerdon.api.Tool;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the lines between modules and rooms; docs/architecture.md draws them. {@link RoomsTest} looks at the sources. */
class ArchitectureTest {

    private static final Set<String> ENVIRONMENTS = Set.of("webshop", "alfworld", "scienceworld");

    /** Every module with the modules it may use. */
    static final Map<String, Set<String>> MODULES = modules();

    /** What every module needs lies below the core's rooms, its second front end above its door; agents are apart in the API. */
    private static final Set<String> SIDE_DOORS =
            Set.of("dev.guerdon.core.base", "dev.guerdon.core.stdio", "dev.guerdon.api.agent");

    private static final int MOST_COMPONENTS = 12;
    private static final int MOST_PARAMETERS = 5;

    private static final DescribedPredicate<JavaClass> OPTIONALS = JavaClass.Predicates.belongToAnyOf(
            Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private static final JavaClasses GUERDON = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importLocations(locations());

    /** What is on the class path, and {@code guerdon-spark} where it was built: Spark is on no class path of this module. */
    private static Set<Location> locations() {
        Set<Location> locations = new HashSet<>(Locations.ofPackage("dev.guerdon"));
        Path spark = Checkout.REAL.resolve("serving/spark/target/classes");
        if (Files.isDirectory(spark)) {
            locations.add(Location.of(spark));
        }
        return locations;
    }

    private static Map<String, Set<String>> modules() {
        Map<String, Set<String>> modules = new TreeMap<>();
        modules.put("api", Set.of());
        modules.put("cpython", Set.of("api"));
        modules.put("core", Set.of("api", "cpython"));
        modules.put("parquet", Set.of("api", "core"));
        modules.put("math", Set.of("api"));
        modules.put("rewards", Set.of("api", "cpython", "core"));
        modules.put("sql", Set.of("api", "cpython", "core"));
        ENVIRONMENTS.forEach(name -> modules.put(name, Set.of("api", "cpython", "core")));
        modules.put("browser", Set.of("api", "cpython", "core", "rewards"));
        modules.put("agent", Set.of("api", "cpython", "core"));
        modules.put("lab", Set.of("api", "cpython", "core", "rewards", "agent"));
        modules.put("offlineweb", Set.of("api", "cpython", "core", "rewards", "browser", "agent", "lab"));
        modules.put(
                "server", union(Set.of("api", "cpython", "core", "rewards", "agent", "lab", "browser"), ENVIRONMENTS));
        modules.put("viewer", Set.of("api", "core", "agent", "lab", "server"));
        modules.put("junit", Set.of("api", "core", "agent", "lab"));
        modules.put("cli", Set.copyOf(modules.keySet()));
        modules.put("spark", Set.of("api", "cli"));
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
                            .dependOnClassesThat(resideInAPackage("dev.guerdon..")
                                    .and(DescribedPredicate.not(resideInAnyPackage(allowed))))
                            .because(
                                    "a module uses only what lies below it; move the class down, or pass what it needs in")
                            .allowEmptyShould(true)
                            .check(GUERDON);
                }));
    }

    @Test
    void everyModuleHasItsPlaceInTheTable() {
        Set<String> found =
                GUERDON.stream().map(ArchitectureTest::module).collect(Collectors.toCollection(TreeSet::new));
        assertThat(found).contains("api", "core", "cli").isSubsetOf(MODULES.keySet());
    }

    @Test
    void othersComeInThroughTheDoor() {
        classes()
                .that()
                .resideInAPackage("dev.guerdon..")
                .should(new ArchCondition<>("use other modules only through their doors") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        type.getDirectDependenciesFromSelf().stream()
                                .filter(use -> reachesAroundADoor(type, use.getTargetClass()))
                                .forEach(use -> events.add(SimpleConditionEvent.violated(type, use.getDescription())));
                    }
                })
                .because(
                        "a module's door is its own package, dev.guerdon.MODULE, and dev.guerdon.MODULE.spi (of the core also"
                                + " base and stdio, of the api also agent); use what is there, or offer what you need there")
                .check(GUERDON);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.guerdon.(**)")
                .should()
                .beFreeOfCycles()
                .because(
                        "a door uses its rooms, and rooms never use the door; what both need belongs into .spi or a room"
                                + " below")
                .check(GUERDON);
    }

    @Test
    void apiNeedsNothingButTheJdkAndNullAnnotations() {
        classes()
                .that()
                .resideInAPackage("dev.guerdon.api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations", "dev.guerdon.api..")
                .because("a user's reward or agent needs nothing else either")
                .check(GUERDON);
    }

    @Test
    void everyPublicTypeSaysHowStableItIs() {
        classes()
                .that(arePublicToAll())
                .should()
                .beAnnotatedWith(Stable.class)
                .orShould()
                .beAnnotatedWith(Experimental.class)
                .orShould()
                .beAnnotatedWith(Internal.class)
                .because(
                        "whoever depends on Guerdon must know what may change; put @Stable, @Experimental or @Internal on it")
                .check(GUERDON);
    }

    @Test
    void whatIsPublicInARoomIsInternal() {
        classes()
                .that(arePublicToAll())
                .and(describe("live in a room", type -> !isDoor(type)))
                .should()
                .beAnnotatedWith(Internal.class)
                .because("a room is not a door: what users may rely on moves to the module's own package or its .spi")
                .check(GUERDON);
    }

    @Test
    void doorsSpeakOnlyOfDoors() {
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat(describe(
                        "users may rely on",
                        type -> type.getModifiers().contains(JavaModifier.PUBLIC)
                                && (type.isAnnotatedWith(Stable.class) || type.isAnnotatedWith(Experimental.class))))
                .and()
                .areNotAnnotatedWith(Internal.class)
                .should(new ArchCondition<>("take and give only what is at a door") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        method.getAllInvolvedRawTypes().stream()
                                .filter(type -> type.getPackageName().startsWith("dev.guerdon.") && !isDoor(type))
                                .forEach(type -> events.add(SimpleConditionEvent.violated(
                                        method, method.getFullName() + " speaks of " + type.getName())));
                    }
                })
                .because(
                        "whoever may call it must be able to name what it takes and gives; move that type to the door or"
                                + " to .spi, or mark the method @Internal")
                .check(GUERDON);
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(GUERDON.stream()
                        .map(JavaClass::getPackage)
                        .distinct()
                        .filter(one -> !one.isAnnotatedWith(NullMarked.class)))
                .as("packages whose package-info lacks @NullMarked")
                .isEmpty();
    }

    @Test
    void nothingBelowTheFrontEndsPrints() {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages("cli"), packages("server"))
                // A worker is a program of its own, and keeps foreign code from taking its streams.
                .and()
                .doNotHaveSimpleName("ForeignStreams")
                // In a driver nobody else can say why the command could not be loaded.
                .and()
                .doNotHaveFullyQualifiedName("dev.guerdon.spark.SparkMain")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("only cli and server talk to people; return what there is to say, or log it")
                .check(GUERDON);
    }

    @Test
    void textIsTheSameInEveryLocale() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintStream.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(DateTimeFormatter.class, "ofPattern", String.class)
                .orShould()
                .callConstructor(DecimalFormat.class, String.class)
                .because("a German would read 1,5 where programs and tests expect 1.5: use"
                        + " String.format(Locale.ROOT, ...), and give the others a locale, too")
                .check(GUERDON);
    }

    @Test
    void cpythonKnowsNothingOfRewards() {
        classes()
                .that()
                .resideInAPackage("dev.guerdon.cpython")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify.annotations", "dev.guerdon.cpython")
                        .or(JavaClass.Predicates.belongToAnyOf(Stable.class, Experimental.class, Internal.class)))
                .because("it answers as Python does, and nothing else")
                .check(GUERDON);
    }

    @Test
    void whateverIsKeptIsWrittenWithoutSecrets() {
        noClasses()
                .that()
                .resideInAnyPackage(packages("lab"), packages("agent"), packages("browser"), packages("junit"))
                .should()
                .callMethod(Files.class, "writeString", Path.class, CharSequence.class, OpenOption[].class)
                .orShould()
                .callMethod(Files.class, "newBufferedWriter", Path.class, OpenOption[].class)
                .because("dev.guerdon.core.base.KeptFile writes texts, and takes secrets out of them")
                .check(GUERDON);
    }

    @Test
    void onlyOneClassHooksIntoTheEndOfTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.guerdon.core.base.ProcessShutdown")
                .and() // Spark's side cannot see that one
                .doNotHaveFullyQualifiedName("dev.guerdon.spark.LocalFolder")
                .should()
                .callMethod(Runtime.class, "addShutdownHook", Thread.class)
                .because("dev.guerdon.core.base.ProcessShutdown.at does it, in order")
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
                .because("such a name fits anything; name it for the one thing it does")
                .check(GUERDON);
    }

    @Test
    void nobodyMustWrapWhatTheyPass() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotAnnotatedWith(Internal.class)
                .should(new ArchCondition<>("take no Optional") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        type.getCodeUnits().stream()
                                .filter(one -> one.getModifiers().contains(JavaModifier.PUBLIC))
                                .filter(one ->
                                        one.getRawParameterTypes().stream().anyMatch(OPTIONALS))
                                .filter(one -> !one.isAnnotatedWith(Reward.class) && !one.isAnnotatedWith(Tool.class))
                                .filter(one -> !isCanonicalConstructor(one))
                                .forEach(one -> events.add(SimpleConditionEvent.violated(
                                        one, one.getDescription() + " takes an Optional")));
                    }
                })
                .because("callers would have to wrap; take a @Nullable parameter, or offer a second method without it"
                        + " (Optional is for what is returned, and marks optional fields of @Reward and @Tool methods)")
                .check(GUERDON);
    }

    @Test
    void aCallHasAtMostFiveArguments() {
        codeUnits()
                .that()
                .arePublic()
                .and()
                .areNotAnnotatedWith(Internal.class)
                .and()
                .areDeclaredInClassesThat(describe("users may rely on", ArchitectureTest::isForUsers))
                .should(new ArchCondition<>("have at most " + MOST_PARAMETERS + " parameters") {
                    @Override
                    public void check(JavaCodeUnit one, ConditionEvents events) {
                        if (one.getRawParameterTypes().size() > MOST_PARAMETERS && !isCanonicalConstructor(one)) {
                            events.add(SimpleConditionEvent.violated(one, one.getFullName()));
                        }
                    }
                })
                .because("nobody can check so many values in a row; add a builder")
                .check(GUERDON);
    }

    /** Returns whether the class and those around it are public, and its top-level class is not internal. */
    private static boolean isForUsers(JavaClass type) {
        if (!type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getSimpleName().matches("Jte\\w+Generated")) {
            return false;
        }
        return type.getEnclosingClass()
                .map(ArchitectureTest::isForUsers)
                .orElseGet(() -> !type.isAnnotatedWith(Internal.class));
    }

    @Test
    void recordsCanBeTakenInAtAGlance() {
        classes()
                .that()
                .areRecords()
                .should(new ArchCondition<>("have at most " + MOST_COMPONENTS + " components") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        int found = components(type).size();
                        if (found > MOST_COMPONENTS) {
                            events.add(SimpleConditionEvent.violated(
                                    type, type.getName() + " has " + found + " components"));
                        }
                    }
                })
                .because("nobody can check a call with so many values in a row; group those that belong together in a"
                        + " nested record, or add a builder on top of such groups, as RunOptions does")
                .check(GUERDON);
    }

    private static boolean isCanonicalConstructor(JavaCodeUnit one) {
        return one.isConstructor()
                && one.getOwner().isRecord()
                && sorted(one.getRawParameterTypes().stream()).equals(sorted(components(one.getOwner()).stream()));
    }

    private static List<String> sorted(Stream<JavaClass> types) {
        return types.map(JavaClass::getName).sorted().toList();
    }

    /** The types of a record's components, in no particular order. */
    private static List<JavaClass> components(JavaClass type) {
        return type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .map(JavaField::getRawType)
                .toList();
    }

    private static boolean reachesAroundADoor(JavaClass from, JavaClass to) {
        return to.getPackageName().startsWith("dev.guerdon.") && !module(from).equals(module(to)) && !isDoor(to);
    }

    private static boolean isDoor(JavaClass type) {
        String name = type.getPackageName();
        String door = "dev.guerdon." + module(type);
        return name.equals(door) || name.equals(door + ".spi") || SIDE_DOORS.contains(name);
    }

    private static DescribedPredicate<JavaClass> arePublicToAll() {
        return describe(
                "are public, not nested, and written by people",
                type -> type.isTopLevelClass()
                        && type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !type.getSimpleName().matches("Jte\\w+Generated"));
    }

    private static String module(JavaClass type) {
        return type.getPackageName().split("\\.", -1)[2];
    }

    private static String packages(String module) {
        return "dev.guerdon." + module + "..";
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
