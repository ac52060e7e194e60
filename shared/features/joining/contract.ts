import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Line, oneOf } from '#shared/platform/schemas.ts'
import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import { User } from '#shared/features/accounts/contract.ts'
import { emailText, passwordText, Token, tokenText } from '#shared/features/accounts/tokens.ts'

const appId = Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9._:-]+$' })
const phone = Type.String({ minLength: 1, maxLength: 40 })
const code = Type.String({ minLength: 1, maxLength: 20 })
const bothPasswords = { password: passwordText, password_repeat: passwordText }
/** Seconds until another code may be requested. */
const CodeSent = Type.Object({ retry_after: Type.Integer({ minimum: 0 }) })
const anAttempt = { requests: 30, seconds: 60 }

/** Signing up and proving who you are: registration, installations, codes, new passwords. */
export const joining = contract({
  refusals: {
    ...accountRefusals,
    registration_closed: {
      status: 403,
      text: {
        en: 'Registration is closed at the moment',
        ru: 'Регистрация сейчас закрыта',
        es: 'El registro no está abierto en este momento',
      },
    },
    app_accounts_closed: {
      status: 403,
      text: {
        en: 'Signing in without an e-mail is not available here',
        ru: 'Вход без почты здесь недоступен',
        es: 'Aquí no es posible entrar sin correo',
      },
    },
    app_id_taken: {
      status: 422,
      text: {
        en: 'This device already has an account',
        ru: 'У этого устройства уже есть аккаунт',
        es: 'Este dispositivo ya tiene una cuenta',
      },
    },
    reset_link_spent: {
      status: 422,
      isOfSecret: true,
      text: {
        en: 'This link has expired or has already been used. Request a new one',
        ru: 'Ссылка устарела или уже использована. Запросите новую',
        es: 'Este enlace ha caducado o ya se usó. Pide uno nuevo',
      },
    },
  },
  calls: {
    'POST /auth/signup-by-email': {
      access: 'public',
      summary: 'Opens an account and signs in',
      limit: { requests: 20, seconds: 60 },
      isMultipart: true,
      body: Type.Object({
        username: Line(100),
        email: emailText,
        ...bothPasswords,
        timezone: Type.Optional(Type.String({ maxLength: 64 })),
        /** The code of the referral link the person came by. */
        referral: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      answer: Token,
      refusals: ['registration_closed', 'invalid_email', 'email_taken', 'password_too_weak', 'passwords_differ'],
    },
    'POST /auth/validate-signup-form': {
      access: 'public',
      summary: 'Whether an e-mail or an installation can have a new account; the field says why not',
      limit: { requests: 20, seconds: 60 },
      body: Type.Object({ email: Type.Optional(emailText), app_id: Type.Optional(appId) }),
      answer: Type.Object({}),
      refusals: ['registration_closed', 'invalid_email', 'email_taken', 'app_id_taken', 'app_accounts_closed'],
    },
    'POST /auth/login-by-app-id': {
      access: 'public',
      summary: 'Signs an installation in',
      limit: anAttempt,
      body: Type.Object({ app_id: appId, password: passwordText }),
      answer: Token,
      refusals: ['app_accounts_closed', 'wrong_credentials'],
    },
    'POST /auth/signup-by-app-id': {
      access: 'public',
      summary: 'Opens an account for an installation',
      limit: { requests: 20, seconds: 60 },
      body: Type.Object({ app_id: appId, ...bothPasswords, timezone: Type.Optional(Type.String({ maxLength: 64 })) }),
      answer: Token,
      refusals: ['app_accounts_closed', 'app_id_taken', 'password_too_weak', 'passwords_differ'],
    },
    'POST /auth/request-password-reset': {
      access: 'public',
      summary: 'Sends a link for a new password if there is such an account; never says whether',
      limit: { requests: 10, seconds: 60 },
      body: Type.Object({ email: emailText }),
      answer: Type.Object({}),
      refusals: ['invalid_email'],
    },
    'POST /auth/reset-password': {
      access: 'public',
      summary: 'Sets the password that the link was asked for, ends all sessions and signs in',
      limit: anAttempt,
      body: Type.Object({ token: tokenText, ...bothPasswords }),
      answer: Token,
      refusals: ['reset_link_spent', 'password_too_weak', 'passwords_differ'],
    },
    'POST /v2/auth/request-otp': {
      access: 'public',
      summary: 'Sends a one-time code if there is an account with the e-mail; never says whether',
      limit: { requests: 10, seconds: 60 },
      body: Type.Object({ email: emailText }),
      answer: CodeSent,
      refusals: ['invalid_email'],
    },
    'POST /v2/auth/verify-otp': {
      access: 'public',
      summary: 'Signs in by a one-time code; the e-mail is validated by it',
      limit: anAttempt,
      body: Type.Object({ email: emailText, code }),
      answer: Type.Object({ token: Type.String(), user: User }),
      refusals: ['invalid_email', 'code_wrong'],
    },
    'POST /user/request-phone-otp': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Sends a code to a phone',
      limit: { requests: 10, seconds: 60 },
      body: Type.Object({ phone }),
      answer: CodeSent,
      refusals: ['wrong_phone'],
    },
    'POST /user/verify-phone': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Takes the code that came by phone; the number is then the user’s and validated',
      limit: anAttempt,
      body: Type.Object({ phone, code }),
      answer: Type.Object({ phoneValidated: Type.Boolean(), requirePhoneValidate: Type.Boolean() }),
      refusals: ['wrong_phone', 'code_wrong'],
    },
    'POST /user/supress-phone-validation': {
      access: 'learner',
      isForOwnerOnly: true,
      summary: 'Puts the demand to validate the phone off',
      answer: Type.Object({}),
    },
    'POST /user/request-proof': {
      access: 'learner',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      summary:
        'How the user can prove who they are: by password or by a code, which is sent; not needed just after a proof',
      limit: { requests: 10, seconds: 60 },
      answer: Type.Object({
        way: oneOf(['none', 'password', 'code']),
        email: Type.String({ description: 'Masked: where a code goes' }),
        retry_after: Type.Integer({ minimum: 0 }),
      }),
    },
    'POST /user/prove': {
      access: 'learner',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      summary:
        'Proves by password, or by code for an account without one, who the user is: for five minutes, in this session',
      limit: anAttempt,
      body: Type.Object({ password: Type.Optional(passwordText), code: Type.Optional(code) }),
      answer: Type.Object({}),
      refusals: ['current_password_wrong', 'code_wrong'],
    },
    'POST /user/update-password': {
      access: 'learner',
      isForOwnerOnly: true,
      isOpenBeforeSetUp: true,
      summary:
        'Sets a new password and ends all other sessions; the current one is asked for unless a new one was demanded',
      limit: anAttempt,
      body: Type.Object({ current_password: Type.Optional(passwordText), ...bothPasswords }),
      answer: Type.Object({}),
      refusals: ['current_password_wrong', 'password_too_weak', 'passwords_differ'],
    },
  },
})
