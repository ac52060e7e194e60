import type { UploadNews } from './upload-view.ts'

/** How often other tabs hear how far an upload is, in ms. */
const often = 250

/** Tells at once of everything but progress, of which one upload's is told four times a second at most. */
export function throttled(tell: (news: UploadNews) => void): (news: UploadNews) => void {
  const told = new Map<string, number>()
  return news => {
    if (news.kind !== 'progress') return tell(news)
    const now = Date.now()
    if (now - (told.get(news.id) ?? 0) < often) return
    told.set(news.id, now)
    tell(news)
  }
}
