import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/IconButton.tsx'
import type { StudioBrandWire } from '#shared/features/brands/studio-contract.ts'
import styles from './Brand.module.css'
import { BrandField } from './BrandField.tsx'
import { isSame, valueAt } from './brand-draft.ts'
import { useFieldName } from './field-context.ts'
import type { Unit } from './schema-form.ts'

type Props = {
  unit: Unit
  brand: StudioBrandWire
  value: unknown
  onChange: (place: string, value: unknown) => void
}

/** One field with the way back to what the brand's file says. */
export function UnitField({ unit: { place, schema, isOptional }, brand, value, onChange }: Props) {
  const t = useCopy()
  const name = useFieldName(place)
  const [own, inFile] = [valueAt(value, place), valueAt(brand.file, place)]
  return (
    <div className={styles.unit}>
      <BrandField
        place={place}
        schema={schema}
        isOptional={isOptional}
        value={own}
        onChange={next => onChange(place, next)}
      />
      {!isSame(own, inFile) && (
        <IconButton
          icon="refresh"
          label={t('brand.reset', { field: name })}
          className={styles.reset}
          onClick={() => onChange(place, inFile ?? null)}
        />
      )}
    </div>
  )
}
