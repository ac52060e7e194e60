import type { Refusal } from '#shared/platform/contract.ts'

/** Why a purchase in an app store is not taken. The names are those that apps know; what they have none for is named as elsewhere. */
export const appStoreRefusals = {
  ERR_SETUP: {
    status: 409,
    text: {
      en: 'This school does not sell in this store',
      ru: 'В этом магазине школа ничего не продаёт',
      es: 'Esta escuela no vende en esta tienda',
    },
  },
  ERR_VERIFICATION_FAILED: {
    status: 422,
    text: {
      en: 'The store does not confirm this purchase',
      ru: 'Магазин не подтверждает эту покупку',
      es: 'La tienda no confirma esta compra',
    },
  },
  ERR_PAYMENT_INVALID: {
    status: 422,
    text: {
      en: 'Your family shares this purchase with you. Lessons can only be bought for oneself',
      ru: 'Этой покупкой с вами делится семья. Уроки каждый покупает для себя',
      es: 'Esta compra la comparte contigo tu familia. Cada persona compra sus propias lecciones',
    },
  },
  ERR_PAYMENT_EXPIRED: {
    status: 409,
    text: {
      en: 'This purchase is over: its time has passed, or the store has given the money back',
      ru: 'Эта покупка больше не действует: её срок прошёл или магазин вернул деньги',
      es: 'Esta compra ya no vale: su plazo pasó o la tienda devolvió el dinero',
    },
  },
  ERR_PRODUCT_NOT_AVAILABLE: {
    status: 404,
    text: {
      en: 'The school does not sell this in the store',
      ru: 'В магазине школа этого не продаёт',
      es: 'La escuela no vende esto en la tienda',
    },
  },
  purchase_of_another: {
    status: 409,
    text: {
      en: 'This purchase belongs to another account. Sign in to the one with which you bought it',
      ru: 'Эта покупка принадлежит другому аккаунту. Войдите в тот, с которого покупали',
      es: 'Esta compra es de otra cuenta. Entra con la que compraste',
    },
  },
  purchase_pending: {
    status: 409,
    text: {
      en: 'The store is still waiting for the payment. It opens by itself once it has arrived',
      ru: 'Магазин ещё ждёт оплату. Всё откроется само, когда она придёт',
      es: 'La tienda aún espera el pago. Se abrirá solo en cuanto llegue',
    },
  },
  store_silent: {
    status: 503,
    text: {
      en: 'The store does not answer. Your purchase is safe; try again in a minute',
      ru: 'Магазин не отвечает. Покупка не пропадёт, попробуйте через минуту',
      es: 'La tienda no responde. Tu compra no se pierde; inténtalo en un minuto',
    },
  },
  apple_decides: {
    status: 409,
    text: {
      en: 'This was bought in the App Store. Only Apple can change or refund it: the learner asks at reportaproblem.apple.com',
      ru: 'Это куплено в App Store. Изменить покупку или вернуть деньги может только Apple: ученик обращается на reportaproblem.apple.com',
      es: 'Se compró en el App Store. Solo Apple puede cambiarlo o reembolsarlo: el alumno lo pide en reportaproblem.apple.com',
    },
  },
  google_decides: {
    status: 409,
    text: {
      en: 'This was bought in Google Play. Change or refund it in the Play Console; access follows by itself',
      ru: 'Это куплено в Google Play. Измените или верните это в Play Console, доступ изменится сам',
      es: 'Se compró en Google Play. Cámbialo o reembólsalo en Play Console; el acceso cambia solo',
    },
  },
  store_decides: {
    status: 409,
    text: {
      en: 'You bought this in an app store. Change it there, in the subscriptions of your account',
      ru: 'Вы купили это в магазине приложений. Изменить подписку можно там, в вашем аккаунте магазина',
      es: 'Lo compraste en una tienda de aplicaciones. Cámbialo allí, en las suscripciones de tu cuenta',
    },
  },
} as const satisfies Record<string, Refusal>
