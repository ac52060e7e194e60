import { dirname, join } from 'node:path/posix'
import { importsOf, isForTests, isTest, type SourceFile, withoutComments } from './source-files.ts'

const exportPattern = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
const typePattern = /^export (?:type|interface) (\w+)/gm
const namedImportPattern = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*(['"])([^'"]+)\2/g

/** Functions, values and classes that a file of `files` exports and no other file of `all` imports, tests included. */
export function unusedExports(files: SourceFile[], all: SourceFile[]): string[] {
  const taken = takenFrom(files, all)
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      namesOf(text, exportPattern)
        .filter(name => !taken.get(path)?.has(name))
        .map(name => `${path}: nobody imports ${name}`),
    )
}

/**
 * What a file of the product exports for tests alone, types included: nothing else of `all` imports it, and its own file does not
 * use it. It is dead code with a test, unless `seams` names it.
 */
export function onlyTested(files: SourceFile[], all: SourceFile[], seams: readonly string[] = []): string[] {
  const own = files.filter(({ path }) => !isForTests(path))
  const taken = takenFrom(
    own,
    all.filter(({ path }) => !isForTests(path)),
  )
  return own.flatMap(({ path, text }) =>
    [...namesOf(text, exportPattern), ...namesOf(text, typePattern)]
      .filter(name => !taken.get(path)?.has(name) && !isNamedTwice(name, text))
      .filter(name => !seams.includes(name))
      .map(name => `${path}: only tests use ${name}`),
  )
}

const namesOf = (text: string, pattern: RegExp) =>
  [...withoutComments(text).matchAll(pattern)].map(([, name = '']) => name)

const isNamedTwice = (name: string, text: string) =>
  wordsOf(withoutComments(text)).filter(word => word === name).length > 1

/** The names that are imported from each file. */
function takenFrom(files: SourceFile[], all: SourceFile[]): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>()
  for (const file of all) {
    for (const { path, names } of namesTaken(file)) {
      if (path !== undefined) taken.set(path, new Set([...(taken.get(path) ?? []), ...names]))
    }
  }
  for (const { pattern, names } of all.flatMap(globsOf)) {
    for (const { path } of files)
      if (pattern.test(path)) taken.set(path, new Set([...(taken.get(path) ?? []), ...names]))
  }
  return taken
}

/** What a file takes of each file that it imports; of one that it takes whole, or lazily, whatever it names anywhere. */
function namesTaken(file: SourceFile): { path: string | undefined; names: string[] }[] {
  const text = withoutComments(file.text)
  const listed = new Map<string, string[]>()
  for (const [, list = '', , named = ''] of text.matchAll(namedImportPattern))
    listed.set(named, [...(listed.get(named) ?? []), ...wordsOf(list)])
  const isLazy = (named: string) => text.includes(`import('${named}')`)
  return importsOf(file).map(({ named, path }) => {
    const names = isLazy(named) ? undefined : listed.get(named)
    return { path, names: names ?? wordsOf(text) }
  })
}

/** The files that a file reads by a pattern with `*`, and whatever it names. */
function globsOf({ path, text }: SourceFile): { pattern: RegExp; names: string[] }[] {
  return [...text.matchAll(/import\.meta\.glob[^(]*\(\s*'([^']+)'/g)].map(([, glob = '']) => {
    const whole = join(dirname(path), glob).replaceAll('.', '\\.').replaceAll('*', '[^/]+')
    return { pattern: new RegExp(`^${whole}$`), names: wordsOf(withoutComments(text.replace(glob, ''))) }
  })
}

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? []
