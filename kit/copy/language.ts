/** The languages Kurso speaks; English is the fallback. */
export const supportedLanguages = ['en', 'ru', 'es'] as const
export type Language = (typeof supportedLanguages)[number]

const fallbackLanguage: Language = 'en'

/** Offered by a site without a list of its own. */
export const offeredByDefault: readonly Language[] = ['ru', 'en']

export const languageNames: Record<Language, string> = { en: 'English', ru: 'Русский', es: 'Español' }

const yearSeconds = 365 * 86_400
const storageKey = 'locale'

/** Whether the code is exactly one of Kurso's languages. */
export function isLanguage(code: string | null | undefined): code is Language {
  return supportedLanguages.some(language => language === code)
}

/** The supported languages of a site's list; a list without any logs a warning and becomes the default. */
export function offeredLanguages(codes: readonly string[]): readonly Language[] {
  const offered = codes.filter(isLanguage)
  if (offered.length) return offered
  console.warn(`No supported language among: ${codes.join(', ') || 'none'}`)
  return offeredByDefault
}

function storedCode(): string | null {
  const cookie = document.cookie.match(/(?:^|;\s*)locale=([^;]+)/)?.[1]
  if (cookie) return cookie
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/**
 * The language to start in: the brand's forced one, the chosen one, the browser's, the site's default, or English. An
 * unsupported default only logs a warning.
 */
export function startLanguage(site: { offered: readonly Language[]; byDefault: string; forced?: Language }): Language {
  if (site.forced) return site.forced
  if (!isLanguage(site.byDefault)) console.warn(`Unsupported default locale: ${site.byDefault}`)
  const stored = storedCode()
  if (isLanguage(stored)) return stored
  const wished = navigator.languages.map(tag => tag.slice(0, 2))
  const offered = wished.filter(isLanguage).find(language => site.offered.includes(language))
  return offered ?? (isLanguage(site.byDefault) ? site.byDefault : fallbackLanguage)
}

/** Stores the chosen language in a cookie for a year and in storage; throws for an unsupported one. */
export function setLocale(code: string): asserts code is Language {
  if (!isLanguage(code)) throw new Error("Can't set locale unsupported locale")
  document.cookie = `locale=${code}; Path=/; Max-Age=${yearSeconds}; SameSite=Strict`
  try {
    localStorage.setItem(storageKey, code)
  } catch {
    // Without storage there is still the cookie.
  }
}

/**
 * Asks, stores the language and reloads with the `lang_reloaded` flag. Rejects with 'Cancel' when the learner answers
 * No; throws for an unsupported language before asking.
 */
export async function changeLanguage(next: string, confirm: () => Promise<boolean>): Promise<void> {
  if (!isLanguage(next)) throw new Error("Can't set locale unsupported locale")
  if (!(await confirm())) throw new Error('Cancel')
  setLocale(next)
  const address = new URL(location.href)
  address.searchParams.set('lang_reloaded', '')
  location.assign(address.href)
}

/** Whether this page was opened by a change of language; removes the flag from the address bar. */
export function takeLanguageReloaded(): boolean {
  const address = new URL(location.href)
  if (!address.searchParams.has('lang_reloaded')) return false
  address.searchParams.delete('lang_reloaded')
  history.replaceState(history.state, '', address)
  return true
}
