package dev.baton.election.faults;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that makes one fault of the recipes happen, to Baton and, where it can, to Curator's recipe beside it. */
@Test
@Timeout(90)
@ExtendWith(Findings.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Fault {

    /** The fault's id in the catalogue. */
    String id();

    /** The fault, in few words. */
    String value();
}
