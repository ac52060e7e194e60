import type { Refusal } from '#shared/platform/contract.ts'
import { appStoreRefusals } from './stores/app-store-refusals.ts'
import { paymentRefusals } from './payments/payment-refusals.ts'

/** Why something cannot be bought, paid or changed. */
export const billingRefusals = {
  selling_closed: {
    status: 409,
    text: {
      en: 'This school does not take payments yet',
      ru: 'Эта школа пока не принимает оплату',
      es: 'Esta escuela todavía no acepta pagos',
    },
  },
  already_owned: {
    status: 409,
    text: { en: 'You already have this', ru: 'У вас это уже есть', es: 'Ya lo tienes' },
  },
  price_changed: {
    status: 409,
    text: {
      en: 'The price has changed. Look at it again before you pay',
      ru: 'Цена изменилась. Проверьте её, прежде чем платить',
      es: 'El precio ha cambiado. Revísalo antes de pagar',
    },
  },
  not_sold_in_currency: {
    status: 422,
    text: {
      en: 'There is no price in this currency',
      ru: 'В этой валюте цены нет',
      es: 'No hay precio en esta moneda',
    },
  },
  no_instalments: {
    status: 422,
    text: {
      en: 'This cannot be paid in instalments',
      ru: 'Это нельзя оплатить частями',
      es: 'Esto no se puede pagar a plazos',
    },
  },
  no_place_left: {
    status: 409,
    text: {
      en: 'There is no place left in the coming group',
      ru: 'В ближайшей группе нет мест',
      es: 'No quedan plazas en el próximo grupo',
    },
  },
  email_needed: {
    status: 409,
    text: {
      en: 'Enter an e-mail first: the receipt is sent to it',
      ru: 'Сначала укажите почту: на неё придёт квитанция',
      es: 'Indica primero un correo: allí enviaremos el recibo',
    },
  },
  order_not_payable: {
    status: 409,
    text: {
      en: 'Nothing is to be paid for this order now',
      ru: 'По этому заказу сейчас ничего платить не нужно',
      es: 'Ahora no hay nada que pagar de este pedido',
    },
  },
  method_gone: {
    status: 409,
    text: {
      en: 'This way to pay is no longer saved. Choose another',
      ru: 'Этот способ оплаты больше не сохранён. Выберите другой',
      es: 'Este método de pago ya no está guardado. Elige otro',
    },
  },
  provider_silent: {
    status: 503,
    text: {
      en: 'The payment provider does not answer. Your order waits; try again in a minute',
      ru: 'Платёжный сервис не отвечает. Заказ сохранён, попробуйте через минуту',
      es: 'El servicio de pago no responde. Tu pedido espera; inténtalo en un minuto',
    },
  },
  points_unfit: {
    status: 409,
    text: {
      en: 'That many points cannot be spent on this now. Look at the price again',
      ru: 'Столько баллов сейчас потратить нельзя. Проверьте цену ещё раз',
      es: 'Ahora no se pueden gastar tantos puntos. Revisa el precio',
    },
  },
  discount_unknown: {
    status: 404,
    text: { en: 'There is no such code', ru: 'Такого промокода нет', es: 'Ese código no existe' },
  },
  discount_over: {
    status: 409,
    text: { en: 'This code has expired', ru: 'Срок промокода истёк', es: 'Este código ha caducado' },
  },
  discount_not_yet: {
    status: 409,
    text: { en: 'This code is not valid yet', ru: 'Промокод ещё не действует', es: 'Este código aún no es válido' },
  },
  discount_used_up: {
    status: 409,
    text: { en: 'This code is used up', ru: 'Промокод уже использован', es: 'Este código está agotado' },
  },
  discount_foreign: {
    status: 409,
    text: {
      en: 'This code is for something else',
      ru: 'Этот промокод для другого товара',
      es: 'Este código es para otro producto',
    },
  },
  subscription_cannot: {
    status: 409,
    text: {
      en: 'Your subscription has changed meanwhile. Look at it again',
      ru: 'Подписка тем временем изменилась. Посмотрите на неё ещё раз',
      es: 'Tu suscripción ha cambiado entretanto. Revísala',
    },
  },
  reason_too_short: {
    status: 422,
    text: {
      en: 'Tell us a little more about the reason',
      ru: 'Расскажите о причине чуть подробнее',
      es: 'Cuéntanos un poco más sobre el motivo',
    },
  },
  method_in_use: {
    status: 409,
    text: {
      en: 'A subscription or instalments are paid with it. Choose another way to pay for them first',
      ru: 'Им оплачиваются подписка или рассрочка. Сначала выберите для них другой способ оплаты',
      es: 'Se usa para una suscripción o unos plazos. Elige antes otro método para ellos',
    },
  },
  refund_too_much: {
    status: 422,
    text: {
      en: 'So much is not left of what was paid',
      ru: 'От оплаченного столько уже не осталось',
      es: 'De lo pagado ya no queda tanto',
    },
  },
  payment_under_way: {
    status: 409,
    text: {
      en: 'They are paying for this themselves at the moment. Try again once that is through',
      ru: 'Этот заказ сейчас оплачивается самим покупателем. Попробуйте, когда оплата завершится',
      es: 'En este momento lo está pagando por su cuenta. Vuelve a intentarlo cuando termine',
    },
  },
  above_price: {
    status: 422,
    text: {
      en: 'This is more than the price',
      ru: 'Это больше цены',
      es: 'Es más que el precio',
    },
  },
  nothing_paid: {
    status: 422,
    text: {
      en: 'A subscription begins with a payment: enter what was paid',
      ru: 'Подписка начинается с оплаты: введите оплаченную сумму',
      es: 'Una suscripción empieza con un pago: escribe lo que se pagó',
    },
  },
  ...appStoreRefusals,
  ...paymentRefusals,
} as const satisfies Record<string, Refusal>
