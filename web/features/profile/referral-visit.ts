import { newUuid } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'

const visitorKey = 'visitor'
const toldKey = 'referral told'

/** A random UUID of this browser, made when it first opens an invitation link. */
function visitor(): string {
  const known = localStorage.getItem(visitorKey)
  if (known) return known
  const made = newUuid()
  localStorage.setItem(visitorKey, made)
  return made
}

/** Tells the school once a visit that somebody's link was opened; it counts each browser once. Never throws. */
export async function reportReferralVisit(search: string): Promise<void> {
  const code = new URLSearchParams(search).get('ref')
  if (!code || code.length > 40 || sessionStorage.getItem(toldKey) === code) return
  await request('POST /referral-jumps', { body: { code, visitor: visitor() } })
    .then(() => sessionStorage.setItem(toldKey, code))
    .catch(() => {})
}
