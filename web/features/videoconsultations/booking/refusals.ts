import type { Failure } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'

/** The free times that a refusal names in place of what was asked for; undefined for any other failure. */
export function insteadOf(error: unknown): readonly number[] | undefined {
  const isTaken = error instanceof RequestError && (error.code === 'slot_taken' || error.code === 'time_overlaps')
  return isTaken ? error.instead : undefined
}

/** Has what is refused said under this title, but for the fields that show it themselves. */
export function explainRefusal(title: string, fields: readonly string[] = []) {
  return (error: unknown): Failure | undefined => {
    if (!(error instanceof RequestError) || !error.errors) return undefined
    const named = Object.entries(error.errors)
    const errors = Object.fromEntries(named.filter(([field]) => fields.includes(field)))
    const others = named.filter(([field]) => !fields.includes(field)).flatMap(([, texts]) => texts)
    return others.length ? { errors, notice: { title, text: others.join(' ') } } : { errors }
  }
}
