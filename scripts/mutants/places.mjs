import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }

const ofTests = /\.test\.ts$|\/testing\//
const statements = /\/(.*-)?(queries|query)\.ts$|\/feature\.ts$/
/** What the compiler and the tests of calls check, and texts, which are wording. */
const declarations =
  /\/(contract|schema|schemas|refusals|wire|tokens|course-format|live)\.ts$|-(schemas|refusals|contract|calls|fields|wire|texts)\.ts$/

function sourcesIn(folder, root) {
  return readdirSync(join(root, folder), { recursive: true })
    .map(name => join(folder, name))
    .filter(file => file.endsWith('.ts') && !ofTests.test(file))
    .toSorted()
}

/** The files of a feature on the server that say what it does: not its tests, queries and declaration. */
export const handlersOf = (feature, root = process.cwd()) =>
  sourcesIn(join('server/features', feature), root).filter(file => !statements.test(file))

/** Their tests walk through a hundred clock changes for each mutant. */
const tooSlow = ['slots', 'zone-clock'].map(name => `shared/features/videoconsultations/${name}.ts`)

/** The rules and forms that both sides share: not their declarations. */
export const ruleFiles = (root = process.cwd()) =>
  ['shared/features', 'shared/platform']
    .flatMap(folder => sourcesIn(folder, root))
    .filter(file => !declarations.test(file) && !tooSlow.includes(file))

/**
 * The places of `count` mutants in these files, as Stryker's `mutate` wants them and the same in every run. Only places that have no
 * other within: those around them, whole blocks and conditions, are noticed more often.
 */
export async function sampleMutants(files, count, root = process.cwd()) {
  const sources = files.map(file => ({
    name: join(root, file),
    mutate: true,
    content: readFileSync(join(root, file), 'utf8'),
  }))
  const { mutants } = await new Instrumenter(silent).instrument(sources, options)
  const places = mutants.map(({ fileName, location }) => ({ file: relative(root, fileName), ...location }))
  const smallest = places.filter(place => !places.some(other => isWithin(other, place)))
  return [...new Set(smallest.map(asRange))].toSorted((one, other) => lot(one) - lot(other)).slice(0, count)
}

function isWithin(inner, outer) {
  if (inner.file !== outer.file) return false
  const isSame = compare(inner.start, outer.start) === 0 && compare(inner.end, outer.end) === 0
  return !isSame && compare(inner.start, outer.start) >= 0 && compare(inner.end, outer.end) <= 0
}

function compare(one, other) {
  return one.line - other.line || one.column - other.column
}

/** Lines from 1 and columns from 0. */
function asRange({ file, start, end }) {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
}

/** A number that belongs to a text, as if drawn (FNV-1a). */
function lot(text) {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
