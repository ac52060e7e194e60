import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { EffectsWire, PlaceEffectWire } from '#shared/features/cohorts/contract.ts'
import { placeRefusals } from '#shared/features/cohorts/rules.ts'
import styles from './Cohorts.module.css'

/** So many learners are named; the rest is counted. */
const most = 100

/** What a plan does: how many learners change and how, how many stay, and why some are left out. */
export function PlaceEffects({ effects: { places } }: { effects: EffectsWire }) {
  const t = useCopy()
  const changed = places.filter(({ outcome }) => outcome === 'changed')
  const same = places.filter(({ outcome }) => outcome === 'same').length
  return (
    <div className={styles.form} role="status">
      <p>{t('cohorts.effects.changed', { count: changed.length })}</p>
      {same > 0 && <p className={styles.muted}>{t('cohorts.effects.same', { count: same })}</p>}
      {placeRefusals.map(reason => {
        const names = places.filter(place => place.reason === reason).map(({ name }) => name)
        return (
          names.length > 0 && (
            <p key={reason} className={styles.muted}>
              {t(`cohorts.reason.${reason}`, { count: names.length, names: shown(names).join(', ') })}
              {names.length > most && ' …'}
            </p>
          )
        )
      })}
      {changed.length > 0 && (
        <ul className={styles.effects} aria-label={t('cohorts.effects')}>
          {shown(changed).map(place => (
            <PlaceEffect key={place.id} place={place} />
          ))}
          {changed.length > most && <li>{t('cohorts.effects.more', { count: changed.length - most })}</li>}
        </ul>
      )}
    </div>
  )
}

const shown = <Entry,>(list: readonly Entry[]) => list.slice(0, most)

function PlaceEffect({ place: { name, before, after } }: { place: PlaceEffectWire }) {
  const t = useCopy()
  const date = (day: string) => formatLocalDate(day, t.language, 'numeric')
  const told = after
    ? [
        before.starts_on !== after.starts_on &&
          t('cohorts.effects.starts', { from: date(before.starts_on), to: date(after.starts_on) }),
        before.ends_on !== after.ends_on &&
          t('cohorts.effects.ends', { from: date(before.ends_on), to: date(after.ends_on) }),
        before.status !== after.status && t(`cohorts.state.${after.status}`),
        before.open_days !== after.open_days &&
          t('cohorts.effects.open', { from: before.open_days, to: after.open_days }),
      ].filter(Boolean)
    : [t('cohorts.effects.takenOut')]
  return (
    <li>
      <strong dir="auto">{name}</strong>
      <span className={styles.muted}>{told.join(' · ') || t('cohorts.effects.later')}</span>
    </li>
  )
}
