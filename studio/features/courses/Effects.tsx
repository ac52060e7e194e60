import { useCopy } from '#kit/copy/copy.tsx'
import type { PartEffect, VersionEffects } from '#shared/features/courses/authoring-calls.ts'
import { partEffects } from '#shared/features/courses/part-keys.ts'
import styles from './Courses.module.css'

type Told = Exclude<PartEffect['effect'], 'kept'>
const told = partEffects.filter((effect): effect is Told => effect !== 'kept')

/** What a publication does to learners, and to each part that it touches. */
export function Effects({ effects }: { effects: VersionEffects }) {
  const t = useCopy()
  const { parts, learners, learners_falling: falling, submissions_kept: kept } = effects
  const changes = told.map(effect => ({ effect, touched: parts.filter(part => part.effect === effect) }))
  return (
    <div className={styles.effects}>
      <ul className={styles.sentences}>
        <li>{t('courses.effects.learners', { count: learners })}</li>
        {learners > 0 && <li>{t('courses.effects.falling', { count: falling })}</li>}
        {kept > 0 && <li>{t('courses.effects.kept', { count: kept })}</li>}
        {changes.every(({ touched }) => touched.length === 0) && <li>{t('courses.effects.none')}</li>}
      </ul>
      {changes.map(
        ({ effect, touched }) =>
          touched.length > 0 && (
            <div key={effect}>
              <p className={styles.effect}>
                {t(`courses.effect.${effect}`)} <span className={styles.muted}>{touched.length}</span>
              </p>
              <ul className={styles.parts} aria-label={t(`courses.effect.${effect}`)}>
                {touched.map(part => (
                  <Part key={`${part.kind} ${part.key}`} part={part} />
                ))}
              </ul>
            </div>
          ),
      )}
    </div>
  )
}

function Part({ part: { kind, key, titles, learners } }: { part: PartEffect }) {
  const t = useCopy()
  return (
    <li>
      <span className={styles.muted}>{t(`courses.kind.${kind}`)}</span>{' '}
      <span dir="auto">{titles[t.language] ?? Object.values(titles)[0] ?? key}</span>
      {learners > 0 && <span className={styles.muted}> · {t('courses.learners', { count: learners })}</span>}
    </li>
  )
}
