import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import styles from '../Brand.module.css'
import { type Control, controlOf, emptyValue, type Schema, withoutNull } from '../schema-form.ts'
import { ListField, TextsField } from './CompositeFields.tsx'
import { useFieldName, useProblemAt } from './field-context.ts'
import { PictureField } from './PictureField.tsx'
import { ChoiceField, ChoicesField, ColourField } from './ValueFields.tsx'

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
