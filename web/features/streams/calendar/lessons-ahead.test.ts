import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { loadLessonsAhead } from './lessons-ahead.ts'

const asked: string[] = []

afterEach(() => vi.unstubAllGlobals())

test.each([
  [false, ['/courses/3']],
  [true, []],
])(
  'where data are saved (%s), the lessons are not loaded before a day is opened [OFF-11] [PRG-12]',
  async (saveData, calls) => {
    asked.length = 0
    vi.stubGlobal('navigator', { connection: { saveData }, onLine: true })
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url.replace(/^.*\/v1|\?.*$/g, ''))
      return Response.json([])
    })
    const client = createQueryClient()
    await loadLessonsAhead(client, 3)
    client.clear()
    expect(asked).toEqual(calls)
  },
)
