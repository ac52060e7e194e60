import { CachedAnswer } from '#server/platform/http/cached-answer.ts'
import type { Brand } from '#shared/features/brands/schema.ts'

/** Caches answers that depend only on a brand, per key; a changed brand is a new object, so its old answers are dropped. */
export function brandAnswers() {
  const answers = new WeakMap<Brand, Map<string, CachedAnswer>>()
  return (brand: Brand, key: string, make: () => unknown, form: 'json' | 'text' = 'json'): CachedAnswer => {
    const known = answers.get(brand) ?? new Map<string, CachedAnswer>()
    answers.set(brand, known)
    const answer = known.get(key) ?? new CachedAnswer(make(), form)
    known.set(key, answer)
    return answer
  }
}
