import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Brand.module.css'
import { type Control, controlOf, emptyValue, type Schema, withoutNull } from '../schema-form.ts'
import { useFieldName, useProblemAt } from './field-context.ts'
import { isSize, SizeField } from './SizeField.tsx'
import { ChoiceField, ChoicesField, ColourField, PictureField } from './ValueFields.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'

type Props = {
  place: string
  schema: Schema
  isOptional?: boolean
  value: unknown
  onChange: (value: unknown) => void
}

/** Edits a value according to its schema; an optional or nullable one can be removed. */
export function BrandField({ place, schema: given, isOptional = false, value, onChange }: Props) {
  const { schema, isNullable } = withoutNull(given)
  const control = controlOf(schema)
  const isRemovable = isNullable || isOptional
  const isEmpty = value === null || value === undefined
  if (control.kind === 'group' || (isRemovable && (control.kind === 'texts' || control.kind === 'list')))
    return (
      <Group place={place} isRemovable={isRemovable} isEmpty={isEmpty} schema={schema} onChange={onChange}>
        {control.kind === 'group' ? (
          Object.entries(control.properties).map(([name, inner]) => (
            <BrandField
              key={name}
              place={`${place}.${name}`}
              schema={inner}
              isOptional={!schema.required?.includes(name)}
              value={(value as Record<string, unknown> | null)?.[name]}
              onChange={own =>
                onChange({ ...(value as object), [name]: own ?? (isOptionalIn(schema, name) ? undefined : null) })
              }
            />
          ))
        ) : (
          <Single place={place} control={control} value={value} isRemovable={false} onChange={onChange} />
        )}
      </Group>
    )
  return <Single place={place} control={control} value={value} isRemovable={isRemovable} onChange={onChange} />
}

const isOptionalIn = (schema: Schema, name: string) => !schema.required?.includes(name)

type GroupProps = {
  place: string
  isRemovable: boolean
  isEmpty: boolean
  schema: Schema
  onChange: (value: unknown) => void
  children: ReactNode
}

function Group({ place, isRemovable, isEmpty, schema, onChange, children }: GroupProps) {
  const name = useFieldName(place)
  const problem = useProblemAt(place)
  return (
    <div role="group" aria-label={name} className={styles.group}>
      {isRemovable && (
        <Checkbox
          label={name}
          checked={!isEmpty}
          {...(problem !== undefined && { error: problem })}
          onChange={event => onChange(event.target.checked ? emptyValue(schema) : null)}
        />
      )}
      {!(isRemovable && isEmpty) && children}
    </div>
  )
}

type SingleProps = {
  place: string
  control: Exclude<Control, { kind: 'group' }>
  value: unknown
  isRemovable: boolean
  onChange: (value: unknown) => void
}

function Single({ place, control, value, isRemovable, onChange }: SingleProps) {
  const t = useCopy()
  const label = useFieldName(place)
  const error = useProblemAt(place)
  const texts = { label, ...(error !== undefined && { error }) }
  switch (control.kind) {
    case 'switch':
      return <Checkbox {...texts} checked={value === true} onChange={event => onChange(event.target.checked)} />
    case 'number':
      if (isSize(place)) return <SizeField {...texts} isRemovable={isRemovable} value={value} onChange={onChange} />
      return (
        <TextField
          {...texts}
          type="number"
          inputMode="numeric"
          min={control.minimum}
          max={control.maximum}
          value={typeof value === 'number' ? value : ''}
          placeholder={isRemovable ? t('brand.none.set') : undefined}
          onChange={event => onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      )
    case 'choice':
      return (
        <ChoiceField {...texts} options={control.options} isRemovable={isRemovable} value={value} onChange={onChange} />
      )
    case 'choices':
      return <ChoicesField {...texts} options={control.options} value={value} onChange={onChange} />
    case 'texts':
      return <TextsField place={place} each={control.each} value={value} onChange={onChange} />
    case 'list':
      return (
        <ListField
          place={place}
          control={control}
          value={value}
          onChange={onChange}
          renderItem={(at, item, take) => <BrandField place={at} schema={control.item} value={item} onChange={take} />}
        />
      )
    case 'colour':
      return <ColourField {...texts} place={place} value={value} onChange={onChange} />
    case 'picture':
      return <PictureField {...texts} isRemovable={isRemovable} value={value} onChange={onChange} />
    case 'text':
      return (
        <TextField
          {...texts}
          value={typeof value === 'string' ? value : ''}
          placeholder={isRemovable ? t('brand.none.set') : undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={event => onChange(event.target.value === '' && isRemovable ? null : event.target.value)}
        />
      )
  }
}

type ListFieldProps = {
  place: string
  control: Extract<Control, { kind: 'list' }>
  value: unknown
  onChange: (value: unknown[]) => void
  /** The fields of one entry. */
  renderItem: (place: string, item: unknown, onChange: (item: unknown) => void) => ReactNode
}

function ListField({ place, control, value, onChange, renderItem }: ListFieldProps) {
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

function TextsField({ place, each, value, onChange }: TextsFieldProps) {
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
