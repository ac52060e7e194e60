// npm run mutants:rules: tries mutants in the rules and forms that have changed since they were last scored, on the tests of their
// feature, and keeps their scores. With --check, as CI does: a sample of them, of which little more may go unnoticed than before.
import { readdirSync } from 'node:fs'
import { ruleFiles, sampleMutants } from './places.mjs'
import { hashOf, keepScores, printLeft, readScores, tryMutants } from './try-mutants.mjs'

/** How many places a check changes at most: a thousand mutants take five minutes of processor time. */
const mostPlaces = 100
/** How many of a sample may be left: three more than were left of these files before, or a twentieth. */
const mostLeft = count => Math.max(0.05 * count, 3 + changed.reduce((sum, file) => sum + leftBefore(file), 0))
const leftBefore = file => (known[file] ? known[file].mutants - known[file].noticed : 0)

const files = ruleFiles()
const known = readScores().rules
const changed = files.filter(file => known[file]?.hash !== hashOf(file))
console.log(`${changed.length} of ${files.length} rules and forms have changed since they were scored.`)
if (process.argv.includes('--check')) check(tryOwnTests(await sampleMutants(changed, mostPlaces)))
else score()

/** Tries the places in files, or whole files, on the tests of the folder they are of. */
function tryOwnTests(places) {
  const folders = new Set(places.map(folderOf))
  return [...folders].flatMap(folder => {
    if (!hasTests(folder)) throw new Error(`There are no tests in ${folder}`)
    return tryMutants({ RULES: folder, PLACES: places.filter(place => folderOf(place) === folder).join(',') })
  })
}

function hasTests(folder) {
  return readdirSync(folder, { recursive: true }).some(name => name.endsWith('.test.ts'))
}

/** `shared/features/points` of its rules, `shared/platform` of what all share. */
function folderOf(place) {
  return /^shared\/(?:features\/)?[^/]+/.exec(place)[0]
}

function check(mutants) {
  printLeft(mutants)
  const left = mutants.filter(({ isNoticed }) => !isNoticed).length
  console.log(`${mutants.length - left} of ${mutants.length} mutants were noticed.`)
  const isGood = left <= mostLeft(mutants.length)
  if (!isGood) console.log('failed: mutants of changed rules; npm run mutants:rules tries them all')
  console.log(isGood ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = isGood ? 0 : 1
}

function score() {
  const gone = Object.keys(known).filter(file => !files.includes(file))
  keepScores('rules', Object.fromEntries(gone.map(file => [file, undefined])))
  for (const folder of new Set(changed.map(folderOf))) {
    const own = changed.filter(file => folderOf(file) === folder)
    const hashes = own.map(hashOf)
    const mutants = tryOwnTests(own)
    keepScores('rules', Object.fromEntries(own.map((file, at) => [file, scoreOf(file, hashes[at], mutants)])))
    printLeft(mutants)
  }
}

function scoreOf(file, hash, mutants) {
  const own = mutants.filter(mutant => mutant.file === file)
  return { hash, mutants: own.length, noticed: own.filter(({ isNoticed }) => isNoticed).length }
}
