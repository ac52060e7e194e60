import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { CourseHistoryWire, CourseVersionWire } from '#shared/features/courses/authoring-calls.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { type Paged, PageSwitch } from '#studio/platform/Pages.tsx'
import rows from '#studio/platform/Rows.module.css'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { BringBackDialog } from './BringBackDialog.tsx'
import styles from './Courses.module.css'
import { versionsQuery } from './data.ts'
import { wantTitle } from './draft/wanted-title.ts'
import { Effects } from './Effects.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Below what can be done with a course; version 0 was not published yet. */
    courseEnd: { courseId: number; version: number }
  }
}

/** `/admin/courses/:courseId`: all that a course was, and the way back to it. */
export function CourseScreen({ courseId }: { courseId: number }) {
  const t = useCopy()
  const { getId } = useQueryState()
  const asked = useQuery({
    ...versionsQuery(courseId, getId('page') ?? 1),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const back = { href: pathTo('courses'), title: t('courses.back') }
  const gone = { icon: 'book' as const, title: t('courses.gone.title'), text: t('courses.gone.text'), back }
  return (
    <OneThing asked={asked} title={({ rows: { title } }) => title} gone={gone}>
      {({ rows: course, ...page }) => (
        <>
          <ScreenHead back={back} title={course.title} />
          <div className={styles.action}>
            <EditButton courseId={courseId} hasDraft={course.has_draft} />
            {course.version > 0 && <ExportButton courseId={courseId} />}
          </div>
          <Slot name="courseEnd" courseId={courseId} version={course.version} />
          <Versions courseId={courseId} course={course} {...page} />
        </>
      )}
    </OneThing>
  )
}

type VersionsProps = { courseId: number; course: CourseHistoryWire } & Omit<Paged<CourseHistoryWire>, 'rows'>

function Versions({ courseId, course, page, pageCount }: VersionsProps) {
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

/** Opens what is being written, and begins it where nothing is. */
function EditButton({ courseId, hasDraft }: { courseId: number; hasDraft: boolean }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('POST /studio/courses/:id/draft', { params: { id: courseId } })
      wantTitle(courseId)
      navigate(pathTo('draft', { courseId }))
      return true
    },
    failed: t('courses.edit.failed'),
    hasToast: true,
  })
  return (
    <Button busy={isBusy} onClick={() => void run()}>
      {t(hasDraft ? 'courses.edit.goOn' : 'courses.edit')}
    </Button>
  )
}

/** Downloads what is published, with its files. */
function ExportButton({ courseId }: { courseId: number }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      const { data } = await request('POST /studio/courses/:id/export', { params: { id: courseId } })
      location.assign(data.url)
    },
    failed: t('courses.export.failed'),
    hasToast: true,
  })
  return (
    <Button look="secondary" icon="download" busy={isBusy} onClick={() => void run()}>
      {t('courses.export')}
    </Button>
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
