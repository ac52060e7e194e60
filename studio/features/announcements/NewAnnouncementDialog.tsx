import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { newAnnouncement } from './announcement-draft.ts'
import { refreshAnnouncements } from './data.ts'

/** Asks for the title of a new announcement, in the reader's language, and opens it as a draft. */
export function NewAnnouncementDialog({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [title, setTitle] = useState('')
  const idempotencyKey = useKeyOf(title)
  const field = `texts.${t.language}.title`
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (title.trim() ? undefined : { [field]: [t('announcements.fault.title_needed')] }),
    send: async () => {
      const body = newAnnouncement({ [t.language]: { title, body: '' } })
      const { data } = await request('POST /studio/announcements', { body, idempotencyKey })
      await refreshAnnouncements()
      onClose()
      navigate(pathTo('announcement', { announcementId: data.id }))
    },
    failed: t('announcements.failed'),
  })
  return (
    <Dialog title={t('announcements.add')} size="small" onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={t('announcements.field.title')}
          dir="auto"
          required
          data-autofocus
          maxLength={150}
          value={title}
          error={errorOf(field)}
          onChange={event => {
            setTitle(event.target.value)
            forgive(field)
          }}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('announcements.add')}
        </Button>
      </form>
    </Dialog>
  )
}
