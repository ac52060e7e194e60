import type { Language } from '#shared/platform/contract.ts'
import { type SocialErrorCode, type SocialSource, socialNames } from '#shared/features/social/rules.ts'

const texts = {
  common_no_social_id: {
    en: '{network} did not say which account it is',
    ru: '{network} не сообщает, какой это аккаунт',
    es: '{network} no ha indicado de qué cuenta se trata',
  },
  login_no_link: {
    en: 'No account here is linked to this {network} account. Sign in by e-mail',
    ru: 'С этим аккаунтом {network} здесь ничего не связано. Войдите по почте',
    es: 'Ninguna cuenta está vinculada a esta cuenta de {network}. Entra con tu correo',
  },
  login_no_user_from_link: {
    en: 'The account linked to this {network} account is no longer available',
    ru: 'Аккаунт, связанный с этим аккаунтом {network}, больше не доступен',
    es: 'La cuenta vinculada a esta cuenta de {network} ya no está disponible',
  },
  link_user_unauthorised: {
    en: 'Sign in first, then link {network}',
    ru: 'Сначала войдите, потом привяжите {network}',
    es: 'Primero inicia sesión y después vincula {network}',
  },
  link_social_id_already_taken: {
    en: 'This {network} account is linked to somebody else',
    ru: 'Этот аккаунт {network} уже связан с другим человеком',
    es: 'Esta cuenta de {network} ya está vinculada a otra persona',
  },
} satisfies Record<Exclude<SocialErrorCode, 'unknown_error'>, Record<Language, string>>

/** A failed sign-in or link with a network; `reason` is a one-word cause, shown for unknown_error. */
export class SocialFailure extends Error {
  override name = 'SocialFailure'
  readonly code: SocialErrorCode
  readonly reason: string
  constructor(code: SocialErrorCode, reason = '') {
    super(reason ? `${code}: ${reason}` : code)
    this.code = code
    this.reason = reason
  }
}

/** The `errorMessage` of a failure: a text for the person or, for an unknown error, its cause. */
export function messageOf({ code, reason }: SocialFailure, source: SocialSource, language: Language): string {
  return code === 'unknown_error' ? reason : texts[code][language].replace('{network}', socialNames[source])
}
