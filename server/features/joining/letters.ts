import type { Letter } from '#server/features/brands/brand-letter.ts'
import type { Language } from '#shared/platform/contract.ts'

type Words = Pick<Letter, 'subject' | 'paragraphs' | 'footer'>
type Reset = Words & { label: string }

const newPassword: Record<Language, (school: string) => Reset> = {
  en: school => ({
    subject: `${school}: a new password`,
    paragraphs: [
      'We received a request for a new password for your account.',
      'The link works once and expires in an hour.',
    ],
    label: 'Choose a new password',
    footer: 'If it wasn’t you, ignore this e-mail: your password stays the same.',
  }),
  ru: school => ({
    subject: `${school}: новый пароль`,
    paragraphs: [
      'Мы получили запрос на новый пароль для вашего аккаунта.',
      'Ссылка сработает один раз в течение часа.',
    ],
    label: 'Придумать новый пароль',
    footer: 'Если это были не вы, ничего делать не нужно: пароль останется прежним.',
  }),
  es: school => ({
    subject: `${school}: una contraseña nueva`,
    paragraphs: [
      'Hemos recibido una solicitud de contraseña nueva para tu cuenta.',
      'El enlace funciona una sola vez y caduca en una hora.',
    ],
    label: 'Elegir una contraseña nueva',
    footer: 'Si no has sido tú, ignora este correo: tu contraseña sigue siendo la misma.',
  }),
}

const firstPassword: Record<Language, (school: string) => Reset> = {
  en: school => ({
    subject: `${school}: your password`,
    paragraphs: [
      'Your account is ready. Choose a password to sign in with your e-mail.',
      'The link works once and expires in an hour. If it has expired, request a new one with “Forgot your password?”.',
    ],
    label: 'Choose a password',
    footer: 'If you weren’t expecting this e-mail, you can ignore it.',
  }),
  ru: school => ({
    subject: `${school}: ваш пароль`,
    paragraphs: [
      'Ваш аккаунт готов. Придумайте пароль, чтобы входить по адресу почты.',
      'Ссылка сработает один раз в течение часа. Если она устареет, запросите новую: «Забыли пароль?».',
    ],
    label: 'Придумать пароль',
    footer: 'Если вы не ждали этого письма, ничего делать не нужно.',
  }),
  es: school => ({
    subject: `${school}: tu contraseña`,
    paragraphs: [
      'Tu cuenta está lista. Elige una contraseña para entrar con tu correo.',
      'El enlace funciona una sola vez y caduca en una hora. Si ha caducado, pide otro con «¿Olvidaste tu contraseña?».',
    ],
    label: 'Elegir una contraseña',
    footer: 'Si no esperabas este mensaje, no tienes que hacer nada.',
  }),
}

/** The e-mail with a password link: for a new password, or for the first one. */
export function resetWords(language: Language, school: string, hasPassword: boolean): Reset {
  return (hasPassword ? newPassword : firstPassword)[language](school)
}

const codes: Record<Language, (school: string, code: string) => Words> = {
  en: (school, code) => ({
    subject: `${code} is your code for ${school}`,
    paragraphs: [
      'Your code:',
      code,
      'It works once and expires in ten minutes. Never share it: we will never ask you for it.',
    ],
    footer: 'If you didn’t request a code, you can ignore this e-mail.',
  }),
  ru: (school, code) => ({
    subject: `${code} — ваш код для ${school}`,
    paragraphs: [
      'Ваш код:',
      code,
      'Он сработает один раз в течение десяти минут. Никому его не сообщайте: мы никогда его не спрашиваем.',
    ],
    footer: 'Если вы не запрашивали код, ничего делать не нужно.',
  }),
  es: (school, code) => ({
    subject: `${code} es tu código de ${school}`,
    paragraphs: [
      'Tu código:',
      code,
      'Funciona una sola vez y caduca en diez minutos. No lo compartas con nadie: nunca te lo pediremos.',
    ],
    footer: 'Si no has pedido ningún código, ignora este correo.',
  }),
}

/** The e-mail with a one-time code. */
export function codeWords(language: Language, school: string, code: string): Words {
  return codes[language](school, code)
}

const texts: Record<Language, (school: string, code: string) => string> = {
  en: (school, code) => `${school}: your code is ${code}. Never share it.`,
  ru: (school, code) => `${school}: ваш код ${code}. Никому его не сообщайте.`,
  es: (school, code) => `${school}: tu código es ${code}. No lo compartas.`,
}

/** The text message with a one-time code, short enough for a single SMS. */
export function codeText(language: Language, school: string, code: string): string {
  return texts[language](school, code)
}
