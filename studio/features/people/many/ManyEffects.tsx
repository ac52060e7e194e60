import { useCopy } from '#kit/copy/copy.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { type ChangeOfMany, outcomeOf, whyLeftOut } from '#shared/features/people/rules.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import styles from '../People.module.css'

type Props = { people: readonly PersonRowWire[]; change: ChangeOfMany }

/** Whom a change would change and how, who stays as they are, and who is left out and why. */
export function ManyEffects({ people, change }: Props) {
  const t = useCopy()
  const ownId = useUser().id
  const those = (outcome: ReturnType<typeof outcomeOf>) =>
    people.filter(person => outcomeOf(change, person, ownId) === outcome)
  const changed = those('changed')
  const same = those('same')
  const names = (some: readonly PersonRowWire[]) => some.map(({ name }) => name).join(', ')
  return (
    <div className={styles.form} role="status">
      <p>{t('people.many.changed', { count: changed.length })}</p>
      {same.length > 0 && (
        <p className={styles.muted}>{t('people.many.same', { count: same.length, names: names(same) })}</p>
      )}
      {whyLeftOut.map(why => {
        const left = those(why)
        return (
          left.length > 0 && (
            <p key={why} className={styles.muted}>
              {t(`people.many.why.${why}`, { names: names(left) })}
            </p>
          )
        )
      })}
      {changed.length > 0 && (
        <ul className={styles.items} aria-label={t('people.many.effects')}>
          {changed.map(person => (
            <li key={person.id}>
              <strong dir="auto">{person.name}</strong>
              <span className={styles.muted}>
                <Effect person={person} change={change} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Effect({ person, change }: { person: PersonRowWire; change: ChangeOfMany }) {
  const t = useCopy()
  switch (change.kind) {
    case 'role':
      return t('people.many.effect.role', {
        from: t(`people.role.${person.role}`),
        to: t(`people.role.${change.role}`),
      })
    case 'invite':
      return t(person.has_come_in ? 'people.many.effect.password' : 'people.many.effect.invite', {
        email: person.email ?? '',
      })
    case 'block':
      return t('people.many.effect.block')
    case 'unblock':
      return t('people.many.effect.unblock')
  }
}
