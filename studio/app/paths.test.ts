import { expect, test, vi } from 'vitest'
import { forgetFailures, Route } from './paths.ts'

test('a screen is requested once, and again only after its failure is forgotten', async () => {
  const Screen = () => null
  const request = vi.fn(async () => Screen).mockRejectedValueOnce(new Error('No network'))
  const route = new Route('home', request)
  await expect(route.load()).rejects.toThrow('No network')
  await expect(route.load()).rejects.toThrow('No network')
  expect([request.mock.calls.length, route.arrived]).toEqual([1, undefined])
  forgetFailures()
  expect([await route.load(), await route.load()]).toEqual([Screen, Screen])
  expect([request.mock.calls.length, route.arrived]).toEqual([2, Screen])
})
