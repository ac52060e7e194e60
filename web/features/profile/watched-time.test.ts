import { expect, test } from 'vitest'
import { watchedTime } from './watched-time.ts'

test.each([
  [0, '0 mins', '0 мин', '0 min'],
  [0.001, '1 min', '1 мин', '1 min'],
  [0.0333, '2 mins', '2 мин', '2 min'],
  [1, '1 hr', '1 ч', '1 h'],
  [1.4167, '1 hr 25 mins', '1 ч 25 мин', '1 h 25 min'],
  [26.5, '26 hrs 30 mins', '26 ч 30 мин', '26 h 30 min'],
])('%d hours watched are shown in hours and minutes', (hours, en, ru, es) => {
  const shown = (['en', 'ru', 'es'] as const).map(language => watchedTime(hours, language).replaceAll('\u00a0', ' '))
  expect(shown).toEqual([en, ru, es])
})
