import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage, NetworkError } from '#kit/request/request-errors.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { NoticeChoiceWire } from '#shared/features/notifications/notice-calls.ts'
import { noticeWays } from '#shared/features/notifications/notice-ways.ts'
import styles from '#web/features/profile/Settings.module.css'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { choose, useChoices } from './choices.ts'

/** By which way the learner hears of each kind of what happens. */
export function NoticeChoices() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useChoices()
  return (
    <section aria-labelledby="choices" className={styles.section} aria-busy={!data && !error}>
      <h2 id="choices">{t('notifications.ways')}</h2>
      <p className={styles.muted}>{t('notifications.ways.text')}</p>
      {!data && error && (
        <LoadFailure
          title={t('notifications.ways.failed')}
          offlineText={t('notifications.ways.offline')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton shape="box" height="20rem" />}
      {data?.map(choice => (
        <Ways key={choice.kind} choice={choice} />
      ))}
    </section>
  )
}

function Ways({ choice: { kind, way, ways } }: { choice: NoticeChoiceWire }) {
  const t = useCopy()
  const handleChange = (value: string) => {
    const chosen = noticeWays.find(one => one === value) ?? way
    choose({ kind, way: chosen }).catch((error: unknown) => {
      const text = error instanceof NetworkError ? t('settings.notKept') : errorMessage(error, t('profile.failed'))
      toast(text, { tone: 'danger' })
    })
  }
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
