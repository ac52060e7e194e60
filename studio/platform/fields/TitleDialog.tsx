import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import styles from '../Screen.module.css'

type Props = {
  words: { add: string; title: string; needed: string; failed: string }
  /** Makes it, once for each key, and answers the address at which it is written on. */
  create: (title: string, idempotencyKey: string) => Promise<string>
  onClose: () => void
}

/** Asks for the title of something new, in the reader's language, and opens it. */
export function TitleDialog({ words, create, onClose }: Props) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [title, setTitle] = useState('')
  const idempotencyKey = useKeyOf(title)
  const field = `texts.${t.language}.title`
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (title.trim() ? undefined : { [field]: [words.needed] }),
    send: async () => {
      const address = await create(title, idempotencyKey)
      onClose()
      navigate(address)
    },
    failed: words.failed,
  })
  return (
    <Dialog title={words.add} size="small" onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={words.title}
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
          {words.add}
        </Button>
      </form>
    </Dialog>
  )
}
