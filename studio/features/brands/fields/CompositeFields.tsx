import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Brand.module.css'
import { type Control, emptyValue, type Schema, withoutNull } from '../schema-form.ts'
import { useFieldName, useProblemAt } from './field-context.ts'

type ListFieldProps = {
  place: string
  control: Extract<Control, { kind: 'list' }>
  value: unknown
  onChange: (value: unknown[]) => void
  /** The fields of one entry. */
  renderItem: (place: string, item: unknown, onChange: (item: unknown) => void) => ReactNode
}

export function ListField({ place, control, value, onChange, renderItem }: ListFieldProps) {
  const t = useCopy()
  const name = useFieldName(place)
  const problem = useProblemAt(place)
  const items = Array.isArray(value) ? (value as unknown[]) : []
  const replace = (index: number, item: unknown) => onChange(items.map((one, at) => (at === index ? item : one)))
  const move = (index: number, by: 1 | -1) => {
    const moved = items.filter((_, at) => at !== index)
    moved.splice(index + by, 0, items[index])
    onChange(moved)
  }
  return (
    <fieldset className={styles.listing}>
      <legend>{name}</legend>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {items.length === 0 && <p className={styles.muted}>{t('brand.list.empty')}</p>}
      <ol className={styles.items}>
        {items.map((item, index) => (
          // The index is the key: content changes with each keystroke.
          <li key={index} className={styles.item}>
            <div className={styles.itemTools}>
              <span className={styles.muted}>{index + 1}</span>
              {index > 0 && (
                <IconButton
                  icon="chevron-down"
                  className={styles.up}
                  label={t('brand.list.up', { number: index + 1 })}
                  onClick={() => move(index, -1)}
                />
              )}
              {index < items.length - 1 && (
                <IconButton
                  icon="chevron-down"
                  label={t('brand.list.down', { number: index + 1 })}
                  onClick={() => move(index, 1)}
                />
              )}
              <IconButton
                icon="close"
                label={t('brand.list.remove', { number: index + 1 })}
                onClick={() => onChange(items.filter((_, at) => at !== index))}
              />
            </div>
            {renderItem(`${place}[${index}]`, item, own => replace(index, own))}
          </li>
        ))}
      </ol>
      {items.length < (control.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Button look="secondary" onClick={() => onChange([...items, emptyValue(control.item)])}>
          {t('brand.list.add')}
        </Button>
      )}
    </fieldset>
  )
}

const languages = ['en', 'ru', 'es'] as const
const longFrom = 200

type TextsFieldProps = { place: string; each: Schema; value: unknown; onChange: (value: unknown) => void }

export function TextsField({ place, each, value, onChange }: TextsFieldProps) {
  const name = useFieldName(place)
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, string | null>
  return (
    <fieldset className={styles.texts}>
      <legend>{name}</legend>
      {languages.map(code => (
        <TextInLanguage
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

type InLanguageProps = {
  place: string
  code: (typeof languages)[number]
  each: Schema
  value: string
  onChange: (text: string | null) => void
}

function TextInLanguage({ place, code, each, value, onChange }: InLanguageProps) {
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
