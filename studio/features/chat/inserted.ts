/** `text` with `phrase` in the place of what is chosen from `start` to `end`, a space or line kept between words. */
export function inserted(text: string, phrase: string, start = text.length, end = start): string {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const gap = (one: string, other: string) =>
    one && other && !/\s$/.test(one) && !/^[\s.,;:!?)]/.test(other) ? ' ' : ''
  return before + gap(before, phrase) + phrase + gap(phrase, after) + after
}
