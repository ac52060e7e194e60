import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectCopy } from './collect-copy.ts'
import { copyPlugin } from './copy-plugin.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copy-'))
  write('kit/ui/copy', { 'ui.ok': 'OK' }, { 'ui.ok': 'Да' }, { 'ui.ok': 'Sí' })
})
afterEach(() => rmSync(root, { recursive: true }))

type Texts = Record<string, string>
function write(folder: string, en: Texts, ru: Texts = en, es: Texts = en) {
  mkdirSync(join(root, folder), { recursive: true })
  const files = Object.entries({ en, ru, es })
  for (const [language, texts] of files) writeFileSync(join(root, folder, `${language}.json`), JSON.stringify(texts))
}

test('merges the kit, the shell and the features of one app only', () => {
  write('web/app/shell/copy', { 'shell.home': 'Home' })
  write('web/features/points/copy', { 'points.of': '{name} has {n}' })
  write('studio/features/points/copy', { 'points.of': 'studio' })
  expect(collectCopy(root, 'web').en).toEqual({
    'ui.ok': 'OK',
    'shell.home': 'Home',
    'points.of': [['name'], ' has ', ['n']],
  })
  expect(collectCopy(root, 'web').ru['ui.ok']).toBe('Да')
  expect(collectCopy(root, 'studio').en['points.of']).toBe('studio')
})

const wrong: [string, Texts, Texts, Texts, string][] = [
  ['a missing key', { 'a.b': 'x' }, { 'a.b': 'x' }, {}, 'web/features/a/copy/es.json: "a.b" is missing'],
  ['an extra key', {}, { 'a.b': 'x' }, {}, 'web/features/a/copy/ru.json: "a.b" is not in en.json'],
  ['a key of another file', { 'ui.ok': 'x' }, {}, {}, 'copy/en.json: "ui.ok" is already in kit/ui/copy/en.json'],
  ['an empty text', { 'a.b': ' ' }, {}, {}, 'web/features/a/copy/en.json: "a.b" has no text'],
  ['a broken message', { 'a.b': 'x {n' }, { 'a.b': 'x' }, { 'a.b': 'x' }, 'web/features/a/copy/en.json: "a.b": '],
  ['an unknown argument', { 'a.b': '{n}' }, { 'a.b': '{m}' }, { 'a.b': '{n}' }, 'copy/ru.json: "a.b": {m} is not in'],
  ['an unknown type', { 'a.b': '{n, foo}' }, { 'a.b': 'x' }, { 'a.b': 'x' }, '{n} has the unknown type foo'],
]
test.each(wrong)('%s fails with file and key [LNG-04]', (_name, en, ru, es, message) => {
  write('web/features/a/copy', en, ru, es)
  expect(() => collectCopy(root, 'web')).toThrow(message)
})

test('a key written twice in one file fails [LNG-04]', () => {
  writeFileSync(join(root, 'kit/ui/copy/en.json'), '{"ui.ok": "OK", "ui.ok": "Okay"}')
  expect(() => collectCopy(root, 'web')).toThrow('kit/ui/copy/en.json: "ui.ok" is written twice')
})

test('a missing language file fails [LNG-04]', () => {
  write('web/features/a/copy', { 'a.b': 'x' })
  rmSync(join(root, 'web/features/a/copy/es.json'))
  expect(() => collectCopy(root, 'web')).toThrow('web/features/a/copy/es.json: the file is missing')
})

test('a Russian text without one of its plural forms fails [LNG-04] [SHL-02]', () => {
  const en = { 'a.b': '{n, plural, one {# day} other {# days}}' }
  write('web/features/a/copy', en)
  expect(() => collectCopy(root, 'web')).toThrow('copy/ru.json: "a.b": {n} lacks the form "many"')
  write('web/features/a/copy', en, { 'a.b': '{n, plural, one {# д} few {# д} many {# д} other {# д}}' }, en)
  expect(collectCopy(root, 'web').ru['a.b']).toHaveLength(1)
})

async function buildEntry() {
  writeFileSync(join(root, 'main.js'), "import { loadCopy } from 'virtual:copy/web'\nloadCopy('en').then(console.log)")
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [copyPlugin(root)],
    build: { write: false, rollupOptions: { input: join(root, 'main.js') } },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs.flatMap(one => ('output' in one ? one.output : [])).flatMap(one => (one.type === 'chunk' ? [one] : []))
}

test('the build makes one chunk a language, none of them in the entry [LNG-04]', async () => {
  const chunks = await buildEntry()
  const holding = (text: string) => chunks.filter(chunk => chunk.code.includes(text))
  expect(holding('Да')).toHaveLength(1)
  expect(holding('Sí')).toHaveLength(1)
  expect(holding('Да')[0]?.isEntry).toBe(false)
  expect(holding('Да')[0]).not.toBe(holding('Sí')[0])
})

test('what sign-in does not say comes in a second chunk of the language', async () => {
  write('web/features/points/copy', { 'points.many': 'Many points' }, { 'points.many': 'Много баллов' })
  const chunks = await buildEntry()
  const [first] = chunks.filter(chunk => chunk.code.includes('Да'))
  const [other] = chunks.filter(chunk => chunk.code.includes('Много баллов'))
  expect(first?.code).not.toContain('Много баллов')
  expect(other?.isEntry).toBe(false)
})

test('a missing key stops the build [LNG-04]', async () => {
  write('web/features/a/copy', { 'a.b': 'x' }, {}, { 'a.b': 'x' })
  await expect(buildEntry()).rejects.toThrow('web/features/a/copy/ru.json: "a.b" is missing')
})
