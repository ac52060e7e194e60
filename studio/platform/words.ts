/** Whether a text has every one of the words, or their parts, in whatever case. */
export function allWordsIn(words: string, text: string): boolean {
  const lower = text.toLocaleLowerCase()
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word))
}
