/** Tests of the command line. */
@NullMarked
package dev.tenure.cli.arguments;

import org.jspecify.annotations.NullMarked;
