/** What every command shares: exit codes, messages, tables and durations. */
@NullMarked
package dev.tenure.cli.console;

import org.jspecify.annotations.NullMarked;
