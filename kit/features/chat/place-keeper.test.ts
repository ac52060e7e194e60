import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { clipped, grownDown, grownUp, longestRange, openingRange, PlaceKeeper, rangeStep } from './place-keeper.ts'

const size = ({ from, to }: { from: number; to: number }) => to - from + 1

test('the first render of a long chat has no more rows than that of a short one', () => {
  expect(size(clipped(openingRange(10), 1, 10))).toBe(10)
  expect(size(clipped(openingRange(10_000), 9971, 10_000))).toBeLessThanOrEqual(14)
})

test('however a reader scrolls, the document holds at most 240 messages, and both ends can be reached [CHT-10]', () => {
  const moves = fc.array(fc.constantFrom('up', 'down', 'new', 'older'), { maxLength: 200 })
  fc.assert(
    fc.property(moves, steps => {
      let [low, last] = [9971, 10_000]
      let range = openingRange(last)
      for (const step of steps) {
        if (step === 'new') last += 1
        if (step === 'older') low = Math.max(1, low - 30)
        if (step === 'up') range = grownUp(clipped(range, low, last), low, last)
        if (step === 'down') range = grownDown(clipped(range, low, last), last)
        const shown = clipped(range, low, last)
        expect(size(shown)).toBeLessThanOrEqual(longestRange)
        expect(size(shown)).toBeGreaterThan(0)
        expect(shown.from).toBeGreaterThanOrEqual(low)
        expect(shown.to).toBeLessThanOrEqual(last)
      }
      for (let turn = 0; turn <= last / rangeStep; turn += 1) range = grownUp(clipped(range, low, last), low, last)
      expect(clipped(range, low, last).from).toBe(low)
      for (let turn = 0; turn <= last / rangeStep; turn += 1) range = grownDown(clipped(range, low, last), last)
      expect(clipped(range, low, last).to).toBe(last)
    }),
  )
})

test('growing keeps what is at the end that is looked at', () => {
  const up = grownUp({ from: 500, to: 739 }, 1, 10_000)
  expect(up).toEqual({ from: 440, to: 679 })
  expect(grownDown({ from: 500, to: 739 }, 10_000)).toEqual({ from: 560, to: 799 })
})

/** A list of rows, each as high as it says, in px, in a window of 500 px. */
function listOf(heights: Record<string, number>) {
  const list = {
    clientHeight: 500,
    scrolled: 0,
    get scrollHeight() {
      return Object.values(heights).reduce((sum, height) => sum + height, 0)
    },
    get scrollTop() {
      return this.scrolled
    },
    set scrollTop(to: number) {
      this.scrolled = Math.min(Math.max(to, 0), this.scrollHeight - this.clientHeight)
    },
    firstElementChild: null,
    getBoundingClientRect: () => ({ top: 0, bottom: 500 }),
    querySelectorAll: () =>
      Object.keys(heights).map(row => ({ dataset: { row }, getBoundingClientRect: () => boxOf(row) })),
  }
  function boxOf(row: string) {
    const rows = Object.keys(heights)
    const top = rows.slice(0, rows.indexOf(row)).reduce((sum, one) => sum + (heights[one] ?? 0), -list.scrolled)
    return { top, bottom: top + (heights[row] ?? 0) }
  }
  return { list, boxOf, heights }
}

/** Three rows of a longer conversation, and their keeper. */
function keptRows() {
  vi.stubGlobal('document', { addEventListener() {}, visibilityState: 'visible' })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  const rows = listOf({ ninth: 131, tenth: 84, eleventh: 900 })
  const keeper = new PlaceKeeper()
  keeper.attach(rows.list as unknown as HTMLElement)
  const does = { readMore() {}, onSight() {}, onRange() {}, onEnd() {} }
  keeper.update({ low: 9, last: 11, shown: { from: 9, to: 11 }, isAtEnd: false, hasOlder: true, ...does })
  return { ...rows, keeper }
}

afterEach(() => void vi.unstubAllGlobals())

test('older messages that come between scrolling and its event do not scroll back [CHT-10]', () => {
  const { list, boxOf, heights, keeper } = keptRows()
  list.scrollTop = 400
  keeper.look()
  list.scrollTop = 100
  const { top } = boxOf('eleventh')
  const below = { ...heights }
  for (const row of Object.keys(heights)) delete heights[row]
  Object.assign(heights, { seventh: 84, eighth: 84, ...below })
  keeper.keep()
  expect(boxOf('eleventh').top).toBe(top)
  keeper.keep()
  expect(boxOf('eleventh').top, 'once is enough').toBe(top)
})

test('a row that loses its date line before older messages are drawn keeps its place once they are [CHT-10]', () => {
  const { list, boxOf, heights, keeper } = keptRows()
  list.scrollTop = 36
  keeper.look()
  const { bottom } = boxOf('ninth')

  heights['ninth'] = 84
  keeper.keep()
  expect(list.scrollTop, 'there is too little above').toBe(0)
  keeper.look()
  for (const row of Object.keys(heights)) delete heights[row]
  Object.assign(heights, { seventh: 84, eighth: 84, ninth: 84, tenth: 84, eleventh: 900 })
  keeper.keep()
  expect(boxOf('ninth').bottom).toBe(bottom)
})
