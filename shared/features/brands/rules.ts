import type { Brand, BrandLanguage, BrandTexts } from './schema.ts'

/** What a client says it is in X-App-Type; the mobile-app variant has switches of its own. */
export type AppType = 'web' | 'mobile'

/** The language a brand shows: the forced one if there is one, else the wanted one if offered, else its default. */
export function brandLanguage(brand: Brand, wanted: string | undefined, appType: AppType = 'web'): BrandLanguage {
  const forced = appType === 'mobile' ? brand.mobileApp.forcedLanguage : brand.site.forcedLanguage
  return forced ?? brand.site.languages.find(code => code === wanted) ?? brand.site.defaultLanguage
}

/** Each language by its own name, and what a browser calls it. */
const languageNames: Record<BrandLanguage, { detector_code: string; name: string }> = {
  en: { detector_code: 'en', name: 'English' },
  ru: { detector_code: 'ru', name: 'Русский' },
  es: { detector_code: 'es', name: 'Español' },
}

/** For whom a configuration is made; the brand's own language and the web when not said. */
export type Asked = { language?: BrandLanguage; appType?: AppType }

/** The same, and what the server itself adds: the key of its web push; null where there is none. */
type SiteAsked = Asked & { pushPublicKey?: string | null }

/** Where a brand's picture is served. */
export const brandAssetUrl = (file: string) => `/brands/${file}`

/** Wire form of the site configuration of one domain, texts in one language. */
export function siteConfigurationOf(brand: Brand, { language, appType = 'web', pushPublicKey = null }: SiteAsked = {}) {
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

/** Every text and link that is given by language, replaced by the one in `language`. */
function inLanguage(value: unknown, language: BrandLanguage): unknown {
  if (Array.isArray(value)) return value.map(item => inLanguage(item, language))
  if (!isRecord(value)) return value
  if ('en' in value && 'ru' in value && 'es' in value) return value[language]
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inLanguage(member, language)]))
}

type Links = Brand['config']['manualUrl']
type LinkName = 'instructionUrl' | 'guidelineUrl' | 'manualUrl' | 'cookiePolicyLink'
export type ApplicationConfig = Omit<InLanguage<Brand['config']>, LinkName> & {
  [Name in LinkName]: Links[BrandLanguage]
}

/** The public configuration that `GET /external-application-config` answers, texts in one language. */
export function applicationConfigOf(
  brand: Brand,
  { language, appType = 'web' }: Asked = {},
): ApplicationConfig & { version: number } {
  const { forcedLanguage: _, ...mobileSwitches } = brand.mobileApp
  const config = appType === 'mobile' ? { ...brand.config, ...mobileSwitches } : brand.config
  const shown = inLanguage(config, brandLanguage(brand, language, appType)) as ApplicationConfig
  return { version: brand.configVersion, ...shown }
}

/** The mobile app's remote configuration, texts in one language. */
export function remoteConfigOf(brand: Brand, asked: Asked = {}) {
  const { version, statistic, socialAuth, userInfoChat, clubInApp, pushAsk } = applicationConfigOf(brand, {
    ...asked,
    appType: 'mobile',
  })
  return { version, data: { statistic, socialAuth, userInfoChat, clubInApp, pushAsk } }
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(from => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two #rrggbb colours by WCAG 2.2: from 1 to 21; text wants 4.5. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
