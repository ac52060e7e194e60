import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Database } from '#server/platform/database/database.ts'
import { one } from '#server/platform/database/statement.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { type Currency, formatMoney } from '#shared/platform/money.ts'
import type { Language } from '#shared/platform/contract.ts'
import { titleOf } from './orders/plan-now.ts'

/** What is written to a buyer about an order. */
export type OrderLetter = 'unpaid' | 'refused' | 'confirm'

export type LetterParts = {
  database: Database
  brands: Brands
  mailer: Mailer
  publicUrl: string
  mailFrom?: string | undefined
  /** The current time, in ms. */
  clock(): number
}

type Row = { brandId: string; email: string; title: string; language: Language; amount: number; currency: Currency }

const findLetter = one<[orderId: number, nowSeconds: number], Row>(
  'find-order-letter',
  `select o.brand_id as "brandId", u.email, ${titleOf('i', 'o')} as title, o.language, o.currency, i.amount
   from orders o join users u on u.id = o.user_id and u.email is not null
   left join invoices i on i.id = (select x.id from invoices x where x.order_id = o.id and x.replaced_at is null
     and x.due_at <= to_timestamp($2) order by x.number desc limit 1)
   where o.id = $1`,
)

type Words = Record<'subject' | 'text' | 'action', string>
/** `unsaved` is the letter about an order for which nothing but a card is wanted, as for a trial. */
const words: Record<Language, Record<OrderLetter | 'unsaved', Words>> = {
  en: {
    unpaid: {
      subject: 'Your order is waiting',
      text: 'You have ordered {title}. It is open as soon as {amount} is paid. After a week the order closes by itself.',
      action: 'Pay now',
    },
    unsaved: {
      subject: 'Your order is waiting',
      text: 'You have ordered {title}. It is open as soon as you save a card, and nothing is charged then. After a week the order closes by itself.',
      action: 'Save a card',
    },
    refused: {
      subject: 'Your payment did not go through',
      text: 'We could not charge {amount} for {title}. Everything stays open for now. Please check your card or choose another.',
      action: 'Choose how to pay',
    },
    confirm: {
      subject: 'Please confirm your payment',
      text: 'Your bank asks you to confirm the payment of {amount} for {title}. Everything stays open for now.',
      action: 'Confirm the payment',
    },
  },
  ru: {
    unpaid: {
      subject: 'Ваш заказ ждёт оплаты',
      text: 'Вы заказали «{title}». Доступ откроется, как только будет оплачено {amount}. Через неделю заказ закроется сам.',
      action: 'Оплатить',
    },
    unsaved: {
      subject: 'Ваш заказ ждёт',
      text: 'Вы заказали «{title}». Доступ откроется, как только вы сохраните карту: деньги при этом не спишутся. Через неделю заказ закроется сам.',
      action: 'Сохранить карту',
    },
    refused: {
      subject: 'Оплата не прошла',
      text: 'Не удалось списать {amount} за «{title}». Пока всё остаётся открытым. Проверьте карту или выберите другую.',
      action: 'Выбрать способ оплаты',
    },
    confirm: {
      subject: 'Подтвердите оплату',
      text: 'Банк просит подтвердить оплату {amount} за «{title}». Пока всё остаётся открытым.',
      action: 'Подтвердить оплату',
    },
  },
  es: {
    unpaid: {
      subject: 'Tu pedido te espera',
      text: 'Has pedido «{title}». Se abrirá en cuanto se paguen {amount}. Después de una semana el pedido se cierra solo.',
      action: 'Pagar ahora',
    },
    unsaved: {
      subject: 'Tu pedido te espera',
      text: 'Has pedido «{title}». Se abrirá en cuanto guardes una tarjeta, y entonces no se cobra nada. Después de una semana el pedido se cierra solo.',
      action: 'Guardar una tarjeta',
    },
    refused: {
      subject: 'No hemos podido cobrar',
      text: 'No hemos podido cobrar {amount} por «{title}». Por ahora todo sigue abierto. Revisa tu tarjeta o elige otra.',
      action: 'Elegir cómo pagar',
    },
    confirm: {
      subject: 'Confirma tu pago',
      text: 'Tu banco te pide que confirmes el pago de {amount} por «{title}». Por ahora todo sigue abierto.',
      action: 'Confirmar el pago',
    },
  },
}

/** E-mails a buyer about an order, in the language in which it was placed, with the way to its page. */
export async function sendOrderLetter(parts: LetterParts, data: JobData): Promise<void> {
  const { database, brands, mailer, publicUrl, mailFrom, clock } = parts
  const orderId = Number(data['orderId'])
  const row = await findLetter(database, orderId, clock() / 1000)
  if (!row) return
  const { brandId, email, title, language, amount, currency } = row
  const brand = brandById(brands, brandId)
  const letter = data['letter'] as OrderLetter
  const { subject, text, action } = words[language][letter === 'unpaid' && amount === 0 ? 'unsaved' : letter]
  const paragraph = text
    .replace('{title}', () => title)
    .replace('{amount}', () => formatMoney(amount, currency, language))
  await mailer.deliver(
    brandLetter(brand, language, {
      to: email,
      subject: `${subject}: ${title}`,
      paragraphs: [paragraph],
      action: { label: action, url: `${brandOrigin(brand, publicUrl)}/user/orders/${orderId}` },
      from: mailFrom,
    }),
  )
}
