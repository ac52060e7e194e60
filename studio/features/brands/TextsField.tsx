import { useCopy } from '#kit/copy/copy.tsx'
import { TextArea } from '#kit/ui/TextArea.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import styles from './Brand.module.css'
import { useFieldName, useProblemAt } from './field-context.ts'
import { type Schema, withoutNull } from './schema-form.ts'

const languages = ['en', 'ru', 'es'] as const
const longFrom = 200

type Props = { place: string; each: Schema; value: unknown; onChange: (value: unknown) => void }

/** A text or a link in each language, side by side. */
export function TextsField({ place, each, value, onChange }: Props) {
  const name = useFieldName(place)
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string | null>
  return (
    <fieldset className={styles.texts}>
      <legend>{name}</legend>
      {languages.map(code => (
        <InLanguage
          key={code}
          place={place}
          code={code}
          each={each}
          value={texts[code] ?? ''}
          onChange={text => onChange({ ...texts, [code]: text })}
        />
      ))}
    </fieldset>
  )
}

type OneProps = {
  place: string
  code: (typeof languages)[number]
  each: Schema
  value: string
  onChange: (text: string | null) => void
}

function InLanguage({ place, code, each, value, onChange }: OneProps) {
  const t = useCopy()
  const error = useProblemAt(`${place}.${code}`)
  const { schema, isNullable } = withoutNull(each)
  const isLong = (schema.maxLength ?? 0) > longFrom && !isNullable
  const field = {
    label: t(`brand.language.${code}`),
    lang: code,
    value,
    ...(error !== undefined && { error }),
    ...(isNullable && { placeholder: t('brand.none.set') }),
  }
  const take = (text: string) => onChange(text === '' && isNullable ? null : text)
  return isLong ? (
    <TextArea {...field} rows={2} onChange={event => take(event.target.value.replaceAll('\n', ' '))} />
  ) : (
    <TextField {...field} onChange={event => take(event.target.value)} />
  )
}
