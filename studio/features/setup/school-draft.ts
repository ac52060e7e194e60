import { isLanguage, type Language, supportedLanguages } from '#kit/copy/language.ts'
import { useDraft } from '#kit/form/draft.ts'
import type { Currency } from '#shared/platform/money.ts'
import { isCurrency, likelyCurrency } from '#shared/features/billing/payments/payment-settings.ts'
import { isTimeZone } from '#shared/platform/times.ts'

const texts = ['schoolName', 'firstName', 'lastName', 'email'] as const

/** What is typed of the school and its first administrator, but for the password. */
export type SchoolDraft = Record<(typeof texts)[number], string> & {
  languages: Language[]
  defaultLanguage: Language
  timezone: string
  /** Undefined as long as it is the likely one. */
  currency: Currency | undefined
}

/** The stored draft, in which anything may stand; what is missing is as this browser has it. */
export function readDraft(stored: unknown, shown: Language): SchoolDraft {
  const kept: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const textOf = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '')
  const given = Array.isArray(kept['languages']) ? kept['languages'].filter(isLanguage) : []
  const languages = supportedLanguages.filter(code => given.includes(code))
  const byDefault = textOf('defaultLanguage')
  const timezone = textOf('timezone')
  const currency = textOf('currency')
  return {
    schoolName: textOf('schoolName'),
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    email: textOf('email'),
    languages: languages.length ? languages : [shown],
    defaultLanguage: isLanguage(byDefault) ? byDefault : shown,
    timezone: isTimeZone(timezone) ? timezone : Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: isCurrency(currency) ? currency : undefined,
  }
}

/** Survives a change of the language, which loads the page again. */
export function useSchoolDraft(shown: Language) {
  return useDraft<SchoolDraft>({
    subject: 'setup',
    place: 'tab',
    read: stored => readDraft(stored, shown),
    isEmpty: draft => texts.every(name => draft[name] === ''),
  })
}

/** The draft with a language added or taken away; the default is always one of them, and one always stays. */
export function withLanguage(draft: SchoolDraft, code: Language, isOffered: boolean): SchoolDraft {
  const languages = supportedLanguages.filter(one => (one === code ? isOffered : draft.languages.includes(one)))
  const [first] = languages
  if (first === undefined) return draft
  return {
    ...draft,
    languages,
    defaultLanguage: languages.includes(draft.defaultLanguage) ? draft.defaultLanguage : first,
  }
}

/** The currency that was chosen, or that fits the school's zone and language. */
export const currencyOf = ({ currency, timezone, defaultLanguage }: SchoolDraft): Currency =>
  currency ?? likelyCurrency(timezone, defaultLanguage)
