import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { MediaUseWire, ShowingWire, WholeFileWire } from '#shared/features/library/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from '../Library.module.css'

const tones = { published: 'success', draft: 'accent', archived: 'neutral' } as const

/** Where a file is used: by courses, what learners see first, then by articles and banners. */
export function Uses({ file: { uses, showing, is_used: isUsed } }: { file: WholeFileWire }) {
  const t = useCopy()
  return (
    <section aria-labelledby="uses" className={styles.column}>
      <h2 id="uses">{t('library.uses')}</h2>
      {!isUsed && <p className={styles.muted}>{t('library.uses.none')}</p>}
      <ul className={styles.uses}>
        {uses.map(use => (
          <CourseUse key={JSON.stringify(use)} {...use} />
        ))}
        {showing.map(one => (
          <Showing key={`${one.kind} ${one.id}`} {...one} />
        ))}
      </ul>
    </section>
  )
}

function CourseUse({ course_id: courseId, course, place, part, title, part_id: partId }: MediaUseWire) {
  const t = useCopy()
  return (
    <li className={styles.use}>
      <Badge tone={tones[place]}>{t(`library.place.${place}`)}</Badge>
      <Link
        href={
          place === 'draft'
            ? pathTo('draft', { courseId }, { part: partId ?? undefined })
            : pathTo('course', { courseId })
        }
        className={styles.name}
      >
        <bdi>{course}</bdi>
      </Link>
      {part !== 'course' && (
        <span className={styles.muted}>
          {t(`library.part.${part}`)} <bdi>{title || t('library.part.untitled')}</bdi>
        </span>
      )}
    </li>
  )
}

/** An article or a banner; administrators alone may open them. */
function Showing({ kind, id, title }: ShowingWire) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
  const href = kind === 'article' ? pathTo('article', { articleId: id }) : pathTo('banners')
  const name = <bdi>{title || t('library.part.untitled')}</bdi>
  return (
    <li className={styles.use}>
      <Badge tone="neutral">{t(`library.showing.${kind}`)}</Badge>
      {isAdmin ? (
        <Link href={href} className={styles.name}>
          {name}
        </Link>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
    </li>
  )
}
