// npm run mutants:handlers [-- FEATURE …]: changes ten places of what each feature does on the server, or of those named, and keeps how
// many of the changes were noticed: by the feature's tests, else by the compiler, else by the tests of the whole app.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { handlersOf } from './places.mjs'
import { keepScores, printLeft, tryMutants } from './try-mutants.mjs'

const places = 10
/** Features whose tests go through the handlers of another one, by that. */
const beside = { accounts: 'joining,people,profile,social' }

const named = process.argv.slice(2)
const features = named.length > 0 ? named : readdirSync('server/features').filter(name => handlersOf(name).length > 0)
const tried = features.map(feature => ({ feature, mutants: tryOwnTests(feature) }))
const isLeft = ({ isNoticed }) => !isNoticed
const compiling = leftByCompiler(tried.flatMap(({ mutants }) => mutants.filter(isLeft)))
// The last step is the longest: what is known before it is kept.
keepUnnoticed(compiling)
const left = leftByApp(compiling)
keepUnnoticed(left)
printLeft(left)

function tryOwnTests(feature) {
  const others = beside[feature]
  return tryMutants({ FEATURE: feature, SAMPLE: String(places), ...(others && { BESIDE: others }) })
}

function keepUnnoticed(unnoticed) {
  const scoreOf = mutants => ({
    mutants: mutants.length,
    noticed: mutants.filter(mutant => !unnoticed.includes(mutant)).length,
  })
  keepScores('handlers', Object.fromEntries(tried.map(({ feature, mutants }) => [feature, scoreOf(mutants)])))
}

/** Those with which the code compiles. One mutant of each file is compiled at a time, and answers for errors in its own lines. */
function leftByCompiler(mutants) {
  const rounds = []
  for (const mutant of mutants) {
    const free = rounds.find(round => !round.some(({ file }) => file === mutant.file))
    if (free) free.push(mutant)
    else rounds.push([mutant])
  }
  return rounds.flatMap(compile)
}

function compile(mutants) {
  const sources = mutants.map(({ file }) => readFileSync(file, 'utf8'))
  try {
    for (const [at, mutant] of mutants.entries()) writeFileSync(mutant.file, changed(sources[at], mutant))
    const { stdout } = spawnSync('npx', ['tsc', '--noEmit'], { encoding: 'utf8' })
    return mutants.filter(mutant => !linesOf(mutant).some(line => stdout.includes(`${mutant.file}(${line},`)))
  } finally {
    for (const [at, { file }] of mutants.entries()) writeFileSync(file, sources[at])
  }
}

function linesOf({ start, end }) {
  return Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at)
}

/** A text with a place of it replaced; lines and columns count from 1. */
function changed(source, { start, end, replacement }) {
  const lines = source.split('\n')
  const offset = ({ line, column }) =>
    lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1)
  return source.slice(0, offset(start)) + replacement + source.slice(offset(end))
}

/** Those that the tests of the whole app do not notice either. */
function leftByApp(mutants) {
  if (mutants.length === 0) return []
  const ranges = mutants.map(
    ({ file, start, end }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  )
  const noticed = tryMutants({ FEATURE: 'app', PLACES: [...new Set(ranges)].join(',') }).filter(
    mutant => !isLeft(mutant),
  )
  return mutants.filter(mutant => !noticed.some(other => nameOf(other) === nameOf(mutant)))
}

function nameOf(mutant) {
  return JSON.stringify({ ...mutant, isNoticed: undefined })
}
