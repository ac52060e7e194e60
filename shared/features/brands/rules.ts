import type { Brand, BrandLanguage, BrandTexts } from './schema.ts'

/** The value of X-App-Type; the mobile variant has its own switches. */
type AppType = 'web' | 'mobile'

/**
 * The language a brand shows, on the web unless `appType` says mobile: the forced one, else the wanted one if offered, else
 * the default.
 */
export function brandLanguage(brand: Brand, wanted: string | undefined, appType?: AppType): BrandLanguage {
  const forced = appType === 'mobile' ? brand.mobileApp.forcedLanguage : brand.site.forcedLanguage
  return forced ?? brand.site.languages.find(code => code === wanted) ?? brand.site.defaultLanguage
}

/** The languages in which a brand is read on the web. */
export const offeredLanguages = ({ site: { forcedLanguage: forced, languages } }: Brand): readonly BrandLanguage[] =>
  forced ? [forced] : languages

/** Each language's own name and its browser code. */
const languageNames: Record<BrandLanguage, { detector_code: string; name: string }> = {
  en: { detector_code: 'en', name: 'English' },
  ru: { detector_code: 'ru', name: 'Русский' },
  es: { detector_code: 'es', name: 'Español' },
}

/** Whom a configuration is for; by default the brand's own language and the web. */
type Asked = { language?: BrandLanguage; appType?: AppType }

/** Plus the server's web-push key, or null without one. */
type SiteAsked = Asked & { pushPublicKey?: string | null }

/** Where a brand's picture is served. */
export const brandAssetUrl = (file: string) => `/brands/${file}`

/** Wire form of the site configuration of one domain, texts in one language. */
export function siteConfigurationOf(brand: Brand, { language, appType, pushPublicKey = null }: SiteAsked = {}) {
  const { site, config } = brand
  const forced = appType === 'mobile' ? brand.mobileApp.forcedLanguage : site.forcedLanguage
  const shown = brandLanguage(brand, language, appType)
  const footer = (index: number) => site.footers[index]?.[shown] ?? null
  return {
    domain: {
      name: site.name,
      title: site.title[shown],
      favicon: brandAssetUrl(site.favicon),
      ga_id: config.analytics.ga,
      ya_id: config.analytics.ya,
      supportEmail: site.supportEmail,
      whatsAppNumber: site.whatsAppNumber,
      telegramName: site.telegramName,
      default_language: { code: forced ?? site.defaultLanguage },
      languages: site.languages
        .filter(code => !forced || code === forced)
        .map(code => ({ code, ...languageNames[code] })),
      spa_footer_1: footer(0),
      spa_footer_2: footer(1),
      spa_footer_3: footer(2),
      spa_header_logo: brandAssetUrl(site.headerLogo),
      spa_theme: {
        accent: site.theme.accent,
        accent_dark: site.theme.accentDark,
        hue: site.theme.hue ?? null,
        radius: site.theme.radius,
        font: site.theme.font ?? null,
      },
      validate_cache: String(brand.configVersion),
      push_service: { enabled: pushPublicKey !== null, public_key: pushPublicKey },
    },
    project: { mobile_app_version: site.mobileAppVersion },
    components: {
      jira: { enabled: false },
      authCollection: { clients: site.authClients },
      notificationService: { websocketURI: site.websocketUri },
    },
    country: site.country,
  }
}

type InLanguage<T> = T extends BrandTexts
  ? string
  : T extends readonly (infer Item)[]
    ? InLanguage<Item>[]
    : T extends object
      ? { [Name in keyof T]: InLanguage<T[Name]> }
      : T

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Replaces every text and link given by language with the one in `language`. */
function inLanguage(value: unknown, language: BrandLanguage): unknown {
  if (Array.isArray(value)) return value.map(item => inLanguage(item, language))
  if (!isRecord(value)) return value
  if (language in value) return value[language]
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inLanguage(member, language)]))
}

type Links = Brand['config']['manualUrl']
type LinkName = 'instructionUrl' | 'guidelineUrl' | 'manualUrl' | 'cookiePolicyLink'
export type ApplicationConfig = Omit<InLanguage<Brand['config']>, LinkName> & {
  [Name in LinkName]: Links[BrandLanguage]
}

/** The brand's configuration in this kind of app: the mobile app has switches of its own. */
export function configIn({ config, mobileApp }: Brand, appType: AppType): Brand['config'] {
  if (appType === 'web') return config
  const { forcedLanguage: _, ...switches } = mobileApp
  return { ...config, ...switches }
}

/** The service and the course key of a brand's demo course; undefined when it gives none. */
export function demoOf(brand: Brand, appType: AppType): { serviceId: number; courseKey: string } | undefined {
  const { isDemoAccessible, demoCourseServiceId, catalogue } = configIn(brand, appType)
  const service = catalogue.products.find(({ serviceId }) => serviceId === demoCourseServiceId)
  return isDemoAccessible && service?.courseKey
    ? { serviceId: service.serviceId, courseKey: service.courseKey }
    : undefined
}

/** The public configuration for `GET /external-application-config`, texts in one language. */
export function applicationConfigOf(
  brand: Brand,
  { language, appType = 'web' }: Asked = {},
): ApplicationConfig & { version: number } {
  const shown = inLanguage(configIn(brand, appType), brandLanguage(brand, language, appType)) as ApplicationConfig
  return { version: brand.configVersion, ...shown }
}

/** The mobile app's remote configuration, texts in one language. */
export function remoteConfigOf(brand: Brand, asked: Asked = {}) {
  const { version, statistic, socialAuth, userInfoChat, clubInApp, pushAsk } = applicationConfigOf(brand, {
    ...asked,
    appType: 'mobile',
  })
  // Its apps know the questions of the documents.
  const questions = userInfoChat.filter(({ type }) => type !== 'choice')
  return { version, data: { statistic, socialAuth, userInfoChat: questions, clubInApp, pushAsk } }
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(from => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast of two #rrggbb colours, from 1 to 21; text needs 4.5. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The profile fields a text question of the registration chat may be named after. */
export const questionFields = ['firstName', 'lastName', 'city'] as const
/** The steps the registration chat can report: after the password, the birthday, the photo. */
export const chatStatuses: readonly number[] = [20, 30, 40]
