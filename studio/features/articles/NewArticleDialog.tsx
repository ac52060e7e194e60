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
import { refreshArticles } from './data.ts'

/** Asks for the title of a new article, in the reader's language, and opens it as a draft. */
export function NewArticleDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [title, setTitle] = useState('')
  const idempotencyKey = useKeyOf(title)
  const field = `texts.${t.language}.title`
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (title.trim() ? undefined : { [field]: [t('articles.fault.title_needed')] }),
    send: async () => {
      const texts = { [t.language]: { title, lead: '', body: '' } }
      const body = { texts, picture_id: null, is_public: false, sort: 0 }
      const { data } = await request('POST /studio/clubs/:id/articles', {
        params: { id: clubId },
        body,
        idempotencyKey,
      })
      await refreshArticles()
      onClose()
      navigate(pathTo('article', { articleId: data.id }))
    },
    failed: t('articles.failed'),
  })
  return (
    <Dialog title={t('articles.add')} size="small" onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={t('articles.field.title')}
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
          {t('articles.add')}
        </Button>
      </form>
    </Dialog>
  )
}
