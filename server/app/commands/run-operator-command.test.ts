import { expect, test } from 'vitest'
import { databaseWords } from './run-operator-command.ts'

const dataDir = '/srv/kurso/data'

test.each([
  [undefined, false, false, 'Database: /srv/kurso/data (DATA_DIR is not set: the folder of npm start)'],
  [undefined, true, false, 'Database: /srv/kurso/data (DATA_DIR)'],
  [
    undefined,
    false,
    true,
    'Database: /srv/kurso/data (DATA_DIR is not set: the folder of npm start), which holds the demo school',
  ],
  [
    'postgres://kurso:secret@db.example.com:5432/school?sslmode=require',
    true,
    false,
    'Database: db.example.com/school (DATABASE_URL)',
  ],
  ['postgres:///school?host=/run/postgresql', false, false, 'Database: localhost/school (DATABASE_URL)'],
])('a command says which database it works on (%s)', (databaseUrl, isDataDirGiven, isDemo, words) => {
  expect(databaseWords({ databaseUrl, dataDir }, { isDataDirGiven, isDemo })).toBe(words)
})
