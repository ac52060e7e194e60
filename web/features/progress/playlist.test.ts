import { expect, test } from 'vitest'
import { parseRepeats } from './playlist.ts'

test('kept rounds are read back', () => {
  expect(parseRepeats('{"12":3,"15":1}')).toEqual(
    new Map([
      [12, 3],
      [15, 1],
    ]),
  )
})

test.each([[null], ['not json'], ['[1,2]'], ['null'], ['{"a":2}'], ['{"1":0}'], ['{"1":1.5}'], ['{"1":"x"}']])(
  'nothing is read from %s',
  text => {
    expect(parseRepeats(text)).toEqual(new Map())
  },
)
