/** The length of a text in code points, as counters show it and the server measures it. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/**
 * What stays of `text` when it may have `limit` code points and the caret stands at `caret` (UTF-16 units): what was put in
 * last, just before the caret, gives way, so that the rest of a full text is never pushed out.
 */
export function withinLimit(text: string, caret: number, limit: number): { text: string; caret: number } {
  const surplus = textLength(text) - limit
  if (surplus <= 0) return { text, caret }
  const before = Array.from(text.slice(0, caret))
  const after = Array.from(text.slice(caret))
  const kept = before.slice(0, Math.max(0, before.length - surplus)).join('')
  const rest = after.slice(0, Math.max(0, limit - [...kept].length)).join('')
  return { text: kept + rest, caret: kept.length }
}
