import { type Static, type TProperties, Type } from 'typebox'
import { configVersion } from './config-version.ts'

const closed = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })
const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f<>]*$',
    description: 'one line of text without < and >',
  })
const count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const httpUrl = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s<>"\'\\\\]+$',
  description: 'an http or https address',
})
const ownUrl = Type.String({
  maxLength: 2000,
  pattern: '^(https?://|/(?![/\\\\]))[^\\s<>"\'\\\\]+$',
  description: 'an http or https address, or a path of this site',
})
const email = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[A-Za-z]{2,}$',
  description: 'an e-mail address',
})
const colour = Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'a colour like #2a7f62' })
const imageFile = Type.String({
  maxLength: 100,
  pattern: '^[a-z0-9][a-z0-9-]*\\.(svg|png|webp)$',
  description: 'the name of an svg, png or webp file in brands/assets',
})
const host = Type.String({
  maxLength: 253,
  pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
  description: 'a host name in lower case, without a port',
})
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const language = Type.Union([Type.Literal('en'), Type.Literal('ru'), Type.Literal('es')])
const texts = (maxLength: number) => closed({ en: line(maxLength), ru: line(maxLength), es: line(maxLength) })
const links = closed({ en: orNull(ownUrl), ru: orNull(ownUrl), es: orNull(ownUrl) })
const provider = Type.Union([
  Type.Literal('google'),
  Type.Literal('vkontakte'),
  Type.Literal('facebook'),
  Type.Literal('apple'),
])

const switches = {
  isDemoAccessible: Type.Boolean(),
  isAppStoreSupport: Type.Boolean(),
  isBannerEnable: Type.Boolean(),
  isChatSupport: Type.Boolean(),
  isVideoConsultationSupport: Type.Boolean(),
  isOfflineEnable: Type.Boolean(),
  isRegistrationEnable: Type.Boolean(),
  isUserAnonAuthEnable: Type.Boolean(),
}

const optionName = Type.String({ pattern: '^[a-z][A-Za-z]*$', maxLength: 40 })

/** One step of the registration chat; a choice has options, whose `time` a reminder is offered for; `withGeneratedPassword` merges e-mail and password into one step. */
const question = closed({
  name: Type.String({ pattern: '^[a-z][A-Za-z]*$', maxLength: 40 }),
  type: Type.Union([
    Type.Literal('text'),
    Type.Literal('email'),
    Type.Literal('password'),
    Type.Literal('socials'),
    Type.Literal('ask'),
    Type.Literal('date'),
    Type.Literal('image'),
    Type.Literal('choice'),
  ]),
  required: Type.Boolean(),
  message: texts(500),
  again: Type.Optional(texts(500)),
  after: Type.Optional(texts(500)),
  button: Type.Optional(texts(60)),
  options: Type.Optional(
    Type.Array(
      closed({
        value: optionName,
        text: texts(60),
        time: Type.Optional(
          Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'a time like 19:00' }),
        ),
      }),
      { maxItems: 8 },
    ),
  ),
  userStatus: Type.Optional(count),
  withGeneratedPassword: Type.Optional(Type.Boolean()),
})

const product = closed({
  id: count,
  serviceId: count,
  alias: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 80 }),
  type: Type.Union([Type.Literal('course_demo'), Type.Literal('course_buy'), Type.Literal('course_subscription')]),
  title: texts(120),
  description: texts(1000),
  author: texts(120),
  preview: orNull(ownUrl),
  categoryId: count,
  courseKey: Type.Optional(Type.String({ maxLength: 100, description: 'the key of the course that it gives' })),
})

/**
 * The per-brand configuration. `saveTimeout` and the minimums are in ms, `messageDelay` in seconds, `uploadMaxBytes`
 * per file, `uploadQuota` for what a person and the brand keep of uploads; `pushAsk` applies whichever limit is reached first.
 */
const config = closed({
  ...switches,
  statistic: closed({ saveTimeout: count, minViewed: count, minViewedEnded: count }),
  analytics: closed({
    ga: orNull(Type.String({ pattern: '^[A-Z]{1,4}-[A-Z0-9-]{4,30}$', description: 'an id like G-ABC1234567' })),
    ya: orNull(Type.String({ pattern: '^[0-9]{4,12}$', description: 'the number of a counter' })),
    own: Type.Boolean(),
  }),
  isCookieConsentEnable: Type.Boolean(),
  demoCourseServiceId: orNull(count),
  isDemoStreamListed: Type.Boolean(),
  isVideoPlayerEnable: Type.Boolean(),
  isConsultationEnable: Type.Boolean(),
  isCommunityEnable: Type.Boolean(),
  isNewRenewCourseEnable: Type.Boolean(),
  saleEmail: email,
  daysShowWarning: Type.Integer({ minimum: 0, maximum: 365 }),
  /** How many days of a course a learner may freeze in all; 0 leaves freezing to staff. */
  freezeDays: Type.Integer({ minimum: 0, maximum: 365 }),
  supportCategories: closed({ passHomework: count, renewCourse: count, renewConsultation: count }),
  socialAuth: closed({
    android: Type.Array(provider, { uniqueItems: true }),
    ios: Type.Array(provider, { uniqueItems: true }),
  }),
  offerType: closed({ default: count, chat: count, functional: count, task: count }),
  catalogue: closed({
    categories: Type.Array(closed({ id: count, title: texts(120) }), { maxItems: 100 }),
    products: Type.Array(product, { maxItems: 500 }),
  }),
  /** Which addresses may be given by new accounts and as new ones; an empty list of allowed domains allows all. */
  emailRules: closed({
    isStrict: Type.Boolean(),
    blockedDomains: Type.Array(host, { uniqueItems: true, maxItems: 500 }),
    allowedDomains: Type.Array(host, { uniqueItems: true, maxItems: 500 }),
  }),
  userInfoChat: Type.Array(question, { maxItems: 40 }),
  messageDelay: Type.Integer({ minimum: 0, maximum: 3600 }),
  uploadMaxBytes: Type.Integer({ minimum: 1_000_000, maximum: 5_000_000_000 }),
  uploadQuota: closed({
    personFiles: Type.Integer({ minimum: 10, maximum: 1_000_000 }),
    personBytes: Type.Integer({ minimum: 10_000_000, maximum: 1_000_000_000_000 }),
    brandFiles: Type.Integer({ minimum: 10, maximum: 1_000_000_000 }),
    brandBytes: Type.Integer({ minimum: 10_000_000, maximum: 1_000_000_000_000_000 }),
  }),
  points: closed({ debitDefault: count, spendingThreshold: count }),
  instructionUrl: links,
  guidelineUrl: links,
  manualUrl: links,
  communityUrls: closed({ host: orNull(httpUrl), about: orNull(ownUrl), faq: orNull(ownUrl) }),
  clubInApp: closed({
    title: texts(80),
    description: texts(500),
    image: orNull(imageFile),
    showButtonGoTo: Type.Boolean(),
  }),
  cookiePolicyLink: links,
  mobileAppLinks: closed({ ios: orNull(httpUrl), android: orNull(httpUrl) }),
  pushAsk: closed({ pageViews: count, milliseconds: count, title: texts(120), text: texts(500) }),
  appsflyerSmartBanner: orNull(closed({ webKey: line(100) })),
  mobileAppWebBottomBar: Type.Boolean(),
  isHomeworkInChats: Type.Boolean(),
  homePage: Type.String({ maxLength: 200, pattern: '^/(?![/\\\\])[A-Za-z0-9/_-]*$' }),
})

/**
 * Design tokens of a brand: colours as #rrggbb, `hue` in degrees, radii in px. `joy` is the second colour, of pictures; `tint`,
 * `depth` and `space` are per cent of what is usual: how much of the hue the surfaces take on, how strong shadows are, how
 * generous the space between parts is.
 */
const theme = closed({
  accent: colour,
  accentDark: colour,
  joy: Type.Optional(orNull(colour)),
  hue: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 360 }))),
  tint: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 300 }))),
  radius: Type.Integer({ minimum: 0, maximum: 32 }),
  buttonRadius: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 32 }))),
  depth: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 200 }))),
  space: Type.Optional(orNull(Type.Integer({ minimum: 80, maximum: 130 }))),
  font: Type.Optional(orNull(Type.String({ maxLength: 200, pattern: "^[A-Za-z0-9 ,'-]+$" }))),
  display: Type.Optional(orNull(Type.Union([Type.Literal('nunito'), Type.Literal('prata')]))),
})

const site = closed({
  name: line(60),
  title: texts(120),
  favicon: imageFile,
  logo: imageFile,
  headerLogo: imageFile,
  supportEmail: email,
  whatsAppNumber: orNull(Type.String({ pattern: '^\\+[0-9]{7,15}$' })),
  telegramName: orNull(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{4,31}$' })),
  defaultLanguage: language,
  forcedLanguage: orNull(language),
  languages: Type.Array(language, { minItems: 1 }),
  footers: Type.Array(texts(200), { maxItems: 3 }),
  theme,
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  mobileAppVersion: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
  websocketUri: Type.String({
    pattern: '^(wss?://|/(?![/\\\\]))[^\\s<>"\'\\\\]*$',
    description: 'a ws or wss address, or a path',
  }),
  authClients: Type.Array(closed({ login: line(60), link: ownUrl }), { maxItems: 20 }),
  trustedOrigins: Type.Array(Type.String({ pattern: '^https?://[a-z0-9.-]+(:\\d{1,5})?$' }), { maxItems: 50 }),
  /** The ids of brands that may show banners in this one, too. */
  bannersFrom: Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 40 }), {
    uniqueItems: true,
    maxItems: 50,
  }),
})

/** A support topic; `target` is what to choose first. */
const supportCategory = closed({
  id: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
  sort: count,
  target: Type.Union([Type.Literal('user_course'), Type.Null()]),
  title: texts(80),
})

/** A brand as in its JSON file, with defaults filled in. Unknown fields are refused. */
export const Brand = closed({
  id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
  configVersion: Type.Literal(configVersion),
  isDefault: Type.Boolean(),
  domains: Type.Array(host, { uniqueItems: true, maxItems: 50 }),
  config,
  supportCategoryList: Type.Array(supportCategory, { maxItems: 50 }),
  mobileApp: closed({ ...switches, forcedLanguage: orNull(language) }),
  site,
})

export type Brand = Static<typeof Brand>
export type SupportTopic = Static<typeof supportCategory>
export type BrandTexts = Static<ReturnType<typeof texts>>
export type BrandLanguage = Static<typeof language>
