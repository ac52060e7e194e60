import type { Letter } from '#server/features/brands/brand-letter.ts'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import type { Language } from '#shared/platform/contract.ts'

type Role = PersonRowWire['role']
type Words = Pick<Letter, 'subject' | 'paragraphs' | 'footer'> & { label: string }
type Said = { school: string; role: Role; inviter: string }

const roles: Record<Language, Record<Role, string>> = {
  en: {
    learner: 'a learner',
    expert: 'an expert',
    author: 'an author',
    support: 'a member of support',
    admin: 'an administrator',
  },
  ru: { learner: 'ученик', expert: 'эксперт', author: 'автор', support: 'поддержка', admin: 'администратор' },
  es: {
    learner: 'alumnado',
    expert: 'equipo de expertos',
    author: 'equipo de autores',
    support: 'equipo de soporte',
    admin: 'administración',
  },
}

const invitation: Record<Language, (said: Said) => Words> = {
  en: ({ school, role, inviter }) => ({
    subject: `${inviter} invites you to ${school}`,
    paragraphs: [
      `${inviter} invites you to ${school} as ${roles.en[role]}. Choose a password to sign in with your e-mail.`,
      'The link works once and expires in seven days. If it has expired, ask for another invitation.',
    ],
    label: 'Accept the invitation',
    footer: 'If you weren’t expecting this e-mail, you can ignore it.',
  }),
  ru: ({ school, role, inviter }) => ({
    subject: `${school}: вас приглашает ${inviter}`,
    paragraphs: [
      `${inviter} приглашает вас в школу «${school}». Ваша роль: ${roles.ru[role]}. Придумайте пароль, чтобы входить по адресу почты.`,
      'Ссылка сработает один раз в течение семи дней. Если она устареет, попросите прислать приглашение ещё раз.',
    ],
    label: 'Принять приглашение',
    footer: 'Если вы не ждали этого письма, ничего делать не нужно.',
  }),
  es: ({ school, role, inviter }) => ({
    subject: `${inviter} te invita a ${school}`,
    paragraphs: [
      `${inviter} te invita a ${school}. Tu función: ${roles.es[role]}. Elige una contraseña para entrar con tu correo.`,
      'El enlace funciona una sola vez y caduca en siete días. Si ha caducado, pide que te envíen otra invitación.',
    ],
    label: 'Aceptar la invitación',
    footer: 'Si no esperabas este mensaje, no tienes que hacer nada.',
  }),
}

/** The e-mail to somebody whom a member of staff invites. */
export function invitationWords(language: Language, said: Said): Words {
  return invitation[language](said)
}
