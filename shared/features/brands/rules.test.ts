import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkBrand } from './check-brand.ts'
import { applicationConfigOf, brandLanguage, contrastRatio, remoteConfigOf, siteConfigurationOf } from './rules.ts'
import type { Brand } from './schema.ts'

const folder = new URL('../../../brands/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, object>
const defaults = read('defaults.json')

function brandNamed(id: string): Brand {
  const own = read(`${id}.json`)
  const checked = checkBrand({
    ...defaults,
    ...own,
    config: { ...defaults.config, ...own.config },
    site: { ...defaults.site, ...own.site },
  })
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  return checked.brand
}

const kurso = brandNamed('kurso')
const everyBrand = readdirSync(folder)
  .filter(name => name.endsWith('.json') && name !== 'defaults.json')
  .map(name => brandNamed(name.slice(0, -5)))

test('every shipped brand has the shipped values [BRD-03]', () => {
  for (const { config } of everyBrand) {
    expect(config.statistic).toEqual({ saveTimeout: 5000, minViewed: 2000, minViewedEnded: 30000 })
    expect(config.points).toEqual({ debitDefault: 200, spendingThreshold: 200 })
    expect(config.messageDelay).toBe(15)
    expect(config.offerType).toEqual({ default: 1, chat: 2, functional: 3, task: 4 })
    expect([config.isVideoPlayerEnable, config.isConsultationEnable, config.isNewRenewCourseEnable]).toEqual([
      true,
      true,
      true,
    ])
    expect(config.isUserAnonAuthEnable).toBe(false)
  }
  const valuesOf = <T>(pick: (brand: Brand) => T) => new Set(everyBrand.map(pick))
  expect(valuesOf(brand => brand.config.daysShowWarning)).toEqual(new Set([3, 30, 0]))
  expect(valuesOf(brand => brand.config.demoCourseServiceId)).toEqual(new Set([710, 498, 0, null]))
  expect(valuesOf(brand => brand.config.supportCategories.passHomework)).toEqual(new Set([10, 3, 5]))
  expect(valuesOf(brand => brand.config.supportCategories.renewCourse)).toEqual(new Set([7, 6, 4]))
  expect(valuesOf(brand => brand.config.supportCategories.renewConsultation)).toEqual(new Set([7, 6, 4]))
})

test('every shipped brand has its own look, readable in light and dark [BRD-09]', () => {
  expect(new Set(everyBrand.map(brand => brand.site.theme.accent)).size).toBe(8)
  for (const { site } of everyBrand) {
    expect(contrastRatio(site.theme.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(site.theme.accentDark, '#17181c')).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
})

test('the switches answer for the web, and by the variant of its own for the mobile app [BRD-04]', () => {
  expect(applicationConfigOf(kurso).isChatSupport).toBe(true)
  expect(applicationConfigOf(brandNamed('local')).isRegistrationEnable).toBe(false)
  expect(applicationConfigOf(kurso, { appType: 'mobile' })).toMatchObject({
    isRegistrationEnable: true,
    isDemoAccessible: true,
    isAppStoreSupport: true,
    isOfflineEnable: true,
    isBannerEnable: true,
    isChatSupport: false,
    isVideoConsultationSupport: false,
  })
})

test('the remote configuration of the mobile app has its social networks in the order of each system [BRD-08]', () => {
  expect(remoteConfigOf(kurso).data.socialAuth).toEqual({
    android: ['google', 'vkontakte', 'facebook', 'apple'],
    ios: ['apple', 'google', 'vkontakte', 'facebook'],
  })
})

test('offers ru and en, es too where the brand says so, and forces en in takeclass and the mobile app [LNG-01]', () => {
  expect(brandLanguage(kurso, 'es')).toBe('es')
  expect(brandLanguage(kurso, 'fr')).toBe('en')
  expect(brandLanguage(brandNamed('mind'), 'es')).toBe('ru')
  expect(brandLanguage(brandNamed('takeclass'), 'ru')).toBe('en')
  expect(brandLanguage(kurso, 'ru', 'mobile')).toBe('en')
  expect(brandNamed('web').site.languages).toEqual(['ru', 'en'])
})

test('the site configuration has every field of the row, in the wanted language [BRD-06]', () => {
  expect(siteConfigurationOf(kurso, { language: 'ru' })).toEqual({
    domain: {
      name: 'Kurso',
      title: 'Kurso: курсы день за днём',
      favicon: '/brands/kurso.svg',
      ga_id: null,
      ya_id: null,
      supportEmail: 'support@kurso.example.com',
      whatsAppNumber: null,
      telegramName: null,
      default_language: { code: 'en' },
      languages: [
        { code: 'ru', detector_code: 'ru', name: 'Русский' },
        { code: 'en', detector_code: 'en', name: 'English' },
        { code: 'es', detector_code: 'es', name: 'Español' },
      ],
      spa_footer_1: 'Kurso. Учитесь в своём ритме.',
      spa_footer_2: null,
      spa_footer_3: null,
      spa_header_logo: '/brands/kurso.svg',
      spa_theme: { accent: '#0f766e', accent_dark: '#4fd1c0', hue: 175, radius: 16, font: null },
      validate_cache: '13',
      push_service: { enabled: false, public_key: null },
    },
    project: { mobile_app_version: '1.0.0' },
    components: {
      jira: { enabled: false },
      authCollection: { clients: [] },
      notificationService: { websocketURI: '/spa/live' },
    },
    country: 'RU',
  })
  expect(siteConfigurationOf(kurso, { appType: 'mobile' }).domain.languages.map(language => language.code)).toEqual([
    'en',
  ])
})

test('the public configuration has every field of a brand’s [BRD-02]', () => {
  const named =
    'version statistic analytics demoCourseServiceId isDemoAccessible isAppStoreSupport isBannerEnable isChatSupport isVideoConsultationSupport isOfflineEnable isUserAnonAuthEnable isRegistrationEnable saleEmail daysShowWarning supportCategories socialAuth offerType catalogue userInfoChat messageDelay instructionUrl guidelineUrl communityUrls clubInApp cookiePolicyLink appsflyerSmartBanner mobileAppWebBottomBar'
  const config = applicationConfigOf(kurso)
  expect(named.split(' ').filter(name => !(name in config))).toEqual([])
  expect(Object.keys(config.supportCategories)).toEqual(['passHomework', 'renewCourse', 'renewConsultation'])
  expect(Object.keys(config.socialAuth)).toEqual(['android', 'ios'])
  expect(Object.keys(config.clubInApp)).toEqual(['title', 'description', 'image', 'showButtonGoTo'])
  expect(Object.keys(config.catalogue.products[0] ?? {})).toEqual(
    expect.arrayContaining([
      'id',
      'serviceId',
      'alias',
      'type',
      'title',
      'description',
      'author',
      'preview',
      'categoryId',
    ]),
  )
})

test('the public configuration has texts in one language and its version, and no secret of the server [BRD-02, BRD-07]', () => {
  const config = applicationConfigOf(kurso, { language: 'es' })
  expect(config.version).toBe(13)
  expect(config.clubInApp.title).toBe('Club')
  expect(config.userInfoChat[0]?.message).toBe('¡Hola! ¿Cómo te llamas?')
  expect(config.catalogue.categories[0]?.title).toBe('Movimiento')
  expect(config.manualUrl).toBeNull()
  expect(JSON.stringify(config)).not.toContain('trustedOrigins')
  expect(applicationConfigOf(kurso, { appType: 'mobile' }).isChatSupport).toBe(false)
})
