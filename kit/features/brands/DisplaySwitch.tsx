import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { changeLanguage, type Language, languageNames } from '#kit/copy/language.ts'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { type ColourScheme, chooseScheme, chosenScheme } from '#kit/ui/theme.ts'
import { site } from './site.ts'
import styles from './DisplaySwitch.module.css'

/**
 * Changes the language after a confirmation by reloading the page; hidden when the school has only one. `keep` saves the
 * choice elsewhere first, such as in the account; the page changes its language even where that fails.
 */
export function LanguageSwitch({ keep }: { keep?: (language: Language) => Promise<void> }) {
  const t = useCopy()
  const offered = site().site.domain.languages.map(({ code }) => code)
  if (offered.length < 2) return null
  const ask = async (language: Language) => {
    const { confirm } = await import('#kit/ui/layers/QuestionDialog.tsx')
    const text = t('brands.language.reload', { language: languageNames[language] })
    const isSure = await confirm({ title: t('brands.language.change'), text })
    if (isSure) await keep?.(language).catch((error: unknown) => console.warn('The language was not kept', error))
    return isSure
  }
  const handleChoose = (language: Language) => {
    changeLanguage(language, () => ask(language)).catch((error: Error) => {
      if (error.message !== 'Cancel') throw error
    })
  }
  const options = offered.map(code => ({ value: code, label: languageNames[code] }))
  return (
    <Choice icon="globe" label={t('brands.language')} value={t.language} options={options} onChoose={handleChoose} />
  )
}

const schemes: readonly ColourScheme[] = ['system', 'light', 'dark']

/** Light, dark or the device's setting; applies at once and stays on this device. */
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

interface Props<Value extends string> {
  icon: IconName
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

/** A small setting with a few values, using the device's own picker. */
function Choice<Value extends string>({ icon, label, value, options, onChoose }: Props<Value>) {
  return (
    <span className={styles.choice}>
      <Icon name={icon} />
      <select aria-label={label} value={value} onChange={event => onChoose(event.target.value as Value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className={styles.arrow} />
    </span>
  )
}
