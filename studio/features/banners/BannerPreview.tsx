import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { BannerCard } from '#kit/features/banners/BannerCard.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { bannerSlots, type BannerSlot } from '#shared/features/banners/slots.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import styles from './BannerPreview.module.css'
import type { BannerDraft } from './banner-draft.ts'
import { placeText } from './banner-words.ts'

/** How a banner looks at each of its places, on a phone and on a desktop, in a language. */
export function BannerPreview({ draft }: { draft: BannerDraft }) {
  const t = useCopy()
  const [language, setLanguage] = useState<Language>(t.language)
  const places = bannerSlots.filter(({ code }) => draft.positionsIds.includes(code))
  return (
    <FieldGroup
      label={t('banners.preview')}
      {...(places.length === 0 && { note: t('banners.preview.none') })}
      error={undefined}
    >
      <Tabs
        label={t('banners.preview.language')}
        tabs={supportedLanguages.map(id => ({ id, label: t(`banners.language.${id}`) }))}
        selected={language}
        onSelect={setLanguage}
      >
        <div className={styles.places}>
          {places.map(place => (
            <Place key={place.code} place={place} draft={draft} language={language} />
          ))}
        </div>
      </Tabs>
    </FieldGroup>
  )
}

type PlaceProps = { place: BannerSlot; draft: BannerDraft; language: Language }

/** Whether a banner stands below the rest of its screen, which is then sketched above it. */
const isBelow = (placement: BannerSlot['placement']) => placement === 'bottom' || placement === 'afterVideo'

function Place({ place, draft, language }: PlaceProps) {
  const t = useCopy()
  const scroll = useScrollable<HTMLDivElement>()
  const { title, description } = textsOf(draft.texts, language)
  const banner = { title: title || t('banners.preview.untitled'), text: description, image: draft.image, link: null }
  const rest = <span className={styles.rest} aria-hidden />
  return (
    <figure className={styles.place}>
      <figcaption>
        {t(`banners.platform.${place.platform}`)} · {placeText(t, place.code)}
      </figcaption>
      <div className={styles.scroll} role="group" aria-label={placeText(t, place.code)} ref={scroll}>
        <div className={styles.screen} data-platform={place.platform} lang={language}>
          {isBelow(place.placement) && rest}
          <BannerCard banner={banner} />
          {!isBelow(place.placement) && rest}
        </div>
      </div>
    </figure>
  )
}
