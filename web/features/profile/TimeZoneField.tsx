import { useMemo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { SelectField } from '#kit/ui/SelectField.tsx'
import styles from './EditProfile.module.css'
import { deviceZone, namesOfZones, zoneLabel } from './time-zones.ts'

type Props = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** Where a person's days begin; the device's own zone is offered where it is another one. */
export function TimeZoneField({ value, error, onChange, name }: Props) {
  const t = useCopy()
  const device = deviceZone()
  const zones = useMemo(() => namesOfZones([value, device]), [value, device])
  return (
    <div className={styles.zone}>
      <SelectField
        label={t('profile.timezone')}
        hint={t('profile.timezone.hint')}
        error={error}
        name={name}
        value={value}
        onChange={onChange}
      >
        {zones.map(zone => (
          <option key={zone} value={zone}>
            {zoneLabel(zone, t.language)}
          </option>
        ))}
      </SelectField>
      {device !== value && (
        <Button look="secondary" icon="globe" onClick={() => onChange({ currentTarget: { value: device } })}>
          {t('profile.timezone.device', { zone: device.replaceAll('_', ' ') })}
        </Button>
      )}
    </div>
  )
}
