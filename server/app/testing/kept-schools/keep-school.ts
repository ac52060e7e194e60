// node --import tsx server/app/testing/keep-school.ts DATABASE_URL FILE: keeps a small school for the tests of later releases.
import { openDatabase } from '#server/platform/database/database.ts'
import { keepSchool } from './kept-school.ts'

const [connectionString = '', file = ''] = process.argv.slice(2)
const database = openDatabase({ connectionString }, () => undefined, 1)
await keepSchool(database, file)
await database.close()
