import type { Language, Refusal } from '#shared/platform/contract.ts'

/** Refusals any call may answer with. */
export const commonRefusals = {
  not_signed_in: {
    status: 401,
    text: { en: 'Please sign in', ru: 'Войдите в аккаунт', es: 'Inicia sesión' },
  },
  not_allowed: {
    status: 403,
    text: { en: 'This is not available to you', ru: 'Вам это недоступно', es: 'Esto no está disponible para ti' },
  },
  not_for_staff: {
    status: 403,
    text: {
      en: 'Only the owner of the account may do this',
      ru: 'Это может только владелец аккаунта',
      es: 'Solo puede hacerlo quien es titular de la cuenta',
    },
  },
  second_factor_needed: {
    status: 403,
    text: {
      en: 'Please enter the code from your authenticator app',
      ru: 'Введите код из приложения для входа',
      es: 'Introduce el código de tu aplicación de autenticación',
    },
  },
  second_factor_to_set_up: {
    status: 403,
    text: {
      en: 'Please set up two-step verification first',
      ru: 'Сначала настройте двухэтапный вход',
      es: 'Configura antes la verificación en dos pasos',
    },
  },
  unknown_application: {
    status: 403,
    text: { en: 'Unknown application', ru: 'Неизвестное приложение', es: 'Aplicación desconocida' },
  },
  not_found: { status: 404, text: { en: 'Not found', ru: 'Не найдено', es: 'No encontrado' } },
  invalid_input: {
    status: 422,
    text: {
      en: 'Please check what you entered',
      ru: 'Проверьте введённые данные',
      es: 'Revisa los datos introducidos',
    },
  },
  malformed_request: {
    status: 400,
    text: {
      en: 'The request could not be read',
      ru: 'Не удалось прочитать запрос',
      es: 'No se pudo leer la solicitud',
    },
  },
  too_large: {
    status: 413,
    text: { en: 'The request is too large', ru: 'Слишком большой запрос', es: 'La solicitud es demasiado grande' },
  },
  too_many_requests: {
    status: 429,
    text: {
      en: 'Too many attempts. Please wait a moment',
      ru: 'Слишком много попыток. Подождите немного',
      es: 'Demasiados intentos. Espera un poco',
    },
  },
  unavailable: {
    status: 503,
    text: {
      en: 'The service is temporarily unavailable. Please try again',
      ru: 'Сервис временно недоступен. Попробуйте ещё раз',
      es: 'El servicio no está disponible en este momento. Inténtalo de nuevo',
    },
  },
} satisfies Record<string, Refusal>

export type CommonRefusalCode = keyof typeof commonRefusals

export const serverErrorText: Record<Language, string> = {
  en: 'An error occurred on the server, try again later',
  ru: 'Произошла ошибка на сервере, попробуйте позже',
  es: 'Se produjo un error en el servidor, inténtalo más tarde',
}

export type RefusalDetail = {
  /** Input fields the refusal is about; each gets the refusal's text. */
  fields?: readonly string[]
  /** Fields with a text of their own. */
  texts?: Readonly<Record<string, Record<Language, string>>>
  /** Seconds to wait before trying again. */
  retryAfter?: number
  /** Why, where one refusal has several reasons: one of the contract's own words, for the screen to word. */
  because?: string | undefined
  /** Times (Unix seconds) that could be had in place of the refused one. */
  instead?: readonly number[]
}

/** A refused call. Thrown by `refuse`, caught only in this folder. */
export class Refused extends Error {
  readonly code: string
  readonly refusal: Refusal
  readonly detail: RefusalDetail

  constructor(code: string, refusal: Refusal, detail: RefusalDetail) {
    super(code)
    this.code = code
    this.refusal = refusal
    this.detail = detail
  }
}

/** Ends the call with one of the common refusals. */
export function refuseCommon(code: CommonRefusalCode, detail: RefusalDetail = {}): never {
  throw new Refused(code, commonRefusals[code], detail)
}
