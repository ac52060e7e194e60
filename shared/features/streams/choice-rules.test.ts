import { expect, test } from 'vitest'
import { isOfflineAllowed } from './choice-rules.ts'
import { isExpertMessageEnabled } from './rules.ts'

const [paid, demo, fullDemo] = [
  { isDemo: false, courseFullAccess: false },
  { isDemo: true, courseFullAccess: false },
  { isDemo: true, courseFullAccess: true },
]

test('a stream may be taken offline; one that is only a demo where its course allows it', () => {
  const allowed = (isDemoOfflineModeAccessible: boolean) =>
    [paid, demo, fullDemo].map(stream => isOfflineAllowed(stream, { isDemoOfflineModeAccessible }))
  expect(allowed(false)).toEqual([true, false, true])
  expect(allowed(true)).toEqual([true, true, true])
})

test('a learner may write to the experts where the brand has chats; in what is only a demo where its course allows it', () => {
  const enabled = (isChatSupport: boolean, isDemoExpertMessageEnabled: boolean) =>
    [paid, demo, fullDemo].map(stream =>
      isExpertMessageEnabled({ ...stream, isDemoExpertMessageEnabled }, isChatSupport),
    )
  expect(enabled(true, false)).toEqual([true, false, true])
  expect(enabled(true, true)).toEqual([true, true, true])
  expect(enabled(false, true)).toEqual([false, false, false])
})
