import { readSettings } from '../settings.ts'
import { endWithWords } from './run-operator-command.ts'
import { readSchoolArguments, runSchoolCommand } from './run-school-command.ts'

await endWithWords(() =>
  runSchoolCommand(readSchoolArguments(process.argv.slice(2)), readSettings(process.env), line => console.log(line)),
)
