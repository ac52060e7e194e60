import type { ClubFieldsWire } from '#shared/features/clubs/contract.ts'
import { titleIn, writtenTitles } from '#shared/features/clubs/titles.ts'

const addressNames = [
  'faq_url',
  'custom_url',
  'telegram_chat_url',
  'have_subscription_landing_url',
  'no_have_subscription_landing_url',
] as const

/** What is sent of a draft; an empty address is sent as none. */
export function fieldsFromDraft(draft: ClubFieldsWire): ClubFieldsWire {
  const { titles, slug, chat_only, is_hidden, course_ids, service_ids } = draft
  const address = (name: (typeof addressNames)[number]) => draft[name]?.trim() || null
  return {
    titles: writtenTitles(titles),
    slug: slug.trim(),
    chat_only,
    is_hidden,
    course_ids,
    service_ids,
    faq_url: address('faq_url'),
    custom_url: address('custom_url'),
    telegram_chat_url: address('telegram_chat_url'),
    have_subscription_landing_url: address('have_subscription_landing_url'),
    no_have_subscription_landing_url: address('no_have_subscription_landing_url'),
  }
}

type Fault = 'untitled' | 'slug' | 'address'

/** What is wrong with a draft by field; undefined when nothing is. */
export function clubFaults(draft: ClubFieldsWire): Record<string, Fault> | undefined {
  const fields = fieldsFromDraft(draft)
  const faults: Record<string, Fault> = {}
  if (Object.keys(fields.titles).length === 0) faults['titles'] = 'untitled'
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(fields.slug)) faults['slug'] = 'slug'
  for (const name of addressNames) {
    const address = fields[name]
    if (address !== null && !(URL.canParse(address) && /^https?:\/\/[^\s<>"'\\]+$/.test(address)))
      faults[name] = 'address'
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

const latin: Record<string, string> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map(pair => pair.split(':')),
)

/** A name for addresses, made of a title: small Latin letters, digits and hyphens. */
export function slugFrom(titles: ClubFieldsWire['titles']): string {
  const letters = titleIn(writtenTitles(titles), 'en').normalize('NFC').toLowerCase()
  const spelled = [...letters].map(letter => latin[letter] ?? letter).join('')
  return spelled
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
}
