import type { Language } from '#shared/platform/contract.ts'
import type { CardFault, TrialName } from '../cards.ts'
import type { DeclineCode } from '../records.ts'

type Words = {
  trial: string
  pay: string
  payAmount: (amount: string) => string
  save: string
  number: string
  expiry: string
  cvc: string
  name: string
  back: string
  trialCards: string
  faults: Record<CardFault, string>
  declines: Record<DeclineCode, string>
  cards: Record<TrialName, string>
  complete: string
  expired: string
  missing: string
  secure: string
  secureAsk: (card: string) => string
  confirm: string
  refuse: string
  decided: string
}

const en: Words = {
  trial: 'This is a test: no money moves. Do not enter a real card.',
  pay: 'Payment by card',
  payAmount: amount => `Pay ${amount}`,
  save: 'Save the card',
  number: 'Card number',
  expiry: 'Expires, MM/YY',
  cvc: 'CVC',
  name: 'Name on the card',
  back: 'Back to the shop',
  trialCards: 'Test cards: press one to fill in the form',
  faults: {
    number: 'Check the card number',
    notTrial: 'Only the test cards below are accepted here',
    expiry: 'Enter the month and the year, for example 09/31',
    past: 'This card has expired',
    cvc: 'Enter the three digits',
    name: 'Enter the name, up to 100 characters',
  },
  declines: {
    insufficient_funds: 'The card was declined: not enough money on it',
    expired_card: 'The card was declined: it has expired',
    stolen_card: 'The card was declined: it is reported stolen',
    authentication_required: 'The payment was not confirmed with the bank',
    do_not_honor: 'The bank declined the card',
  },
  cards: {
    works: 'Succeeds',
    secureOnce: 'Asks for confirmation once',
    secureAlways: 'Asks for confirmation every time',
    noFunds: 'Not enough money',
    expired: 'Expired',
    stolen: 'Stolen',
    noFundsLater: 'Pays now; later charges fail for lack of money',
    answerLost: 'Pays, but the answer to later charges gets lost',
    disputed: 'Pays and is disputed at once',
  },
  complete: 'All done here.',
  expired: 'The time for this page is over.',
  missing: 'There is no such page.',
  secure: 'Confirmation by the bank',
  secureAsk: card => `Are you using the card ending in ${card}?`,
  confirm: 'Yes, confirm',
  refuse: 'No, refuse',
  decided: 'This payment has been decided. You can close the page.',
}

const ru: Words = {
  trial: 'Это проверка: деньги не списываются. Не вводите настоящую карту.',
  pay: 'Оплата картой',
  payAmount: amount => `Оплатить ${amount}`,
  save: 'Сохранить карту',
  number: 'Номер карты',
  expiry: 'Срок действия, ММ/ГГ',
  cvc: 'CVC',
  name: 'Имя на карте',
  back: 'Вернуться в магазин',
  trialCards: 'Тестовые карты: нажмите, чтобы заполнить форму',
  faults: {
    number: 'Проверьте номер карты',
    notTrial: 'Здесь подходят только тестовые карты из списка ниже',
    expiry: 'Введите месяц и год, например 09/31',
    past: 'Срок действия карты истёк',
    cvc: 'Введите три цифры',
    name: 'Введите имя, не больше 100 символов',
  },
  declines: {
    insufficient_funds: 'Карта отклонена: недостаточно средств',
    expired_card: 'Карта отклонена: срок её действия истёк',
    stolen_card: 'Карта отклонена: она числится украденной',
    authentication_required: 'Платёж не подтверждён в банке',
    do_not_honor: 'Банк отклонил карту',
  },
  cards: {
    works: 'Платёж проходит',
    secureOnce: 'Просит подтверждения один раз',
    secureAlways: 'Просит подтверждения каждый раз',
    noFunds: 'Недостаточно средств',
    expired: 'Срок действия истёк',
    stolen: 'Украдена',
    noFundsLater: 'Сейчас платит, потом средств не хватает',
    answerLost: 'Платит, но ответ на следующие списания теряется',
    disputed: 'Платит, и платёж сразу оспаривается',
  },
  complete: 'Здесь всё готово.',
  expired: 'Время этой страницы истекло.',
  missing: 'Такой страницы нет.',
  secure: 'Подтверждение банка',
  secureAsk: card => `Это вы платите картой, номер которой заканчивается на ${card}?`,
  confirm: 'Да, подтвердить',
  refuse: 'Нет, отказаться',
  decided: 'По этому платежу решение уже принято. Страницу можно закрыть.',
}

const es: Words = {
  trial: 'Esto es una prueba: no se mueve dinero. No introduzcas una tarjeta real.',
  pay: 'Pago con tarjeta',
  payAmount: amount => `Pagar ${amount}`,
  save: 'Guardar la tarjeta',
  number: 'Número de la tarjeta',
  expiry: 'Caducidad, MM/AA',
  cvc: 'CVC',
  name: 'Nombre en la tarjeta',
  back: 'Volver a la tienda',
  trialCards: 'Tarjetas de prueba: pulsa una para rellenar el formulario',
  faults: {
    number: 'Revisa el número de la tarjeta',
    notTrial: 'Aquí solo valen las tarjetas de prueba de la lista',
    expiry: 'Introduce el mes y el año, por ejemplo 09/31',
    past: 'La tarjeta ha caducado',
    cvc: 'Introduce los tres dígitos',
    name: 'Introduce el nombre, de 100 caracteres como máximo',
  },
  declines: {
    insufficient_funds: 'Tarjeta rechazada: no tiene fondos suficientes',
    expired_card: 'Tarjeta rechazada: ha caducado',
    stolen_card: 'Tarjeta rechazada: figura como robada',
    authentication_required: 'El pago no se confirmó con el banco',
    do_not_honor: 'El banco rechazó la tarjeta',
  },
  cards: {
    works: 'El pago se realiza',
    secureOnce: 'Pide confirmación una vez',
    secureAlways: 'Pide confirmación cada vez',
    noFunds: 'Sin fondos suficientes',
    expired: 'Caducada',
    stolen: 'Robada',
    noFundsLater: 'Paga ahora; en los cobros posteriores faltan fondos',
    answerLost: 'Paga, pero se pierde la respuesta de los cobros posteriores',
    disputed: 'Paga y el pago se impugna enseguida',
  },
  complete: 'Aquí ya está todo hecho.',
  expired: 'El tiempo de esta página ha terminado.',
  missing: 'Esta página no existe.',
  secure: 'Confirmación del banco',
  secureAsk: card => `¿Eres tú quien usa la tarjeta terminada en ${card}?`,
  confirm: 'Sí, confirmar',
  refuse: 'No, rechazar',
  decided: 'Este pago ya está decidido. Puedes cerrar la página.',
}

/** The texts of the pages. */
export const words: Record<Language, Words> = { en, ru, es }
