import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { IconButton } from '#kit/ui/IconButton.tsx'
import styles from './Brand.module.css'
import { useFieldName, useProblemAt } from './field-context.ts'
import { type Control, emptyValue } from './schema-form.ts'

type Props = {
  place: string
  control: Extract<Control, { kind: 'list' }>
  value: unknown
  onChange: (value: unknown[]) => void
  /** The fields of one entry. */
  renderItem: (place: string, item: unknown, onChange: (item: unknown) => void) => ReactNode
}

/** A list of entries: added, removed, put in another order, each edited in its place. */
export function ListField({ place, control, value, onChange, renderItem }: Props) {
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
          // An entry is its place: what it holds changes with every key.
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
