import { type ToggleEvent, useId, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatNumber } from '#kit/copy/format.ts'
import { ControlButton } from './ControlButton.tsx'
import { playbackRates } from './preferences.ts'
import styles from './SettingsMenu.module.css'

interface Choice<T> {
  value: T
  label: string
}

interface ChoiceGroupProps<T> {
  legend: string
  choices: readonly Choice<T>[]
  chosen: T
  onChoose: (value: T) => void
}

/** A row of chips of which one is chosen; radio buttons to keyboards and screen readers. */
export function ChoiceGroup<T extends string | number>({ legend, choices, chosen, onChoose }: ChoiceGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.chips}>
        {choices.map(({ value, label }) => (
          <label key={value} className={styles.chip}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SettingsMenuProps {
  rate: number
  onRate: (rate: number) => void
  subtitles: { choices: readonly Choice<string>[]; chosen: string; onChoose: (code: string) => void }
  audio: { choices: readonly Choice<number>[]; chosen: number; onChoose: (id: number) => void }
}

/** Stands for 'no subtitles' among the language codes. */
export const subtitlesOff = ''

export function SettingsMenu({ rate, onRate, subtitles, audio }: SettingsMenuProps) {
  const t = useCopy()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const handleToggle = (event: ToggleEvent) => {
    if (event.newState === 'open') panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }
  const rates = playbackRates.map(value => ({
    value: value as number,
    label: value === 1 ? t('media.speed.normal') : `${formatNumber(value, t.language)}×`,
  }))
  return (
    <>
      <ControlButton icon="settings" label={t('media.settings')} popoverTarget={id} aria-haspopup="dialog" />
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('media.settings')}
        className={styles.panel}
        onToggle={handleToggle}
      >
        <ChoiceGroup legend={t('media.speed')} choices={rates} chosen={rate} onChoose={onRate} />
        {subtitles.choices.length > 0 && (
          <ChoiceGroup
            legend={t('media.subtitles')}
            choices={[{ value: subtitlesOff, label: t('media.subtitles.off') }, ...subtitles.choices]}
            chosen={subtitles.chosen}
            onChoose={subtitles.onChoose}
          />
        )}
        {audio.choices.length > 1 && (
          <ChoiceGroup
            legend={t('media.audio')}
            choices={audio.choices}
            chosen={audio.chosen}
            onChoose={audio.onChoose}
          />
        )}
      </div>
    </>
  )
}
