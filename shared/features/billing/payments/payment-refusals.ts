import { accountRefusals } from '#shared/features/accounts/refusals.ts'
import type { Refusal } from '#shared/platform/contract.ts'

/** Why an account cannot take a school's money. */
export const paymentRefusals = {
  proof_needed: accountRefusals.proof_needed,
  payment_key_needed: {
    status: 422,
    text: { en: 'Enter this key', ru: 'Введите этот ключ', es: 'Introduce esta clave' },
  },
  payment_key_malformed: {
    status: 422,
    text: {
      en: 'This key looks different at the provider. Copy it from there once more',
      ru: 'У платёжного сервиса такой ключ выглядит иначе. Скопируйте его оттуда ещё раз',
      es: 'En el proveedor esta clave tiene otro aspecto. Cópiala de allí otra vez',
    },
  },
  payment_key_refused: {
    status: 422,
    text: {
      en: 'The payment provider does not accept this key. Nothing was changed',
      ru: 'Платёжный сервис не принимает этот ключ. Ничего не изменилось',
      es: 'El proveedor de pago no acepta esta clave. No se ha cambiado nada',
    },
  },
  payment_provider_silent: {
    status: 503,
    text: {
      en: 'The payment provider does not answer. Nothing was changed; try again in a minute',
      ru: 'Платёжный сервис не отвечает. Ничего не изменилось, попробуйте через минуту',
      es: 'El proveedor de pago no responde. No se ha cambiado nada; inténtalo en un minuto',
    },
  },
  sandbox_unconfirmed: {
    status: 422,
    text: {
      en: 'Confirm that no money is to move',
      ru: 'Подтвердите, что настоящих денег не будет',
      es: 'Confirma que no se moverá dinero',
    },
  },
  sandbox_off: {
    status: 409,
    text: {
      en: 'Trial payments are turned off on this server',
      ru: 'Пробные платежи на этом сервере выключены',
      es: 'Los pagos de prueba están desactivados en este servidor',
    },
  },
  currency_unknown: {
    status: 422,
    text: {
      en: 'Kurso does not sell in this currency',
      ru: 'В этой валюте Kurso не продаёт',
      es: 'Kurso no vende en esta moneda',
    },
  },
} as const satisfies Record<string, Refusal>
