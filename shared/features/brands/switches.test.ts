import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Brand } from './schema.ts'
import { switches } from './testing/switches.ts'

/** The paths of all true-or-false fields, such as `analytics.own`, outside lists. */
function switchesIn(schema: unknown, path: string[] = []): string[] {
  if (Type.IsBoolean(schema)) return [path.join('.')]
  if (!Type.IsObject(schema)) return []
  return Object.entries(schema.properties).flatMap(([name, inner]) => switchesIn(inner, [...path, name]))
}

test('every switch of a brand takes effect, but for those that wait for their features [BRD-05]', () => {
  const file = new URL('../../../docs/requirements/not-built-yet.md', import.meta.url)
  const [, waiting = ''] = /^- BRD-11 (.*)$/m.exec(readFileSync(file, 'utf8')) ?? []
  const byName = (one = '', other = '') => one.localeCompare(other)
  const named = [...waiting.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)
  expect(switchesIn(Brand.properties.config).toSorted(byName)).toEqual(
    [...Object.keys(switches), ...named].toSorted(byName),
  )
})
