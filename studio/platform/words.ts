/** Whether a text has every one of the words, or their parts, in whatever case. */
export function allWordsIn(words: string, text: string): boolean {
  const lower = text.toLocaleLowerCase()
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word))
}

/** What was found by words, by its name: first what is called exactly so, then what begins so, then the rest, each in its order. */
export function closestFirst<Found extends { name: string }>(words: string, found: readonly Found[]): Found[] {
  const wanted = words.trim().split(/\s+/).join(' ').toLocaleLowerCase()
  const distance = ({ name }: Found) => {
    const lower = name.toLocaleLowerCase()
    return lower === wanted ? 0 : lower.startsWith(wanted) ? 1 : 2
  }
  return found.toSorted((one, other) => distance(one) - distance(other))
}
