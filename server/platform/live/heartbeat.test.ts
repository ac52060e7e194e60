import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveCloseCodes } from '#shared/platform/live-limits.ts'
import type { Actor } from '../http/routes.ts'
import { startHeartbeat, usualPace } from './heartbeat.ts'
import { LiveSocket } from './live-socket.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const round = usualPace.heartbeatMs
const actor: Actor = { userId: 1, sessionId: 1, role: 'learner', brandId: 'kurso', timezone: 'UTC' }

/** A connection that is looked after; its ends are only written down. */
function connected(person: Actor | undefined) {
  // As the server makes one, of which the types know nothing.
  const socket = Reflect.construct(LiveSocket, [null, undefined, {}]) as LiveSocket
  socket.actor = person
  const close = vi.spyOn(socket, 'close').mockReturnValue()
  const terminate = vi.spyOn(socket, 'terminate').mockReturnValue()
  const heartbeat = startHeartbeat(usualPace)
  heartbeat.add(socket)
  return { socket, close, terminate }
}

test('what is said is counted again with each heartbeat, and who answers stays for an hour at most [REL-03]', () => {
  const { socket, close, terminate } = connected(actor)
  for (let passed = 0; passed < usualPace.lifeMs; passed += round) {
    socket.frames = 250
    socket.isAlive = true
    vi.advanceTimersByTime(round)
    if (close.mock.calls.length) break
    expect(socket.frames).toBe(0)
  }
  expect([close.mock.calls, terminate.mock.calls]).toEqual([[[liveCloseCodes.renew]], []])
})

test('who is silent is dropped within two rounds, and who does not say who they are is sent away [REL-03]', () => {
  const silent = connected(actor)
  vi.advanceTimersByTime(2 * round)
  expect([silent.close.mock.calls, silent.terminate.mock.calls]).toEqual([[], [[]]])
  const stranger = connected(undefined)
  vi.advanceTimersByTime(usualPace.helloMs - 1)
  expect(stranger.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(round / 10)
  expect(stranger.close.mock.calls).toEqual([[liveCloseCodes.late]])
})
