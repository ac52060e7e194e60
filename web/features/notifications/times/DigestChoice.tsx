import { useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { type DigestPace, digestPaces } from '#shared/features/notifications/notice-ways.ts'
import styles from '#web/features/profile/Settings.module.css'
import { tellFailure } from './tell-failure.ts'
import { chooseDigest } from './times.ts'

/** How often the learner gets an e-mail of what they have not seen. */
export function DigestChoice({ pace }: { pace: DigestPace }) {
  const t = useCopy()
  const handleChange = (value: string) =>
    void chooseDigest(digestPaces.find(one => one === value) ?? pace).catch(tellFailure(t))
  return (
    <section aria-labelledby="digest" className={styles.section}>
      <h2 id="digest">{t('notifications.digest')}</h2>
      <p className={styles.muted}>{t('notifications.digest.text')}</p>
      <SelectField
        label={t('notifications.digest.pace')}
        value={pace}
        onChange={event => handleChange(event.currentTarget.value)}
      >
        {digestPaces.map(one => (
          <option key={one} value={one}>
            {t(`notifications.digest.${one}`)}
          </option>
        ))}
      </SelectField>
    </section>
  )
}
