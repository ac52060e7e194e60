import { settings } from '#kit/request/connection.ts'

/** How long after the last touch somebody still counts as present, in ms. */
const presentMs = 5 * 60_000
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** Lets requests say whether anybody is here, so that a studio left open does not keep its session going. */
export function followAttendance(): void {
  let touchedAt = Date.now()
  for (const touch of touches) addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true })
  settings.isUnattended = () => Date.now() - touchedAt > presentMs
}
