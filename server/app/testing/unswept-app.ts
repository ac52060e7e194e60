import { expect, vi } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** An app without scheduled work: whatever reaches an open page was pushed at once, not found by a sweep. */
export async function startUnsweptApp(): Promise<TestApp> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await startTestApp()
  } finally {
    vi.useRealTimers()
  }
}

/** The events of a room that reach a page which already knows those up to `seq` while `act` happens. */
export async function heardAfter(
  app: TestApp,
  client: TestClient,
  [room, seq]: [room: string, seq: number],
  act: () => Promise<unknown>,
) {
  const heard = client.call('POST /live/poll', { body: { rooms: { [room]: seq }, wait_seconds: 10 } })
  const isWaiting = async () => /^live_polls 1$/m.test((await app.server.inject('/metrics')).body)
  await expect.poll(isWaiting).toBe(true)
  await act()
  return (await heard).data.events
}
