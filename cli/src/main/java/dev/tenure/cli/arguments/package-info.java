/** The command line: which options and parameters a command takes, what was given, and the help that explains them. */
@NullMarked
package dev.tenure.cli.arguments;

import org.jspecify.annotations.NullMarked;
