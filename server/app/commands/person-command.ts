import { readPersonArguments } from './person-arguments.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { runPersonCommand } from './run-person-command.ts'

await runOperatorCommand(readPersonArguments, runPersonCommand)
