import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { readBackupArguments, runBackupCommand } from './run-backup-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

// Those who use the school meanwhile come first. On Linux each thread has a priority of its own.
const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [process.pid]
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW)
// A backup before a new release is of the school as the old one left it.
await runOperatorCommand(readBackupArguments, runBackupCommand, { migrates: false })
