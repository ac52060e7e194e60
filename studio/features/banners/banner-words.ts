import type { Copy } from '#kit/copy/copy.tsx'
import { formatterFor } from '#kit/copy/message.ts'
import { bannerSlots } from '#shared/features/banners/slots.ts'

/** How many of those who saw a banner followed it, in percent. */
export function rateText(t: Copy, { shown, clicked }: { shown: number; clicked: number }): string {
  if (shown === 0) return '–'
  const percent = formatterFor(
    t.language,
    'percent 1',
    locale => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  )
  return percent.format(clicked / shown)
}

/** A place by its code, in words: 'Home: at the top'. */
export function placeText(t: Copy, code: number): string {
  const slot = bannerSlots.find(one => one.code === code)
  return slot ? `${t(`banners.position.${slot.position}`)}: ${t(`banners.placement.${slot.placement}`)}` : ''
}
