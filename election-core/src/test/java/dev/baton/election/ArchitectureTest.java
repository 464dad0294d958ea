package dev.baton.election;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** API → loop → machine ← curator (guide §4); nothing points back. */
@AnalyzeClasses(packages = "dev.baton.election", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String API = "dev.baton.election";
    private static final String FENCING = "dev.baton.election.fencing";
    private static final String MACHINE = "dev.baton.election.internal.machine..";
    private static final String LOOP = "dev.baton.election.internal.loop..";
    private static final String CURATOR = "dev.baton.election.internal.curator..";

    @ArchTest
    static final ArchRule theMachineKnowsJavaOnly = classes()
            .that()
            .resideInAPackage(MACHINE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(MACHINE, "java..", "org.jspecify.annotations.."));

    @ArchTest
    static final ArchRule theMachineHasNoThreadAndNoLock = noClasses()
            .that()
            .resideInAPackage(MACHINE)
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.util.concurrent..", "java.util.logging..", "java.io..")
                    .or(isOneOf(Thread.class, Runnable.class, Clock.class)));

    @ArchTest
    static final ArchRule theMachineHasNoClock = noClasses()
            .that()
            .resideInAPackage(MACHINE)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule theMachineHasNoDice = noClasses()
            .that()
            .resideInAPackage(MACHINE)
            .should()
            .dependOnClassesThat(isOneOf(Random.class, SecureRandom.class, UUID.class));

    @ArchTest
    static final ArchRule theLoopKnowsNoZooKeeperAndNobodyAboveIt = noClasses()
            .that()
            .resideInAPackage(LOOP)
            .should()
            .dependOnClassesThat(resideInAnyPackage("org.apache..", CURATOR, API));

    @ArchTest
    static final ArchRule theAdapterKnowsNobodyAboveIt =
            noClasses().that().resideInAPackage(CURATOR).should().dependOnClassesThat(resideInAPackage(API));

    @ArchTest
    static final ArchRule theResourcesSideKnowsTheApiOnly = classes()
            .that()
            .resideInAPackage(FENCING)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    API,
                    FENCING,
                    "java..",
                    "org.jspecify.annotations..",
                    "org.apache.curator..",
                    "org.apache.zookeeper.."));

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.baton.election.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class);

    @ArchTest
    static final ArchRule whatUsersSeeCannotBeExtendedByAccident = classes()
            .that()
            .resideInAnyPackage(API, FENCING)
            .and()
            .arePublic()
            .and()
            .areNotAssignableTo(Throwable.class)
            .should(be(closed()));

    @ArchTest
    static final ArchRule onlyTheTimelineReadsTheClockOfTheLease = noClasses()
            .that()
            .resideInAPackage(LOOP)
            .and()
            .doNotHaveFullyQualifiedName("dev.baton.election.internal.loop.ThreadTimeline")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");

    private static DescribedPredicate<JavaClass> isOneOf(Class<?>... types) {
        return DescribedPredicate.describe(
                "one of " + Arrays.toString(types), type -> Arrays.stream(types).anyMatch(type::isEquivalentTo));
    }

    private static DescribedPredicate<JavaClass> closed() {
        return DescribedPredicate.describe(
                "final, a record, an enum or an interface",
                type -> type.isInterface()
                        || type.isEnum()
                        || type.isRecord()
                        || type.getModifiers().contains(JavaModifier.FINAL));
    }
}
