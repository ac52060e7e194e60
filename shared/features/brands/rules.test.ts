import { expect, test } from 'vitest'
import {
  applicationConfigOf,
  brandLanguage,
  contrastRatio,
  demoOf,
  offeredLanguages,
  remoteConfigOf,
  siteConfigurationOf,
} from './rules.ts'
import type { Brand } from './schema.ts'
import { shippedBrand, shippedBrands } from './testing/shipped-brands.ts'

test('every shipped brand has the shipped values [BRD-03]', () => {
  const brands = shippedBrands()
  for (const { config } of brands) {
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
  const valuesOf = <T>(pick: (brand: Brand) => T) => new Set(brands.map(pick))
  expect(valuesOf(brand => brand.config.daysShowWarning)).toEqual(new Set([3, 30, 0]))
  expect(valuesOf(brand => brand.config.demoCourseServiceId)).toEqual(new Set([710, 498, 0, null]))
  expect(valuesOf(brand => brand.config.supportCategories.passHomework)).toEqual(new Set([10, 3, 5]))
  expect(valuesOf(brand => brand.config.supportCategories.renewCourse)).toEqual(new Set([7, 6, 4]))
  expect(valuesOf(brand => brand.config.supportCategories.renewConsultation)).toEqual(new Set([7, 6, 4]))
})

test('every shipped brand has its own look, readable in light and dark [BRD-09]', () => {
  const brands = shippedBrands()
  expect(new Set(brands.map(brand => brand.site.theme.accent)).size).toBe(8)
  for (const { site } of brands) {
    expect(contrastRatio(site.theme.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrastRatio(site.theme.accentDark, '#17181c')).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#ff0000', '#ffffff', 3.998],
  ['#ffffff', '#00ff00', 1.372],
  ['#0000ff', '#17181c', 2.064],
  ['#0a0a0a', '#000000', 1.061],
])('the contrast of %s and %s is %d, in either order', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 3)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 3)
})

test('the switches answer for the web, and by the variant of its own for the mobile app [BRD-04]', () => {
  const kurso = shippedBrand('kurso')
  expect(applicationConfigOf(kurso).isChatSupport).toBe(true)
  expect(applicationConfigOf(shippedBrand('local')).isRegistrationEnable).toBe(false)
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
  const kurso = shippedBrand('kurso')
  expect(remoteConfigOf(kurso).data.socialAuth).toEqual({
    android: ['google', 'vkontakte', 'facebook', 'apple'],
    ios: ['apple', 'google', 'vkontakte', 'facebook'],
  })
})

test('the mobile app is sent the questions that it knows [BRD-08, ONB-02]', () => {
  const kurso = shippedBrand('kurso')
  expect(applicationConfigOf(kurso).userInfoChat.map(({ name }) => name)).toContain('goal')
  expect(remoteConfigOf(kurso).data.userInfoChat.map(({ name }) => name)).toEqual(
    'firstName email password socials birthday avatarId push goodbye'.split(' '),
  )
})

test('the remote configuration is in the wanted language, unless the mobile app has only one', () => {
  const kurso = shippedBrand('kurso')
  const free = { ...kurso, mobileApp: { ...kurso.mobileApp, forcedLanguage: null } }
  const asked = { language: 'ru' } as const
  const { ru, en } = kurso.config.pushAsk.title
  expect(remoteConfigOf(free, asked).data.pushAsk.title).toBe(ru)
  expect(remoteConfigOf(kurso, asked).data.pushAsk.title).toBe(en)
})

test('offers ru and en, es too where the brand says so, and forces en in takeclass and the mobile app [LNG-01]', () => {
  const kurso = shippedBrand('kurso')
  expect(brandLanguage(kurso, 'es')).toBe('es')
  expect(brandLanguage(kurso, 'fr')).toBe('en')
  expect(brandLanguage(shippedBrand('mind'), 'es')).toBe('ru')
  expect(brandLanguage(shippedBrand('takeclass'), 'ru')).toBe('en')
  expect(brandLanguage(kurso, 'ru', 'mobile')).toBe('en')
  expect(shippedBrand('web').site.languages).toEqual(['ru', 'en'])
})

test('the site configuration has every field of the row, in the wanted language [BRD-06]', () => {
  const kurso = shippedBrand('kurso')
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
  expect(siteConfigurationOf(kurso, { pushPublicKey: 'BPk' }).domain.push_service).toEqual({
    enabled: true,
    public_key: 'BPk',
  })
  expect(siteConfigurationOf(kurso, { appType: 'mobile' }).domain.languages.map(language => language.code)).toEqual([
    'en',
  ])
})

test('the public configuration has every field of a brand’s [BRD-02]', () => {
  const named =
    'version statistic analytics demoCourseServiceId isDemoAccessible isAppStoreSupport isBannerEnable isChatSupport isVideoConsultationSupport isOfflineEnable isUserAnonAuthEnable isRegistrationEnable saleEmail daysShowWarning supportCategories socialAuth offerType catalogue userInfoChat messageDelay instructionUrl guidelineUrl communityUrls clubInApp cookiePolicyLink appsflyerSmartBanner mobileAppWebBottomBar'
  const config = applicationConfigOf(shippedBrand('kurso'))
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
  const kurso = shippedBrand('kurso')
  const config = applicationConfigOf(kurso, { language: 'es' })
  expect(config.version).toBe(13)
  expect(config.clubInApp.title).toBe('Club')
  expect(config.userInfoChat[0]?.message).toBe('¡Hola! ¿Cómo te llamas?')
  expect(config.catalogue.categories[0]?.title).toBe('Movimiento')
  expect(config.manualUrl).toBeNull()
  expect(JSON.stringify(config)).not.toContain('trustedOrigins')
  expect(applicationConfigOf(kurso, { appType: 'mobile' }).isChatSupport).toBe(false)
})

test('a brand gives the demo of the course that its service sells, in the kind of app that has one', () => {
  const [brand] = shippedBrands()
  if (!brand) throw new Error('No brand is shipped')
  const products = [
    { ...brand.config.catalogue.products[0], serviceId: 5, courseKey: 'tea' },
    { ...brand.config.catalogue.products[0], serviceId: 6, courseKey: '' },
  ] as Brand['config']['catalogue']['products']
  const giving = (demoCourseServiceId: number, isDemoAccessible = true): Brand => ({
    ...brand,
    config: {
      ...brand.config,
      isDemoAccessible,
      demoCourseServiceId,
      catalogue: { ...brand.config.catalogue, products },
    },
    mobileApp: { ...brand.mobileApp, isDemoAccessible: false },
  })
  expect(demoOf(giving(5), 'web')).toEqual({ serviceId: 5, courseKey: 'tea' })
  expect(demoOf(giving(5), 'mobile')).toBeUndefined()
  expect(demoOf(giving(5, false), 'web')).toBeUndefined()
  expect([demoOf(giving(6), 'web'), demoOf(giving(7), 'web')]).toEqual([undefined, undefined])
})

test('a brand whose language is forced is offered in no other', () => {
  const [brand] = shippedBrands()
  if (!brand) throw new Error('No brand is shipped')
  const languages = ['ru', 'en'] as const
  const speaking = (forcedLanguage: Brand['site']['forcedLanguage']): Brand => ({
    ...brand,
    site: { ...brand.site, languages: [...languages], forcedLanguage },
  })
  expect(offeredLanguages(speaking('es'))).toEqual(['es'])
  expect(offeredLanguages(speaking(null))).toEqual(['ru', 'en'])
})
