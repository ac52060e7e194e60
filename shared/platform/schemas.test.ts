import Type from 'typebox'
import { expect, test } from 'vitest'
import { schemaProblems } from './schemas.ts'

const schema = Type.Object(
  {
    list: Type.Array(Type.Object({ size: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })),
    choice: Type.Union([Type.Literal('left'), Type.Literal('right')]),
    colour: Type.Union([Type.String({ pattern: '^#', description: 'a colour like #2a7f62' }), Type.Null()]),
  },
  { additionalProperties: false },
)
const good = { list: [{ size: 1 }], choice: 'left', colour: null }

test('finds nothing in a value that fits', () => {
  expect(schemaProblems(schema, good)).toEqual([])
})

test.each([
  [{ ...good, list: [{ size: 1 }, { size: 0 }] }, 'list[1].size', 'must be >= 1'],
  [{ ...good, list: [{}] }, 'list[0].size', 'is missing'],
  [{ ...good, list: [{ size: 1, weight: 2 }] }, 'list[0].weight', 'is not a known field'],
  [{ ...good, choice: 'up' }, 'choice', 'must be one of left, right'],
  [{ ...good, colour: 'red' }, 'colour', 'must be a colour like #2a7f62, or null'],
  [{ ...good, colour: 5 }, 'colour', 'must be string, or null'],
  ['text', '', 'must be object'],
])('names the place and the reason of %j', (value, place, reason) => {
  expect(schemaProblems(schema, value)).toMatchObject([{ place, reason }])
})
