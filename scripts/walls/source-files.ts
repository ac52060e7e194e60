import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the house: its path from the project's root, with `/`, and what is in it. */
export type SourceFile = { path: string; text: string }

/** One import: what it names, the path that this is when it is ours, and whether only types come with it. */
export type Import = { named: string; path: string | undefined; isType: boolean }

const importPattern = /(?:^|[\n;])\s*(import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?(['"])([^'"]+)\3/g
const lazyPattern = /(typeof\s+)?\bimport\(\s*(['"])([^'"]+)\2\s*\)/g

/** All files below the given folders whose name ends in one of `endings`. */
export function readFiles(root: string, folders: string[], endings: string[]): SourceFile[] {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && endings.some(ending => join(entry.parentPath, entry.name).endsWith(ending)))
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => ({
        path: file.slice(root.length + 1).replaceAll('\\', '/'),
        text: readFileSync(file, 'utf8'),
      })),
  )
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}

/** Tests, and what only tests use. */
export function isForTests(path: string): boolean {
  return isTest(path) || path.includes('/testing/')
}

/** The imports of a file, re-exports and lazy ones included; comments are not read. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const code = withoutComments(text)
  const found: Import[] = []
  for (const [, , isType, , named = ''] of code.matchAll(importPattern)) {
    found.push({ named, path: pathOf(named, path), isType: isType !== undefined })
  }
  for (const [, isTypeof, , named = ''] of code.matchAll(lazyPattern)) {
    found.push({ named, path: pathOf(named, path), isType: isTypeof !== undefined })
  }
  return found
}

/** Blanks comments, which alone are allowed to talk of what a file may not do. Addresses (`//` after a colon) stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}

function pathOf(named: string, from: string): string | undefined {
  if (named.startsWith('#')) return named.slice(1)
  if (!named.startsWith('.')) return undefined
  const segments = from.split('/').slice(0, -1)
  for (const part of named.split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '.') segments.push(part)
  }
  return segments.join('/')
}
