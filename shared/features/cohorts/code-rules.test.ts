import { expect, test } from 'vitest'
import { codeOf, codeRefusal, codeCharacters, readCode, shownCode } from './code-rules.ts'

test('a code is read however it is typed, in Russian letters and as a link; no sign is taken for another', () => {
  for (const typed of [
    'K7MW-Q4TX',
    ' k7mw q4tx ',
    'k7mw—q4tx',
    'К7МW-Q4ТХ',
    'https://school.test/join?code=K7MW-Q4TX&x=1',
    'https://school.test/join?x=1&code=k7mwq4tx#top',
  ])
    expect([typed, readCode(typed)]).toEqual([typed, 'K7MWQ4TX'])
  expect(readCode('авекмнрстх')).toBe('ABEKMHPCTX')
  expect(shownCode('K7MWQ4TX')).toBe('K7MW-Q4TX')
  expect(readCode(shownCode('ABCDEFGH'))).toBe('ABCDEFGH')
  expect(codeCharacters).not.toMatch(/[01OIL]/)
  expect(codeOf([0, 1, codeCharacters.length - 1])).toBe('AB9')
})

const open = {
  isWithdrawn: false,
  endsOn: null,
  seats: null,
  used: 5,
  cohort: { endsOn: '2026-12-31', seats: null, taken: 5 },
  wasTakenOut: false,
}

test('a code lets in until it is withdrawn, over or full, or its cohort is', () => {
  const on = (more: Partial<Parameters<typeof codeRefusal>[0]>, today = '2026-12-10') =>
    codeRefusal({ ...open, ...more }, today)
  expect(on({})).toBeUndefined()
  expect(on({ isWithdrawn: true })).toBe('code_withdrawn')
  expect(on({ wasTakenOut: true })).toBe('taken_out')
  expect(on({ endsOn: '2026-12-10' })).toBeUndefined()
  expect(on({ endsOn: '2026-12-09' })).toBe('code_over')
  expect(on({ seats: 6 })).toBeUndefined()
  expect(on({ seats: 5 })).toBe('code_full')
  expect(on({ cohort: { ...open.cohort, seats: 6 } })).toBeUndefined()
  expect(on({ cohort: { ...open.cohort, seats: 5 } })).toBe('cohort_full')
  expect(on({}, '2026-12-31')).toBeUndefined()
  expect(on({}, '2027-01-01')).toBe('cohort_ended')
})
