import type { LocalDate } from '#shared/platform/times.ts'

/** The characters of a code; none is easily taken for another. */
export const codeCharacters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
export const codeLength = 8
/** The most that anybody types for a code: a whole link, pasted. */
export const longestTyped = 300
export const mostByCode = 100_000

/** Letters of the Russian keyboard that look like those of a code. */
const lookalikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
}

/** A code as it is stored, from what somebody typed or pasted: also of a whole link; case, spaces and dashes do not matter. */
export function readCode(typed: string): string {
  const pasted = /[?&]code=([^&#\s]+)/.exec(typed)?.[1] ?? typed
  const letters = [...pasted.toUpperCase()].map(sign => lookalikes[sign] ?? sign)
  return letters.filter(sign => /[\p{L}\p{N}]/u.test(sign)).join('')
}

/** A code as people read it: in groups of four. */
export const shownCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** A code made of random numbers, each from 0 to below the number of characters. */
export const codeOf = (numbers: readonly number[]): string =>
  numbers.map(number => codeCharacters.charAt(number)).join('')

/** What decides whether a code lets one more learner in. */
export type CodeState = {
  isWithdrawn: boolean
  /** Its last day, if it has one. */
  endsOn: LocalDate | null
  seats: number | null
  used: number
  cohort: { endsOn: LocalDate; seats: number | null; taken: number }
  /** Whether staff took the learner out of the cohort. */
  wasTakenOut: boolean
}

/** Why a code lets a learner not in on `today`, the learner's date; undefined when it does. Who is in already is not asked. */
export function codeRefusal(code: CodeState, today: LocalDate) {
  const { cohort } = code
  if (code.isWithdrawn) return 'code_withdrawn'
  if (code.wasTakenOut) return 'taken_out'
  if (cohort.endsOn < today) return 'cohort_ended'
  if (code.endsOn !== null && code.endsOn < today) return 'code_over'
  if (code.seats !== null && code.used >= code.seats) return 'code_full'
  return cohort.seats !== null && cohort.taken >= cohort.seats ? 'cohort_full' : undefined
}
