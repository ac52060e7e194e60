import { useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { refreshLibrary } from '../data.ts'
import styles from '../Library.module.css'
import { pickFromLibrary } from '../LibraryPicker.tsx'

type Chosen = { second?: number; picture_id?: number }

/** The picture that a film is shown with before it plays: a moment of it, a picture of the library, or its own. */
export function PosterPart({ file }: { file: WholeFileWire }) {
  const t = useCopy()
  const { id, preview, duration, has_own_poster: isOwn } = file
  const heading = useId()
  const [second, setSecond] = useState('')
  const submit = useSubmit({
    check: (chosen: Chosen) =>
      chosen.second !== undefined && !(chosen.second >= 0 && chosen.second < duration)
        ? { second: [t('library.poster.outside', { seconds: Math.floor(duration) })] }
        : undefined,
    send: async (chosen: Chosen) => {
      await request('PUT /studio/library/:id/poster', { params: { id }, body: chosen })
      await refreshLibrary()
      toast(t('library.poster.done'), { tone: 'success' })
    },
    failed: t('library.failed'),
    hasToast: true,
  })
  const moment = Number(second.replace(',', '.'))
  return (
    <section aria-labelledby={heading} className={styles.column}>
      <h2 id={heading}>{t('library.poster')}</h2>
      {preview !== null && <img className={styles.poster} src={preview} alt={t('library.poster.now')} />}
      <form
        ref={submit.form}
        noValidate
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          void submit.run({ second: second.trim() === '' ? Number.NaN : moment })
        }}
      >
        <TextField
          label={t('library.poster.second')}
          inputMode="decimal"
          value={second}
          error={submit.errorOf('second')}
          onChange={event => {
            setSecond(event.target.value)
            submit.forgive('second')
          }}
        />
        <Button type="submit" look="secondary" busy={submit.isBusy}>
          {t('library.poster.take')}
        </Button>
      </form>
      <div className={styles.form}>
        <Button
          look="secondary"
          icon="camera"
          onClick={() =>
            void pickFromLibrary('image').then(picture => picture && submit.run({ picture_id: picture.id }))
          }
        >
          {t('library.poster.picture')}
        </Button>
        {!isOwn && (
          <Button look="ghost" onClick={() => void submit.run({})}>
            {t('library.poster.own')}
          </Button>
        )}
      </div>
    </section>
  )
}
