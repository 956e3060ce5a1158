/** Tests of what every command shares. */
@NullMarked
package dev.tenure.cli.console;

import org.jspecify.annotations.NullMarked;
