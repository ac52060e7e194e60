/** A line of text as it is kept: no space around it, one space between words. */
export function plainLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Whether there is nothing in a text that anybody could see. */
export function isBlank(text: string): boolean {
  return /^[\s\p{C}\p{Z}]*$/u.test(text)
}
