/** SQL: the name a person is known by. */
export const nameOf = (alias: string) =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.email, ${alias}.username)`

const words = /[\p{L}\p{N}]+/gu
const mostWords = 8

/** Phone numbers are joined into one word without their punctuation. */
const joined = (search: string) => (/^[+\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : search)

/** The query of `find_people` for the beginnings of each word of a trimmed search; undefined when it has no words. */
export function searchQuery(search: string): string | undefined {
  const found = (joined(search).toLowerCase().match(words) ?? []).slice(0, mostWords)
  return found.length ? found.map(word => `${word}:*`).join(' & ') : undefined
}

/** A search that is only a number may be an id; phones have spaces, a plus or brackets. */
export function numberOf(search: string): number | undefined {
  const digits = search.replace(/^#/, '')
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
