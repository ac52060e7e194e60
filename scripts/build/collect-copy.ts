import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type Language, supportedLanguages } from '../../kit/copy/language.ts'
import type { CompiledCopy, CompiledMessage } from '../../kit/copy/message.ts'

interface CopyText {
  text: string
  file: string
}
type Texts = Map<string, CopyText>

const argumentTypes = new Set(['number', 'date', 'time'])
const styles: Record<string, readonly string[]> = {
  number: ['percent', 'integer'],
  date: ['short', 'medium', 'long', 'full'],
  time: ['short', 'medium', 'long', 'full'],
}

/** Every `copy` folder with at least one JSON file that an app shows texts from: its own and the kit's. */
function copyFolders(root: string, app: string): string[] {
  return [join(root, app, 'app'), join(root, app, 'features'), join(root, 'kit')]
    .filter(existsSync)
    .flatMap(start => readdirSync(start, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name.endsWith('.json') && entry.parentPath.endsWith(`${sep}copy`))
    .map(entry => entry.parentPath)
    .filter((folder, index, all) => all.indexOf(folder) === index)
    .sort()
}

function readTexts(root: string, folder: string, language: Language, into: Texts): void {
  const path = join(folder, `${language}.json`)
  const file = relative(root, path)
  if (!existsSync(path)) throw new Error(`${file}: the file is missing`)
  const source = readFileSync(path, 'utf8')
  const texts = JSON.parse(source) as Record<string, unknown>
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || !text.trim()) throw new Error(`${file}: "${key}" has no text`)
    const earlier = into.get(key)
    if (earlier) throw new Error(`${file}: "${key}" is already in ${earlier.file}`)
    if (source.split(`${JSON.stringify(key)}:`).length > 2) throw new Error(`${file}: "${key}" is written twice`)
    into.set(key, { text, file })
  }
}

function checkSameKeys(english: Texts, texts: Texts, language: Language): void {
  for (const [key, { file }] of english) {
    if (!texts.has(key)) throw new Error(`${file.replace(/en\.json$/, `${language}.json`)}: "${key}" is missing`)
  }
  for (const [key, { file }] of texts) {
    if (!english.has(key)) throw new Error(`${file}: "${key}" is not in en.json`)
  }
}

/** The plural forms that whole numbers take in a language: 'one', 'few', 'many' in Russian. */
function neededForms(language: Language, type: string): string[] {
  const rules = new Intl.PluralRules(language, { type: type === 'plural' ? 'cardinal' : 'ordinal' })
  return [...new Set([...Array(201).keys()].map(count => rules.select(count)).concat('other'))]
}

/** Walks a compiled message, collects its arguments and refuses what the browser's reader does not know. */
function checkParts(parts: readonly unknown[], language: Language, names: Set<string>): void {
  for (const part of parts) {
    if (!Array.isArray(part)) continue
    const [name, type, format] = part as [string, string?, (string | object)?]
    names.add(name)
    if (!type) continue
    if (argumentTypes.has(type)) {
      const isKnown = typeof format !== 'string' || styles[type]?.includes(format)
      if (!isKnown) throw new Error(`{${name}} has the unknown style ${format}`)
      continue
    }
    if (!['plural', 'select', 'selectordinal'].includes(type)) throw new Error(`{${name}} has the unknown type ${type}`)
    const choices = format as Record<string, unknown>
    for (const form of type === 'select' ? ['other'] : neededForms(language, type)) {
      if (!Array.isArray(choices[form])) throw new Error(`{${name}} lacks the form "${form}"`)
    }
    for (const choice of Object.values(choices)) if (Array.isArray(choice)) checkParts(choice, language, names)
  }
}

function compile(key: string, { text, file }: CopyText, language: Language, known?: Set<string>) {
  const names = new Set<string>()
  try {
    const parts = compileMessageOrThrow(text)
    checkParts(parts, language, names)
    for (const name of names) if (known && !known.has(name)) throw new Error(`{${name}} is not in the English text`)
    const [only = ''] = parts
    const message = parts.length < 2 && typeof only === 'string' ? only : (parts as CompiledMessage)
    return { message, names }
  } catch (error) {
    throw new Error(`${file}: "${key}": ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/**
 * The compiled copy of an app ('web' or 'studio') in every language, from the folders under `root`. Throws with file and
 * key on a key that a language lacks or has alone, one written twice, a wrong message and a missing plural form.
 */
export function collectCopy(root: string, app: string): Record<Language, CompiledCopy> {
  const folders = copyFolders(root, app)
  const texts: Record<Language, Texts> = { en: new Map(), ru: new Map(), es: new Map() }
  for (const language of supportedLanguages) {
    for (const folder of folders) readTexts(root, folder, language, texts[language])
    checkSameKeys(texts.en, texts[language], language)
  }
  const compiled: Record<Language, CompiledCopy> = { en: {}, ru: {}, es: {} }
  for (const [key, english] of texts.en) {
    const { names } = compile(key, english, 'en')
    for (const language of supportedLanguages) {
      const text = texts[language].get(key) ?? english
      compiled[language][key] = compile(key, text, language, names).message
    }
  }
  return compiled
}

/** The file that each text of an app is in, from `root`, by its key. */
export function copyFilesOf(root: string, app: string): Map<string, string> {
  const texts: Texts = new Map()
  for (const folder of copyFolders(root, app)) readTexts(root, folder, 'en', texts)
  return new Map([...texts].map(([key, { file }]) => [key, file]))
}
