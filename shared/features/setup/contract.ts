import Type from 'typebox'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { emailText, passwordText, Token, tokenText } from '#shared/features/accounts/tokens.ts'
import { paymentRefusals } from '#shared/features/billing/payments/payment-refusals.ts'
import { CurrencyCode } from '#shared/features/billing/wire.ts'
import { brands } from '#shared/features/brands/contract.ts'
import { people } from '#shared/features/people/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { Line, oneOf } from '#shared/platform/schemas.ts'

const language = oneOf(['en', 'ru', 'es'])
const aTry = { requests: 30, seconds: 60 }

/** The first visit to a school that nobody administers yet. */
export const setup = contract({
  refusals: {
    setup_link_over: {
      status: 409,
      isOfSecret: true,
      text: {
        en: 'This link no longer works. Open the one that the latest start of Kurso printed',
        ru: 'Эта ссылка больше не действует. Откройте ту, которую Kurso вывел при последнем запуске',
        es: 'Este enlace ya no funciona. Abre el que Kurso mostró en su último arranque',
      },
    },
    school_is_set_up: {
      status: 409,
      text: {
        en: 'This school already has an administrator. Please sign in',
        ru: 'У этой школы уже есть администратор. Войдите в аккаунт',
        es: 'Esta escuela ya tiene administrador. Inicia sesión',
      },
    },
    brand_invalid: brands.refusals.brand_invalid,
    brand_changed: brands.refusals.brand_changed,
    school_name_required: {
      status: 422,
      text: { en: 'Enter the name of the school', ru: 'Введите название школы', es: 'Escribe el nombre de la escuela' },
    },
    name_required: people.refusals.name_required,
    invalid_email: accountRefusals.invalid_email,
    email_taken: accountRefusals.email_taken,
    password_too_weak: accountRefusals.password_too_weak,
    wrong_timezone: people.refusals.wrong_timezone,
    currency_unknown: paymentRefusals.currency_unknown,
  },
  calls: {
    'POST /setup/check': {
      access: 'public',
      summary: 'Whether the link that the start has printed still sets up the school',
      limit: aTry,
      body: Type.Object({ code: tokenText }),
      answer: Type.Object({}),
      refusals: ['setup_link_over', 'school_is_set_up'],
    },
    'POST /setup': {
      access: 'public',
      summary: 'Names the school and lets in its first administrator, once',
      limit: aTry,
      body: Type.Object({
        code: tokenText,
        school_name: Line(60),
        languages: Type.Array(language, { minItems: 1, maxItems: 3, uniqueItems: true }),
        default_language: language,
        first_name: Line(100),
        last_name: Type.Optional(Line(100)),
        email: emailText,
        password: passwordText,
        timezone: Type.String({ maxLength: 64 }),
        currency: CurrencyCode,
      }),
      answer: Token,
      refusals: [
        'setup_link_over',
        'school_is_set_up',
        'brand_invalid',
        'brand_changed',
        'school_name_required',
        'name_required',
        'invalid_email',
        'email_taken',
        'password_too_weak',
        'wrong_timezone',
        'currency_unknown',
      ],
    },
  },
})
