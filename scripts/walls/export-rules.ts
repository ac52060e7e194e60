import { dirname, join } from 'node:path/posix'
import { importsOf, isTest, type SourceFile, withoutComments } from './source-files.ts'

const exportPattern = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
const namedImportPattern = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*(['"])([^'"]+)\2/g

/** Functions, values and classes that a file of `files` exports and no other file of `all` imports, tests included. */
export function unusedExports(files: SourceFile[], all: SourceFile[]): string[] {
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
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(exportPattern)]
        .filter(([, name = '']) => !taken.get(path)?.has(name))
        .map(([, name]) => `${path}: nobody imports ${name}`),
    )
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
