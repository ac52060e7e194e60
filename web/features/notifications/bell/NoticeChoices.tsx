import { useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { NoticeChoiceWire } from '#shared/features/notifications/notice-calls.ts'
import { noticeWays } from '#shared/features/notifications/notice-ways.ts'
import styles from '#web/features/profile/Settings.module.css'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { DigestChoice } from '../times/DigestChoice.tsx'
import { QuietHours } from '../times/QuietHours.tsx'
import { tellFailure } from '../times/tell-failure.ts'
import { useDigest, useQuietHours } from '../times/times.ts'
import { choose, useChoices } from './choices.ts'

/** By which way the learner hears of each kind of what happens, at which hours, and of what they have not seen. */
export function NoticeChoices() {
  const t = useCopy()
  const [choices, quiet, digest] = [useChoices(), useQuietHours(), useDigest()]
  if (choices.data && quiet.data && digest.data)
    return (
      <>
        <Ways choices={choices.data} />
        <QuietHours known={quiet.data} />
        <DigestChoice pace={digest.data.pace} />
      </>
    )
  const all = [choices, quiet, digest]
  if (!all.some(({ error, data }) => error && !data))
    return (
      <div aria-busy>
        <Skeleton shape="box" height="30rem" />
      </div>
    )
  return (
    <LoadFailure
      title={t('notifications.ways.failed')}
      offlineText={t('notifications.ways.offline')}
      busy={all.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { data, refetch } of all) if (!data) void refetch()
      }}
    />
  )
}

function Ways({ choices }: { choices: readonly NoticeChoiceWire[] }) {
  const t = useCopy()
  return (
    <section aria-labelledby="choices" className={styles.section}>
      <h2 id="choices">{t('notifications.ways')}</h2>
      <p className={styles.muted}>{t('notifications.ways.text')}</p>
      {choices.map(choice => (
        <Choice key={choice.kind} choice={choice} />
      ))}
    </section>
  )
}

function Choice({ choice: { kind, way, ways } }: { choice: NoticeChoiceWire }) {
  const t = useCopy()
  const handleChange = (value: string) =>
    void choose({ kind, way: noticeWays.find(one => one === value) ?? way }).catch(tellFailure(t))
  return (
    <SelectField
      label={t(`notifications.kind.${kind}`)}
      value={way}
      onChange={event => handleChange(event.currentTarget.value)}
    >
      {ways.map(one => (
        <option key={one} value={one}>
          {t(`notifications.way.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}
