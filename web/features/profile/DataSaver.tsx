import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { keepSavingData, savesData } from '#kit/request/data-saver.ts'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'

/** Whether this device saves data: the smallest pictures and films, and nothing by itself. */
export function DataSaver() {
  const t = useCopy()
  const [isOn, setOn] = useState(savesData)
  return (
    <Switch
      label={t('settings.saver')}
      hint={t('settings.saver.hint')}
      checked={isOn}
      onChange={event => {
        keepSavingData(event.currentTarget.checked)
        setOn(event.currentTarget.checked)
      }}
    />
  )
}
