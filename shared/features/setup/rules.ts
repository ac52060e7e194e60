import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'

/** What the first administrator says of the school. */
export type SchoolAnswers = {
  name: string
  languages: readonly BrandLanguage[]
  defaultLanguage: BrandLanguage
  /** The administrator's own. */
  email: string
}

/** Domains of which nobody has an address (RFC 2606): a brand file that nobody has edited names one. */
const isExample = (email: string) => /[@.]example(\.(com|net|org))?$/i.test(email)

/**
 * What of a brand becomes another by the answers, as an override. A school with a name of its own also loses the title and
 * footer of the brand it was made from; addresses that nobody reads give way to the administrator's.
 */
export function schoolOverride({ site, config, mobileApp }: Brand, answers: SchoolAnswers) {
  const { name, languages, defaultLanguage, email } = answers
  const offered = (code: BrandLanguage | null) => languages.find(spoken => spoken === code) ?? null
  return {
    site: {
      ...(name !== site.name && { name, title: { en: name, ru: name, es: name }, footers: [] }),
      languages: [...languages],
      defaultLanguage,
      forcedLanguage: offered(site.forcedLanguage),
      ...(isExample(site.supportEmail) && { supportEmail: email }),
    },
    config: isExample(config.saleEmail) ? { saleEmail: email } : {},
    mobileApp: { forcedLanguage: offered(mobileApp.forcedLanguage) },
  }
}

const fields: readonly [place: string, field: string][] = [
  ['site.name', 'school_name'],
  ['site.title', 'school_name'],
  ['site.languages', 'languages'],
  ['site.defaultLanguage', 'default_language'],
  ['site.supportEmail', 'email'],
  ['config.saleEmail', 'email'],
]

/** The field of the form that fills a place in a brand; any other place is its own. */
export function fieldOf(place: string): string {
  return fields.find(([filled]) => place === filled || place.startsWith(`${filled}.`))?.[1] ?? place
}
