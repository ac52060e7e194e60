import { constants, setPriority } from 'node:os'
import { readBackupArguments, runBackupCommand } from './run-backup-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

// Those who use the school meanwhile come first.
setPriority(constants.priority.PRIORITY_LOW)
// A backup before a new release is of the school as the old one left it.
await runOperatorCommand(readBackupArguments, runBackupCommand, { migrates: false })
