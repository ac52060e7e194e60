import { readCourseArguments } from './course-arguments.ts'
import { runCourseCommand } from './run-course-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(readCourseArguments, runCourseCommand)
