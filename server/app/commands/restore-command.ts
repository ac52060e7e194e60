import { readSettings } from '../settings.ts'
import { endWithWords } from './run-operator-command.ts'
import { readRestoreArguments, runRestoreCommand } from './run-restore-command.ts'

await endWithWords(() =>
  runRestoreCommand(readRestoreArguments(process.argv.slice(2)), readSettings(process.env), line => console.log(line)),
)
