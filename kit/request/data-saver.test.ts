import { afterEach, expect, test, vi } from 'vitest'
import { keepSavingData, savesData } from './data-saver.ts'

function device({ saveData }: { saveData?: boolean }) {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('navigator', saveData === undefined ? {} : { connection: { saveData } })
}
afterEach(() => vi.unstubAllGlobals())

test('a device saves data where its browser says so [OFF-11]', () => {
  device({})
  expect(savesData()).toBe(false)
  device({ saveData: false })
  expect(savesData()).toBe(false)
  device({ saveData: true })
  expect(savesData()).toBe(true)
})

test('what the person chose counts, whatever the browser says [OFF-11]', () => {
  device({ saveData: true })
  keepSavingData(false)
  expect(savesData()).toBe(false)
  keepSavingData(true)
  expect(savesData()).toBe(true)
  device({})
  keepSavingData(true)
  expect(savesData()).toBe(true)
})
