import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { MediaUseWire } from '#shared/features/library/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from '../Library.module.css'

const tones = { published: 'success', draft: 'accent', archived: 'neutral' } as const

/** Where courses use a file, what learners see first. */
export function Uses({ uses }: { uses: readonly MediaUseWire[] }) {
  const t = useCopy()
  return (
    <section aria-labelledby="uses" className={styles.column}>
      <h2 id="uses">{t('library.uses')}</h2>
      {uses.length === 0 && <p className={styles.muted}>{t('library.uses.none')}</p>}
      <ul className={styles.uses}>
        {uses.map(use => (
          <li key={JSON.stringify(use)} className={styles.use}>
            <Badge tone={tones[use.place]}>{t(`library.place.${use.place}`)}</Badge>
            <Link
              href={
                use.place === 'draft'
                  ? pathTo('draft', { courseId: use.course_id }, { part: use.part_id ?? undefined })
                  : pathTo('course', { courseId: use.course_id })
              }
              className={styles.name}
            >
              <bdi>{use.course}</bdi>
            </Link>
            {use.part !== 'course' && (
              <span className={styles.muted}>
                {t(`library.part.${use.part}`)} <bdi>{use.title || t('library.part.untitled')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
