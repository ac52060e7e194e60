import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Slot } from '#kit/shell/Slot.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { ArchiveButton, ArchivedNotice } from './ArchiveCourse.tsx'
import styles from './Courses.module.css'
import { versionsQuery } from './data.ts'
import { wantTitle } from './draft/wanted-title.ts'
import { Versions } from './Versions.tsx'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Below what can be done with a course; version 0 was not published yet. */
    courseEnd: { courseId: number; version: number; isArchived: boolean }
  }
}

/** `/admin/courses/:courseId`: all that a course was, and the way back to it. */
export function CourseScreen({ courseId }: { courseId: number }) {
  const t = useCopy()
  const isAdmin = useUser().role === 'admin'
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
          {course.is_archived && <ArchivedNotice courseId={courseId} isAdmin={isAdmin} />}
          <div className={styles.action}>
            <EditButton courseId={courseId} hasDraft={course.has_draft} />
            {course.version > 0 && <ExportButton courseId={courseId} />}
            {isAdmin && course.version > 0 && !course.is_archived && <ArchiveButton courseId={courseId} />}
          </div>
          <Slot name="courseEnd" courseId={courseId} version={course.version} isArchived={course.is_archived} />
          <Versions courseId={courseId} course={course} {...page} />
        </>
      )}
    </OneThing>
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
