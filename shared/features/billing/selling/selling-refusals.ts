import type { Refusal } from '#shared/platform/contract.ts'

/** Why a service or a discount code cannot be as staff describe it. */
export const sellingRefusals = {
  subscription_unfit: {
    status: 409,
    text: {
      en: 'The subscription cannot be changed so now. Look at how it stands',
      ru: 'Сейчас подписку так изменить нельзя. Посмотрите, в каком она состоянии',
      es: 'Ahora la suscripción no se puede cambiar así. Mira en qué estado está',
    },
  },
  instalments_unfit: {
    status: 409,
    text: {
      en: 'What is left to be paid cannot be divided so now. Look at how the order stands',
      ru: 'Сейчас остаток нельзя разделить так. Посмотрите, в каком состоянии заказ',
      es: 'Ahora lo que falta por pagar no se puede dividir así. Mira en qué estado está el pedido',
    },
  },
  changed_meanwhile: {
    status: 409,
    text: {
      en: 'Somebody else has changed this in the meantime',
      ru: 'За это время это изменил кто-то другой',
      es: 'Otra persona ha cambiado esto mientras tanto',
    },
  },
  title_needed: {
    status: 422,
    text: { en: 'Enter a title', ru: 'Введите название', es: 'Escribe un título' },
  },
  position_of_what: {
    status: 422,
    text: {
      en: 'Choose a product or a course',
      ru: 'Выберите товар или курс',
      es: 'Elige un producto o un curso',
    },
  },
  subscription_needed: {
    status: 409,
    text: {
      en: 'You have no active subscription with a saved card. Buy it at the checkout instead',
      ru: 'У вас нет действующей подписки с сохранённой картой. Купите это обычным способом',
      es: 'No tienes una suscripción activa con una tarjeta guardada. Cómpralo de la forma habitual',
    },
  },
  gives_nothing: {
    status: 422,
    text: {
      en: 'Choose a course, or give consultations or points',
      ru: 'Выберите курс либо добавьте консультации или баллы',
      es: 'Elige un curso o añade consultas o puntos',
    },
  },
  unfit_for_kind: {
    status: 422,
    text: {
      en: 'This does not go with what is sold',
      ru: 'Это не подходит к тому, что продаётся',
      es: 'Esto no encaja con lo que se vende',
    },
  },
  period_too_long: {
    status: 422,
    text: {
      en: 'Three years at most',
      ru: 'Не больше трёх лет',
      es: 'Tres años como máximo',
    },
  },
  subscription_free: {
    status: 422,
    text: {
      en: 'A subscription needs a price above zero',
      ru: 'Цена подписки должна быть больше нуля',
      es: 'El precio de una suscripción debe ser mayor que cero',
    },
  },
  price_too_small: {
    status: 422,
    text: {
      en: 'Payment providers take no price as small as this',
      ru: 'Платёжные сервисы не принимают такую маленькую сумму',
      es: 'Los proveedores de pago no aceptan un precio tan bajo',
    },
  },
  price_unround: {
    status: 422,
    text: {
      en: 'In this currency the third digit after the point has to be 0',
      ru: 'В этой валюте третья цифра после запятой должна быть 0',
      es: 'En esta moneda la tercera cifra decimal debe ser 0',
    },
  },
  part_too_small: {
    status: 422,
    text: {
      en: 'Payment providers take no instalments as small as these',
      ru: 'Платёжные сервисы не принимают такие маленькие части',
      es: 'Los proveedores de pago no aceptan plazos tan pequeños',
    },
  },
  discount_leaves_little: {
    status: 422,
    text: {
      en: 'So little would be left of a price that payment providers do not take it',
      ru: 'От цены осталось бы так мало, что платёжные сервисы это не примут',
      es: 'Quedaría tan poco de un precio que los proveedores de pago no lo aceptan',
    },
  },
  currency_twice: {
    status: 422,
    text: {
      en: 'There are two prices in the same currency',
      ru: 'В одной валюте указаны две цены',
      es: 'Hay dos precios en la misma moneda',
    },
  },
  discount_code_unfit: {
    status: 422,
    text: {
      en: 'Use 3 to 40 letters, digits and hyphens',
      ru: 'Используйте от 3 до 40 букв, цифр и дефисов',
      es: 'Usa de 3 a 40 letras, cifras y guiones',
    },
  },
  discount_code_taken: {
    status: 409,
    text: {
      en: 'There is such a code already; it may be archived',
      ru: 'Такой промокод уже есть; возможно, он в архиве',
      es: 'Ya existe un código así; puede que esté archivado',
    },
  },
  discount_of_what: {
    status: 422,
    text: {
      en: 'Enter either a percentage, or an amount with its currency',
      ru: 'Укажите либо процент, либо сумму и валюту',
      es: 'Indica un porcentaje, o bien un importe y su moneda',
    },
  },
  discount_ends_early: {
    status: 422,
    text: {
      en: 'The last day is before the first',
      ru: 'Последний день раньше первого',
      es: 'El último día es anterior al primero',
    },
  },
} as const satisfies Record<string, Refusal>
