import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { NullableId, oneOf } from '#shared/platform/schemas.ts'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { socialSources } from './rules.ts'

/** One network of the brand; `id` is the caller's link to it, or null. */
const Provider = Type.Object({
  source: oneOf(socialSources),
  name: Type.String(),
  /** A path; the caller adds successUrl and cancelUrl. */
  login_url: Type.String(),
  /** A path; the caller adds token, a one-time transfer token, successUrl and cancelUrl. */
  link_url: Type.String(),
  id: NullableId,
  is_linked: Type.Boolean(),
})

/** Signing in with other networks. The redirects to and from them are pages, not calls. */
export const social = contract({
  refusals: {
    proof_needed: accountRefusals.proof_needed,
    last_way_in: {
      status: 409,
      text: {
        en: 'This is your only way to sign in. Set a password first, then unlink',
        ru: 'Другого способа войти у вас нет. Сначала задайте пароль, потом отвяжите',
        es: 'Es tu única forma de entrar. Primero crea una contraseña y después desvincula',
      },
    },
  },
  calls: {
    'GET /user-external-auth': {
      access: 'public',
      summary: 'The networks of the brand in its order for the platform, and which of them are linked',
      query: Type.Object({ platform: Type.Optional(oneOf(['android', 'ios'])) }),
      answer: Type.Object({ providers: Type.Array(Provider) }),
    },
    'DELETE /user-external-auths/:id': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Unlinks a network; refused for the only way in',
      answer: Type.Object({}),
      refusals: ['last_way_in', 'proof_needed'],
    },
  },
})
