import { expect, test, vi } from 'vitest'
import { forgetFailures, Route } from './paths.ts'

test('a screen that is here before it is drawn is drawn at once, and stays the same component', async () => {
  const Screen = () => null
  const [late, early] = [new Route('home', async () => Screen), new Route('home', async () => Screen)]
  const later = late.Screen
  expect([later, await late.load(), late.Screen]).toEqual([later, Screen, later])
  expect(later).not.toBe(Screen)
  await early.load()
  expect(early.Screen).toBe(Screen)
})

test('a screen is requested once, and again only after its failure is forgotten', async () => {
  const Screen = () => null
  const request = vi.fn(async () => Screen).mockRejectedValueOnce(new Error('No network'))
  const route = new Route('home', request)
  const first = route.Screen
  await expect(route.load()).rejects.toThrow('No network')
  await expect(route.load()).rejects.toThrow('No network')
  expect(request).toHaveBeenCalledTimes(1)
  expect(route.Screen).toBe(first)
  forgetFailures()
  expect(await route.load()).toBe(Screen)
  expect(await route.load()).toBe(Screen)
  expect(request).toHaveBeenCalledTimes(2)
  expect(route.Screen).toBe(Screen)
})
