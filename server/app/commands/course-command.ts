import { CourseFileError } from '#server/features/courses/import/import-course.ts'
import { readCourseArguments } from './course-arguments.ts'
import { runCourseCommand } from './run-course-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

await runOperatorCommand(readCourseArguments, runCourseCommand, [CourseFileError])
