import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { keepSavingData, savesData } from '#kit/request/data-saver.ts'
import { settings as session } from '#kit/request/connection.ts'
import { Switch } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { qualities, type Quality } from '#shared/features/downloads/rules.ts'
import type { DownloadSettings } from './device/records.ts'
import { automaticChoices, budgets, keepSettings } from './device/settings.ts'
import styles from './Downloads.module.css'
import { refreshDevice } from './on-device.ts'
import { syncDownloads } from './sync.ts'

/** How much room downloads may take, what comes by itself and in which quality, and whether data are saved. */
export function DownloadChoices({ settings }: { settings: DownloadSettings }) {
  const t = useCopy()
  const [isSaving, setSaving] = useState(savesData)
  const change = async (changed: Partial<DownloadSettings>) => {
    if (session.userId === null) return
    await keepSettings(session.userId, { ...settings, ...changed })
    await refreshDevice()
    // Without a network the days come at the next start.
    if (changed.automaticDays !== undefined) void syncDownloads().catch(() => {})
  }
  const handle = (changed: Partial<DownloadSettings>) =>
    void change(changed).catch(() => toast(t('downloads.choices.failed'), { tone: 'danger' }))
  const words = {
    full: t('downloads.quality.full'),
    small: t('downloads.quality.small'),
    sound: t('downloads.quality.sound'),
  }
  return (
    <section className={styles.choices} aria-labelledby="downloads-choices">
      <h2 id="downloads-choices">{t('downloads.choices')}</h2>
      <SelectField
        label={t('downloads.budget')}
        hint={t('downloads.budget.hint')}
        value={settings.budget}
        onChange={event => handle({ budget: Number(event.currentTarget.value) })}
      >
        {budgets.map(bytes => (
          <option key={bytes} value={bytes}>
            {formatBytes(bytes, t.language)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('downloads.automatic')}
        hint={t('downloads.automatic.hint')}
        value={settings.automaticDays}
        onChange={event => handle({ automaticDays: Number(event.currentTarget.value) })}
      >
        {automaticChoices.map(count => (
          <option key={count} value={count}>
            {count === 0 ? t('downloads.automatic.none') : t('downloads.automatic.days', { count })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('downloads.quality.usual')}
        value={settings.quality}
        onChange={event => handle({ quality: event.currentTarget.value as Quality })}
      >
        {qualities.map(quality => (
          <option key={quality} value={quality}>
            {words[quality]}
          </option>
        ))}
      </SelectField>
      <Switch
        label={t('downloads.saver')}
        hint={t('downloads.saver.hint')}
        checked={isSaving}
        onChange={event => {
          keepSavingData(event.currentTarget.checked)
          setSaving(event.currentTarget.checked)
        }}
      />
    </section>
  )
}
