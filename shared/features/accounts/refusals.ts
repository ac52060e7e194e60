import type { Refusal } from '#shared/platform/contract.ts'

/** Refusals of account input; each names its field. */
export const accountRefusals = {
  wrong_credentials: {
    status: 422,
    isOfSecret: true,
    text: {
      en: 'The e-mail or the password is wrong',
      ru: 'Неверный адрес почты или пароль',
      es: 'El correo o la contraseña no son correctos',
    },
  },
  invalid_email: {
    status: 422,
    text: { en: 'Enter a valid e-mail', ru: 'Проверьте адрес почты', es: 'Introduce un correo válido' },
  },
  email_taken: {
    status: 422,
    text: {
      en: 'An account with this e-mail already exists',
      ru: 'Аккаунт с такой почтой уже есть',
      es: 'Ya existe una cuenta con este correo',
    },
  },
  password_too_weak: {
    status: 422,
    text: {
      en: 'Use at least 8 characters, and not a name, an e-mail or a common password',
      ru: 'Нужно не меньше 8 знаков; имя, почта и распространённый пароль не подойдут',
      es: 'Usa al menos 8 caracteres; no sirven un nombre, un correo ni una contraseña común',
    },
  },
  passwords_differ: {
    status: 422,
    text: { en: 'Passwords must be identical', ru: 'Пароли должны совпадать', es: 'Las contraseñas deben coincidir' },
  },
  current_password_wrong: {
    status: 422,
    isOfSecret: true,
    text: {
      en: 'The current password is wrong',
      ru: 'Текущий пароль указан неверно',
      es: 'La contraseña actual no es correcta',
    },
  },
  proof_needed: {
    status: 403,
    text: {
      en: 'Please confirm that it is you',
      ru: 'Подтвердите, что это вы',
      es: 'Confirma que eres tú',
    },
  },
  code_wrong: {
    status: 422,
    isOfSecret: true,
    text: {
      en: 'The code is wrong or has expired',
      ru: 'Код неверный или устарел',
      es: 'El código es incorrecto o ha caducado',
    },
  },
  wrong_phone: {
    status: 422,
    text: {
      en: 'Enter the phone number with its country code, like +34 600 123 456',
      ru: 'Укажите номер с кодом страны, например +7 900 123-45-67',
      es: 'Escribe el número con su prefijo de país, por ejemplo +34 600 123 456',
    },
  },
  last_admin: {
    status: 409,
    text: {
      en: 'This is the last administrator. Appoint another one first',
      ru: 'Это последний администратор. Сначала назначьте другого',
      es: 'Es la última persona con rol de administración. Nombra antes a otra',
    },
  },
} satisfies Record<string, Refusal>
