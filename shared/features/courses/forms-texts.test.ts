import { expect, test } from 'vitest'
import { splitTitle, withPlainSpaces } from './forms.ts'

test('a text has ordinary spaces for every spelling of a non-breaking one [CRS-01]', () => {
  expect(withPlainSpaces('a&nbsp;b&NBSP;c&#160;d&#xA0;e\u00a0f&amp;g')).toBe('a b c d e f&amp;g')
})

test.each([
  ['Приседания (исполнение)', 'Приседания', 'исполнение'],
  ['Осанка (теория) ', 'Осанка', 'теория'],
  ['Шаг (левый) (разбор)', 'Шаг (левый)', 'разбор'],
  ['Наклоны (Разбор)', 'Наклоны', 'Разбор'],
  ['Осанка(теория)', 'Осанка', 'теория'],
  ['Шаг (левый)', 'Шаг (левый)', undefined],
  ['(разбор) Шаг', '(разбор) Шаг', undefined],
  ['разбор', 'разбор', undefined],
])('%j is titled %j with subtitle %j [CRS-04]', (whole, title, subtitle) => {
  expect(splitTitle(whole)).toEqual({ title, subtitle })
})
