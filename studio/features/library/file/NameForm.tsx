import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { refreshLibrary } from '../data.ts'
import styles from '../Library.module.css'

/** Gives a file another name, by which authors find it. */
export function NameForm({ file }: { file: Pick<WholeFileWire, 'id' | 'name'> }) {
  const t = useCopy()
  const [name, setName] = useState(file.name)
  const submit = useSubmit({
    check: () => (name.trim() ? undefined : { name: [t('library.name.missing')] }),
    send: async () => {
      await request('PATCH /studio/library/:id', { params: { id: file.id }, body: { name } })
      await refreshLibrary()
      toast(t('library.name.done'), { tone: 'success' })
    },
    failed: t('library.failed'),
    hasToast: true,
  })
  return (
    <form ref={submit.form} noValidate className={styles.form} onSubmit={submit.handleSubmit}>
      <TextField
        label={t('library.name')}
        maxLength={120}
        dir="auto"
        value={name}
        error={submit.errorOf('name')}
        onChange={event => {
          setName(event.target.value)
          submit.forgive('name')
        }}
      />
      <Button type="submit" look="secondary" busy={submit.isBusy} disabled={name.trim() === file.name}>
        {t('library.name.save')}
      </Button>
    </form>
  )
}
