import { readBackupArguments, runBackupCommand } from './run-backup-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(readBackupArguments, runBackupCommand)
