import { readBackupArguments, runBackupCommand } from './run-backup-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

// A backup before a new release is of the school as the old one left it.
await runOperatorCommand(readBackupArguments, runBackupCommand, { migrates: false })
