import { useContext, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { EditedBannerWire } from '#shared/features/banners/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { TextsFields, textFields } from '#studio/features/billing/TextsFields.tsx'
import { OwnZone } from '#studio/platform/moments.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { BannerPreview } from './BannerPreview.tsx'
import { type BannerDraft, type BannerPart, draftFault, draftOf, fieldsFromDraft, newBanner } from './banner-draft.ts'
import { bannerQuery, refreshBanners } from './data.ts'
import { LinkFields, PlaceFields } from './PlaceFields.tsx'

type Closing = { onClose: () => void }

/** Adds a banner, which nobody sees yet. */
export function NewBannerDialog({ onClose }: Closing) {
  const t = useCopy()
  return (
    <Dialog title={t('banners.add')} onClose={onClose}>
      <BannerForm onClose={onClose} />
    </Dialog>
  )
}

/** Changes a banner, as it is stored now. */
export function BannerDialog({ id, title, onClose }: Closing & { id: number; title: string }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={bannerQuery(id)}>{banner => <BannerForm banner={banner} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

/** The zone of the browser, until the person's own is known. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

function BannerForm({ banner, onClose }: Closing & { banner?: EditedBannerWire }) {
  const t = useCopy()
  const zone = useContext(OwnZone) ?? browserZone()
  const [opened] = useState(banner)
  const [draft, setDraft] = useState<BannerDraft>(() => (opened ? draftOf(opened, zone) : newBanner))
  const idempotencyKey = useKeyOf(JSON.stringify(draft))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => {
      const fault = draftFault(draft, zone)
      return fault && { [fault.field]: [t(`banners.fault.${fault.code}`)] }
    },
    send: async () => {
      const body = fieldsFromDraft(draft, zone)
      if (opened) {
        const params = { id: opened.id }
        await request('PUT /studio/banners/:id', { params, body: { ...body, revision: opened.revision } })
      } else await request('POST /studio/banners', { body, idempotencyKey })
      await refreshBanners()
      onClose()
      toast(t(opened ? 'banners.changed' : 'banners.added'), { tone: 'success' })
    },
    failed: t('banners.failed'),
  })
  const part: BannerPart = {
    draft,
    errorOf,
    change: (changes, ...fields) => {
      setDraft({ ...draft, ...changes })
      for (const field of fields) forgive(field)
    },
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextsFields
        texts={draft.texts}
        errorOf={errorOf}
        onChange={(language, text) => part.change({ texts: { ...draft.texts, [language]: text } }, ...textFields)}
      />
      <LinkFields {...part} />
      <PlaceFields {...part} />
      <BannerPreview draft={draft} />
      <AudienceFields {...part} />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {t(opened ? 'banners.save' : 'banners.add')}
      </Button>
    </form>
  )
}
