import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { CourseHistoryWire, CourseVersionWire } from '#shared/features/courses/authoring-calls.ts'
import { useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { type Paged, PageSwitch } from '#studio/platform/Pages.tsx'
import rows from '#studio/platform/Rows.module.css'
import { BringBackDialog } from './BringBackDialog.tsx'
import styles from './Courses.module.css'
import { Effects } from './Effects.tsx'

type VersionsProps = { courseId: number; course: CourseHistoryWire } & Omit<Paged<CourseHistoryWire>, 'rows'>

/** A page of what a course was, the latest version first. */
export function Versions({ courseId, course, page, pageCount }: VersionsProps) {
  const t = useCopy()
  const { set } = useQueryState()
  return (
    <section aria-labelledby="versions" className={styles.section}>
      <h2 id="versions">{t('courses.versions')}</h2>
      <p className={styles.muted}>{t('courses.versions.text')}</p>
      <ol className={rows.rows}>
        {course.versions.map(version => (
          <Version
            key={version.number}
            courseId={courseId}
            version={version}
            isCurrent={version.number === course.version}
          />
        ))}
      </ol>
      <PageSwitch page={page} count={pageCount} onPage={to => set({ page: to === 1 ? undefined : to })} />
    </section>
  )
}

type VersionProps = { courseId: number; version: CourseVersionWire; isCurrent: boolean }

function Version({ courseId, version, isCurrent }: VersionProps) {
  const t = useCopy()
  const { moment } = useMoments()
  const { number, published_by: name, published_at: at, brought_back: earlier, effects } = version
  const date = moment(at * 1000)
  const bringBack = () =>
    void openDialog(close => <BringBackDialog courseId={courseId} version={number} onClose={() => close()} />)
  return (
    <Card as="li">
      <div className={styles.version}>
        <h3>
          {t('courses.version', { version: number })}{' '}
          {isCurrent && <Badge tone="success">{t('courses.current')}</Badge>}
        </h3>
        <p className={styles.muted}>
          {name === null ? t('courses.byCommand', { date }) : t('courses.by', { name, date })}
          {earlier !== null && ` · ${t('courses.broughtBack', { version: earlier })}`}
        </p>
        <details className={styles.details}>
          <summary>{t('courses.effects')}</summary>
          <Effects effects={effects} />
        </details>
        {!isCurrent && (
          <Button
            look="secondary"
            icon="refresh"
            aria-label={t('courses.bringBack.of', { version: number })}
            onClick={bringBack}
          >
            {t('courses.bringBack')}
          </Button>
        )}
      </div>
    </Card>
  )
}
