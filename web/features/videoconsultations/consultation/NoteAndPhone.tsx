import { useCopy } from '#kit/copy/copy.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'

type Told = { note: string; phone: string }
type Props = Told & {
  errorOf: (field: string) => string | undefined
  forgive: (field: string) => void
  onChange: (told: Told) => void
}

/** What the expert is told before the consultation. */
export function NoteAndPhone({ note, phone, errorOf, forgive, onChange }: Props) {
  const t = useCopy()
  const change = (field: keyof Told, text: string) => {
    forgive(field)
    onChange({ note, phone, [field]: text })
  }
  return (
    <>
      <TextArea
        label={t('video.note')}
        hint={t('video.note.hint')}
        name="note"
        maxLength={1000}
        value={note}
        error={errorOf('note')}
        onChange={event => change('note', event.target.value)}
      />
      <TextField
        label={t('video.phone')}
        hint={t('video.phone.hint')}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        error={errorOf('phone')}
        onChange={event => change('phone', event.target.value)}
      />
    </>
  )
}
