import type { Letter } from '#server/features/brands/brand-letter.ts'
import type { Language } from '#shared/platform/contract.ts'

type Words = Pick<Letter, 'subject' | 'paragraphs' | 'footer'>
type Reset = Words & { label: string }

const newPassword: Record<Language, (school: string) => Reset> = {
  en: school => ({
    subject: `${school}: a new password`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      'The link works once, for one hour.',
    ],
    label: 'Choose a new password',
    footer: 'If it was not you, simply ignore this letter: your password stays as it is.',
  }),
  ru: school => ({
    subject: `${school}: новый пароль`,
    paragraphs: [
      'Для вашего аккаунта запросили новый пароль — надеемся, это были вы.',
      'Ссылка сработает один раз в течение часа.',
    ],
    label: 'Придумать новый пароль',
    footer: 'Если это были не вы, просто не отвечайте на письмо: пароль останется прежним.',
  }),
  es: school => ({
    subject: `${school}: una contraseña nueva`,
    paragraphs: [
      'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta.',
      'El enlace sirve una sola vez y durante una hora.',
    ],
    label: 'Elegir una contraseña nueva',
    footer: 'Si no has sido tú, no hagas caso de este mensaje: tu contraseña sigue siendo la misma.',
  }),
}

const firstPassword: Record<Language, (school: string) => Reset> = {
  en: school => ({
    subject: `${school}: your password`,
    paragraphs: [
      'You have an account with us that has no password yet. Choose one to sign in with your e-mail.',
      'The link works once, for one hour. Should it have expired, ask for a new one with “Forgot your password?”.',
    ],
    label: 'Choose a password',
    footer: 'If you were not expecting this letter, simply ignore it.',
  }),
  ru: school => ({
    subject: `${school}: ваш пароль`,
    paragraphs: [
      'У вас есть аккаунт, но ещё нет пароля. Придумайте его, чтобы входить по адресу почты.',
      'Ссылка сработает один раз в течение часа. Если она устареет, запросите новую: «Забыли пароль?».',
    ],
    label: 'Придумать пароль',
    footer: 'Если вы не ждали этого письма, ничего делать не нужно.',
  }),
  es: school => ({
    subject: `${school}: tu contraseña`,
    paragraphs: [
      'Tienes una cuenta con nosotros que todavía no tiene contraseña. Elige una para entrar con tu correo.',
      'El enlace sirve una sola vez y durante una hora. Si ha caducado, pide otro con «¿Has olvidado la contraseña?».',
    ],
    label: 'Elegir una contraseña',
    footer: 'Si no esperabas este mensaje, no tienes que hacer nada.',
  }),
}

/** The e-mail with a password link: for a new password, or for the first one of an invited person. */
export function resetWords(language: Language, school: string, hasPassword: boolean): Reset {
  return (hasPassword ? newPassword : firstPassword)[language](school)
}

const codes: Record<Language, (school: string, code: string) => Words> = {
  en: (school, code) => ({
    subject: `${code} is your code for ${school}`,
    paragraphs: ['Your code:', code, 'It works once, for ten minutes. Never tell it to anyone: we do not ask for it.'],
    footer: 'If you did not ask for a code, simply ignore this letter.',
  }),
  ru: (school, code) => ({
    subject: `${code} — ваш код для ${school}`,
    paragraphs: [
      'Ваш код:',
      code,
      'Он сработает один раз в течение десяти минут. Никому его не сообщайте: мы его не спрашиваем.',
    ],
    footer: 'Если вы не запрашивали код, ничего делать не нужно.',
  }),
  es: (school, code) => ({
    subject: `${code} es tu código de ${school}`,
    paragraphs: [
      'Tu código:',
      code,
      'Sirve una sola vez y durante diez minutos. No se lo digas a nadie: nunca te lo pediremos.',
    ],
    footer: 'Si no has pedido ningún código, no hagas caso de este mensaje.',
  }),
}

/** The e-mail with a one-time code. */
export function codeWords(language: Language, school: string, code: string): Words {
  return codes[language](school, code)
}

const texts: Record<Language, (school: string, code: string) => string> = {
  en: (school, code) => `${school}: your code is ${code}. Never tell it to anyone.`,
  ru: (school, code) => `${school}: ваш код ${code}. Никому его не сообщайте.`,
  es: (school, code) => `${school}: tu código es ${code}. No se lo digas a nadie.`,
}

/** The text message with a one-time code, short enough for a single SMS. */
export function codeText(language: Language, school: string, code: string): string {
  return texts[language](school, code)
}
