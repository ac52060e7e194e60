import { readFileSync } from 'node:fs'
import { importsOf, isForTests, isTest, type SourceFile } from './source-files.ts'

/**
 * The features in the order of their contracts' list: each may know only those above it. One without a contract
 * may know them all, and none may know it.
 */
export const features = [
  ...readFileSync('shared/app/features.ts', 'utf8').matchAll(/'#shared\/features\/(\w+)\/contract\.ts'/g),
].map(([, name = '']) => name)

export const roots = ['shared', 'server', 'kit', 'web', 'studio']

const mayImport: Record<string, string[]> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  kit: ['kit', 'shared'],
  web: ['web', 'kit', 'shared'],
  studio: ['studio', 'kit', 'shared'],
}

/** The features that every app stands on: which school this is, and who is there. */
const foundations = ['brands', 'accounts']

const layers = ['platform', 'features', 'app']
const browserRoots = ['kit', 'web', 'studio']
const bannedNames = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'service']
const schemaPackage = /^typebox(\/|$)/
// Pure packages: no clock, no I/O, no environment.
const packagesOfShared = /^(typebox|yaml|marked)(\/|$)/
/** The one list of features that an app reads, and that of its service worker. */
const registry = /^[a-z]+\/app\/(service-worker\/)?features\.ts$/
const contractFile = /\/features\/[^/]+\/contract\.ts$/

/** Rules 1 and 6: which root may import which, and by `#`; `shared` runs anywhere. */
export function wrongRoots(files: SourceFile[]): string[] {
  return eachImport(files, (file, { path, named }) => {
    const from = rootOf(file.path)
    if (path === undefined) {
      const isForeign = from === 'shared' && !isForTests(file.path) && !packagesOfShared.test(named)
      return isForeign ? `shared runs anywhere and imports no package: ${named}` : undefined
    }
    const to = rootOf(path)
    if (!mayImport[from]?.includes(to)) return `${from} may not import ${to}: ${named}`
    if (from !== to && !named.startsWith('#')) return `another root is imported by #${to}/…: ${named}`
    return undefined
  })
}

/** One import style: relative within a room (a feature, a platform, an app, a part of the kit), by `#` from anywhere else. */
export function wrongStyles(files: SourceFile[]): string[] {
  return eachImport(files, (file, { path, named }) => {
    // A declaration of a virtual module cannot import relatively.
    if (path === undefined || file.path.endsWith('.d.ts') || !roots.includes(rootOf(path))) return undefined
    const isSameRoom = roomOf(file.path) === roomOf(path)
    if (isSameRoom && named.startsWith('#')) return `its own room is imported relatively: ${named}`
    if (!isSameRoom && !named.startsWith('#')) return `another room is imported by #${path}: ${named}`
    return undefined
  })
}

/** Rule 2: inside a root, app may import features and features platform, never the other way. Tests drive the whole. */
export function wrongLayers(files: SourceFile[]): string[] {
  return eachImport(files, (file, { path, named, isType }) => {
    if (path === undefined || isTest(file.path)) return undefined
    // What a feature may declare has to do with the school and the person in front of it.
    if (
      isType &&
      /\/platform\/(feature|menu|school)\.ts$/.test(file.path) &&
      foundations.includes(featureOf(path) ?? '')
    )
      return undefined
    const from = layers.indexOf(layerOf(file.path))
    const to = layers.indexOf(layerOf(path))
    // The kit knows every call by its type.
    if (rootOf(file.path) === 'kit' && rootOf(path) !== 'kit') return undefined
    return from >= 0 && to > from ? `${layers[from]} may not import ${layers[to]}: ${named}` : undefined
  })
}

/** An app names a feature in its registry alone, but for the two that it stands on. */
export function featuresNamedByApps(files: SourceFile[]): string[] {
  return eachImport(files, (file, { path, named }) => {
    if (path === undefined || isForTests(file.path) || !/^(web|studio)\/app\//.test(file.path)) return undefined
    const feature = rootOf(path) === rootOf(file.path) ? featureOf(path) : undefined
    if (feature === undefined || foundations.includes(feature) || registry.test(file.path)) return undefined
    return `an app knows its features by app/features.ts alone: ${named}`
  })
}

/** Rule 3: a feature imports only features above it in the list, in its own root and in `shared`. */
export function wrongFeatures(files: SourceFile[]): string[] {
  return eachImport(files, (file, { path, named }) => {
    const from = featureOf(file.path)
    const to = path === undefined ? undefined : featureOf(path)
    if (from === undefined || to === undefined || isTest(file.path)) return undefined
    if (to === from) return undefined
    if (!features.includes(to)) return `${to} is not in shared/app/features.ts: ${named}`
    const isAbove = features.includes(from) && features.indexOf(to) > features.indexOf(from)
    return isAbove ? `${from} comes before ${to} in shared/app/features.ts: ${named}` : undefined
  })
}

/** Rule 5: no barrels, no default exports but where a tool wants one, no names that say nothing. */
export function wrongShapes(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const found: string[] = []
    const name = path.split('/').at(-1) ?? ''
    if (/^index\.[a-z]+$/.test(name) || (isBarrel(text) && !registry.test(path))) found.push(`${path}: a barrel`)
    if (/^export default\b|\bas default\b/m.test(text)) found.push(`${path}: a default export`)
    for (const segment of path.split('/')) {
      const word = segment
        .replace(/\..*$/, '')
        .split(/-|(?<=[a-z])(?=[A-Z])/)
        .at(-1)
      if (word && bannedNames.includes(word.toLowerCase())) found.push(`${path}: ${segment} says nothing`)
    }
    return found
  })
}

/** What the browser loads reaches no contract and no schema library: contracts are imported as types, through any file. */
export function schemasInBrowser(files: SourceFile[]): string[] {
  const values = new Map(files.map(file => [file.path, importsOf(file).filter(({ isType }) => !isType)]))
  const chainToSchema = (path: string, seen: Set<string>): string[] | undefined => {
    if (seen.has(path)) return undefined
    seen.add(path)
    for (const { named, path: next } of values.get(path) ?? []) {
      if (schemaPackage.test(named) || contractFile.test(next ?? '')) return [path, named]
      const rest = next === undefined ? undefined : chainToSchema(next, seen)
      if (rest) return [path, ...rest]
    }
    return undefined
  }
  return files
    .filter(({ path }) => browserRoots.includes(rootOf(path)) && !isForTests(path))
    .flatMap(({ path }) => chainToSchema(path, new Set())?.join(' → ') ?? [])
}

function eachImport(
  files: SourceFile[],
  judge: (file: SourceFile, found: ReturnType<typeof importsOf>[number]) => string | undefined,
): string[] {
  return files.flatMap(file =>
    importsOf(file).flatMap(found => {
      const complaint = judge(file, found)
      return complaint === undefined ? [] : `${file.path}: ${complaint}`
    }),
  )
}

function rootOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function roomOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/')
}

/** What of the kit belongs to no feature is its platform. */
function layerOf(path: string): string {
  const [root, layer = ''] = path.split('/')
  return root === 'kit' && layer !== 'features' ? 'platform' : layer
}

function featureOf(path: string): string | undefined {
  const [, layer, feature] = path.split('/')
  return layer === 'features' ? feature : undefined
}

function isBarrel(text: string): boolean {
  const statements = text.split('\n').filter(line => line.trim() && !line.startsWith('//'))
  return statements.length > 0 && statements.every(line => /^export (type )?(\*|\{.*\})( as \w+)? from /.test(line))
}
