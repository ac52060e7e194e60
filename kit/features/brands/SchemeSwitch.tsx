import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { type ColourScheme, chooseScheme, chosenScheme } from '#kit/ui/theme.ts'
import { Choice } from './Choice.tsx'

const schemes: readonly ColourScheme[] = ['system', 'light', 'dark']

/** Light, dark or as the device says; takes effect at once and stays on this device. */
export function SchemeSwitch() {
  const t = useCopy()
  const [scheme, setScheme] = useState(chosenScheme)
  const handleChoose = (next: ColourScheme) => {
    chooseScheme(next)
    setScheme(next)
  }
  const options = schemes.map(value => ({ value, label: t(`brands.scheme.${value}`) }))
  const icon = scheme === 'dark' ? 'moon' : 'sun'
  return <Choice icon={icon} label={t('brands.scheme')} value={scheme} options={options} onChoose={handleChoose} />
}
