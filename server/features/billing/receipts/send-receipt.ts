import { brandLetter, brandOrigin } from '#server/features/brands/brand-letter.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { one } from '#server/platform/database/statement.ts'
import type { JobData } from '#server/platform/jobs/job-queue.ts'
import type { EntryKind } from '#shared/features/billing/orders/order-state.ts'
import { percentText } from '#shared/features/billing/orders/receipt.ts'
import { taxIn } from '#shared/features/billing/selling/discount.ts'
import type { Language } from '#shared/platform/contract.ts'
import { type Currency, formatMoney } from '#shared/platform/money.ts'
import type { LetterParts } from '../letters.ts'
import { taxRateOf, titleOf } from '../orders/plan-now.ts'

type Row = {
  brandId: string
  email: string
  language: Language
  entry: EntryKind
  number: string
  isSandbox: boolean
  seller: string
  title: string
  amount: number
  currency: Currency
  taxRate: number
}

const findReceiptLetter = one<[receiptId: number], Row>(
  'find-receipt-letter',
  `select r.brand_id as "brandId", u.email, u.language_code as language, e.kind as entry, r.code as number, r.is_trial as "isSandbox",
     r.seller, ${titleOf('i', 'o')} as title, e.amount, o.currency, ${taxRateOf('i', 'o')} as "taxRate"
   from receipts r join ledger_entries e on e.id = r.entry_id join invoices i on i.id = e.invoice_id
   join orders o on o.id = i.order_id join receipt_buyers b on b.receipt_id = r.id
   join users u on u.id = b.user_id and u.email is not null where r.id = $1`,
)

type Words = Record<EntryKind, { subject: string; text: string }> & Record<'tax' | 'action' | 'trial', string>
const words: Record<Language, Words> = {
  en: {
    payment: { subject: 'Receipt {number}', text: 'You have paid {amount} for {title}. Thank you.' },
    refund: {
      subject: 'Credit note {number}',
      text: '{amount} for {title} is on its way back to where it was paid from. It may take a few days to arrive.',
    },
    refund_reversal: {
      subject: 'Receipt {number}',
      text: 'The refund of {amount} for {title} did not arrive, so this payment stands again. The school will see to it.',
    },
    chargeback: { subject: 'Credit note {number}', text: 'Your bank has taken back {amount} for {title}.' },
    chargeback_reversal: {
      subject: 'Receipt {number}',
      text: 'The dispute about {title} is closed: {amount} has been paid after all.',
    },
    tax: 'This includes {percent}% tax: {tax}.',
    action: 'Open and print it',
    trial: 'This was a trial purchase: no money has moved.',
  },
  ru: {
    payment: { subject: 'Квитанция {number}', text: 'Вы оплатили «{title}»: {amount}. Спасибо!' },
    refund: {
      subject: 'Квитанция о возврате {number}',
      text: 'Мы отправили вам возврат за «{title}»: {amount}. Деньги придут туда, откуда вы платили; это может занять несколько дней.',
    },
    refund_reversal: {
      subject: 'Квитанция {number}',
      text: 'Возврат за «{title}» на сумму {amount} не дошёл, и платёж снова считается полученным. Школа займётся этим.',
    },
    chargeback: {
      subject: 'Квитанция о возврате {number}',
      text: 'Ваш банк вернул вам платёж за «{title}»: {amount}.',
    },
    chargeback_reversal: {
      subject: 'Квитанция {number}',
      text: 'Спор об оплате «{title}» закрыт: платёж {amount} остался в силе.',
    },
    tax: 'В том числе налог {percent}%: {tax}.',
    action: 'Открыть и распечатать',
    trial: 'Это пробная покупка: деньги не списывались.',
  },
  es: {
    payment: { subject: 'Recibo {number}', text: 'Has pagado {amount} por «{title}». ¡Gracias!' },
    refund: {
      subject: 'Nota de abono {number}',
      text: 'Te hemos devuelto {amount} por «{title}». El dinero llegará al medio con el que pagaste; puede tardar unos días.',
    },
    refund_reversal: {
      subject: 'Recibo {number}',
      text: 'El reembolso de {amount} por «{title}» no llegó, así que el pago vuelve a constar. La escuela se ocupará de ello.',
    },
    chargeback: { subject: 'Nota de abono {number}', text: 'Tu banco te ha devuelto {amount} por «{title}».' },
    chargeback_reversal: {
      subject: 'Recibo {number}',
      text: 'La disputa sobre «{title}» se ha cerrado: el pago de {amount} sigue en pie.',
    },
    tax: 'Incluye un {percent} % de impuestos: {tax}.',
    action: 'Abrir e imprimir',
    trial: 'Ha sido una compra de prueba: no se ha movido dinero.',
  },
}

/** E-mails a receipt or credit note to the one who bought, in their language, with the way to its page. */
export async function sendReceipt({ database, brands, mailer, publicUrl, mailFrom }: LetterParts, data: JobData) {
  const receiptId = Number(data['receiptId'])
  const row = await findReceiptLetter(database, receiptId)
  if (!row) return
  const { brandId, email, language, entry, number, isSandbox, seller, title, currency, taxRate } = row
  const brand = brandById(brands, brandId)
  const said = words[language]
  const money = (amount: number) => formatMoney(amount, currency, language)
  const tax = said.tax
    .replace('{percent}', () => percentText(taxRate, language))
    .replace('{tax}', () => money(taxIn(row.amount, taxRate)))
  const text = said[entry].text.replace('{title}', () => title).replace('{amount}', () => money(row.amount))
  await mailer.deliver(
    brandLetter(brand, language, {
      to: email,
      subject: `${said[entry].subject.replace('{number}', number)}: ${title}`,
      paragraphs: [
        text,
        ...(taxRate > 0 ? [tax] : []),
        ...(isSandbox ? [said.trial] : []),
        ...(seller ? [seller] : []),
      ],
      action: { label: said.action, url: `${brandOrigin(brand, publicUrl)}/receipts/${receiptId}` },
      from: mailFrom,
    }),
  )
}
