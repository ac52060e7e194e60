import fc from 'fast-check'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../testing/test-app.ts'
import { rounds } from '../testing/rounds.ts'
import { paramNames } from '#shared/platform/contract.ts'
import {
  bodies,
  expectRefusal,
  fieldsOf,
  type Language,
  names,
  rightInput,
  routes,
  send,
  startHostileApp,
} from '../testing/hostile-requests.ts'

let app: TestApp
beforeAll(async () => {
  app = (await startHostileApp()).app
})
afterAll(() => app.close())

/** Values as JSON text; no JavaScript value serialises to some of them. */
const wrongJson = [
  ...String.raw`null true 0 -1 1.5 1e999 -1e999 1e308 -1e308 9007199254740993 99999999999999999999`.split(' '),
  ...String.raw`"" "1" "\u0000" "\ud800" "\udc00\ud800" "2026-12-02" [] [null] [1] {} {"a":{"b":[]}} {"a":[1]}`.split(
    ' ',
  ),
  ...String.raw`{"a\nb":5} {"level":["easy",null]} {"__proto__":["easy"]} {"constructor":{"prototype":1}}`.split(' '),
  ...String.raw`{"toString":["x"]} {"\u0000":["x"]}`.split(' '),
  `"${'x'.repeat(100_000)}"`,
  ...[100, 1000, 2500, 5000, 50_000].map(depth => `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`),
  ...[100, 5000].map(depth => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
]
const noJson = ['', ...String.raw`NaN Infinity undefined 'x' 01 [1 {"a":} /*x*/1`.split(' ')]

const language = fc.constantFrom<Language>('en', 'ru', 'es')
const anyJson = fc.oneof(fc.constantFrom(...wrongJson), fc.json({ maxDepth: 4 }), fc.constantFrom(...noJson))
const always = { seed: 2026, verbose: 0 as const }

test('any field of any body may be anything or missing: the wrong field is named [SEC-07]', async () => {
  const targets = Object.keys(bodies).flatMap(name =>
    fieldsOf(name).flatMap(one => (one.part === 'body' ? [{ ...one, name }] : [])),
  )
  expect(targets.length).toBeGreaterThan(12)
  for (const { name, field, schema, isRequired } of targets) {
    const attempt = async (raw: string | undefined, code: Language) => {
      // Status 0 is valid and would end the test's account.
      if (name === 'POST /user/update-user' && field === 'status' && parsed(raw)?.value === 0) return
      const { [field]: _, ...others } = bodies[name]?.() ?? {}
      const rest = JSON.stringify(others).slice(1, -1)
      const own = raw === undefined ? '' : `${JSON.stringify(field)}:${raw}`
      const body = `{${[rest, own].filter(Boolean).join(',')}}`
      const refusal = expectRefusal(await send(name, { ...rightInput(name), body }, code), code)
      const known = parsed(raw)
      if (raw !== undefined && !known) {
        // How deep is too deep depends on the stack; it is refused either way.
        expect(noJson.includes(raw) ? ['malformed_request'] : ['malformed_request', 'invalid_input']).toContain(
          refusal?.code,
        )
        return
      }
      const isWrong = known ? !Check(schema, known.value) : isRequired
      if (!isWrong || refusal?.code === 'malformed_request') return
      expect(refusal?.code, `${name} ${field}=${raw?.slice(0, 60)}`).toBe('invalid_input')
      expect(names(refusal?.errors, field), `${field}=${raw?.slice(0, 60)} ${JSON.stringify(refusal)}`).toBe(true)
    }
    await attempt(undefined, 'es')
    for (const raw of wrongJson) await attempt(raw, 'ru')
    await fc.assert(fc.asyncProperty(anyJson, language, attempt), { ...always, numRuns: 12 })
  }
})

function parsed(raw: string | undefined): { value: unknown } | undefined {
  if (raw === undefined) return undefined
  try {
    return { value: JSON.parse(raw, (key, value: unknown) => (key === '__proto__' ? undefined : value)) }
  } catch {
    return undefined
  }
}

const wrongTexts = [
  ...String.raw`0 -1 1.5 1e9 1e400 9007199254740993 0x10 NaN null true [] {} é ٣ 1,2 ../1 % ..%2f __proto__`.split(' '),
  '',
  ' ',
  '\u0000',
  '1;drop table users',
  "1' or '1'='1",
  'x'.repeat(290),
]

test('any number in any path may be anything: the wrong one is named or not found [SEC-07]', async () => {
  for (const { name } of routes()) {
    for (const field of paramNames(name)) {
      for (const text of wrongTexts) {
        const right = rightInput(name)
        const answer = await send(name, { ...right, params: { ...right.params, [field]: text } }, 'es')
        const refusal = expectRefusal(answer, 'es')
        expect(['invalid_input', 'not_found', 'malformed_request']).toContain(refusal?.code ?? `${name} ${text}`)
        if (refusal?.code === 'invalid_input') expect(names(refusal.errors, field), `${name} ${text}`).toBe(true)
      }
    }
  }
})

const oddQueries = [
  ...'& = &&==& ? # % %E0%A4%A %00 __proto__=1 __proto__[x]=1 constructor=1 toString=1'.split(' '),
  ...'lang=en&lang=ru lang[]=ru lang= expand= expand=,,, expand=* expand[]=days expand=days&expand=days'.split(' '),
  ...'expand=__proto__,constructor,toString fields= fields=__proto__,constructor fields=id&fields=title'.split(' '),
  ...'page=0 page=-1 page=1e3 page=1.5 page=99999999999999999999 page=1000000 page=x page=1&page=2 page[]=1'.split(' '),
  ...'filter[id][]=1 filter[id][]=x filter[id][]= filter[id][]=1&filter[id][]=1 filter[id]=1 filter=1'.split(' '),
  ...'filter[id][0]=1 filter[id][][]=1 filter%5Bid%5D%5B%5D=2 filter[id][]=9007199254740993 filter[__proto__][]=1'.split(
    ' ',
  ),
  ...['lang', 'expand', 'fields', 'page', 'filter[id][]'].map(name => `${name}=${'x'.repeat(10_000)}`),
  ...['expand', 'fields'].map(name => `${name}=${'a,'.repeat(499)}`),
  Array.from({ length: 201 }, (_, index) => `filter[id][]=${index + 1}`).join('&'),
  'id=1&streamId=2&user_id=3&admin=true',
]

test('every address survives any query [SEC-07, CRS-07]', async () => {
  // In a usual run every address meets every second query, the next address the others.
  const share = rounds({ few: 2, all: 1 })
  const asked = routes().filter(route => !route.call.body || route.name.endsWith('/start'))
  for (const [place, { name, call }] of asked.entries()) {
    const declared = fieldsOf(name).flatMap(one => (one.part === 'query' ? [one.field] : []))
    for (const query of oddQueries.filter((_, index) => (index + place) % share === 0)) {
      const refusal = expectRefusal(await send(name, { ...rightInput(name), query }, 'ru'), 'ru')
      if (refusal?.code !== 'invalid_input' || call.body) continue
      expect(
        declared.some(field => names(refusal.errors, field)),
        `${name} ${query.slice(0, 60)}`,
      ).toBe(true)
    }
  }
})

test('a query that breaks its schema is refused by its name [SEC-07]', async () => {
  const wrong: [name: string, query: string, field: string][] = [
    ['GET /user-score', 'page=0', 'page'],
    ['GET /user-score', 'page=1000001', 'page'],
    ['GET /user-score', 'page=1&page=2', 'page'],
    ['GET /user', `expand=${'x'.repeat(10_000)}`, 'expand'],
    ['GET /user', 'lang=en&lang=ru', 'lang'],
    ['GET /courses', `fields=${'x'.repeat(5000)}`, 'fields'],
    ['GET /user-course-streams', 'filter[id][]=x', 'filter[id][]'],
    ['GET /user-course-streams', 'filter[id][]=0', 'filter[id][]'],
  ]
  for (const [name, query, field] of wrong) {
    const answer = await send(name, { ...rightInput(name), query }, 'es')
    expect([query.slice(0, 30), answer.status]).toEqual([query.slice(0, 30), 422])
    expect(names(expectRefusal(answer, 'es')?.errors, field)).toBe(true)
  }
})
