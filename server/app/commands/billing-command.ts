import { readBillingArguments, runBillingCommand } from './run-billing-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(readBillingArguments, runBillingCommand)
