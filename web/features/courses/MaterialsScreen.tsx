import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { CourseDocument } from '#shared/features/courses/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { useStreamDocuments } from './data.ts'
import { documentKind } from './document-kind.ts'
import styles from './MaterialsScreen.module.css'

function DocumentCard({ document }: { document: CourseDocument }) {
  const t = useCopy()
  const kind = documentKind(document)
  return (
    <Card as="li" interactive className={styles.card}>
      <span className={styles.icon}>
        <Icon name={kind ? 'document' : 'globe'} />
      </span>
      <div>
        <h2 className={styles.title}>
          <Link href={pathTo('document', {}, { url: document.file?.url ?? document.url ?? '' })} className={cardTarget}>
            {document.title || document.file?.fileName}
          </Link>
        </h2>
        <p className={styles.kind}>
          {kind ? t('courses.materials.file', { type: kind }) : t('courses.materials.link')}
        </p>
      </div>
      <Icon name="chevron-right" />
    </Card>
  )
}

function Failure({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useCopy()
  if (error instanceof RequestError && error.status === 404) {
    const action = <LinkButton href={pathTo('courses')}>{t('shell.title.courses')}</LinkButton>
    return <EmptyState icon="book" title={t('courses.materials.missing')} action={action} />
  }
  return (
    <LoadFailure
      title={t('courses.materials.error')}
      offlineText={t('courses.materials.offline')}
      busy={busy}
      onRetry={onRetry}
    />
  )
}

function Documents({ documents }: { documents: readonly CourseDocument[] }) {
  const t = useCopy()
  if (documents.length === 0) {
    return <EmptyState icon="document" title={t('courses.materials.empty')} text={t('courses.materials.empty.text')} />
  }
  return (
    <ul className={styles.list}>
      {documents.map(document => (
        <DocumentCard key={document.id} document={document} />
      ))}
    </ul>
  )
}

export function MaterialsScreen({ streamId }: { streamId: number }) {
  const t = useCopy()
  const { course, areLocked, error, isFetching, retry } = useStreamDocuments(streamId)
  return (
    <div className={page.column} aria-busy={!course && !error}>
      <header>
        <h1>{t('courses.materials.title')}</h1>
        {course && <p className={styles.lead}>{t('courses.materials.of', { title: course.title })}</p>}
      </header>
      {error && <Failure error={error} busy={isFetching} onRetry={retry} />}
      {!course && !error && (
        <>
          <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
          <Skeleton shape="box" height="5.5rem" />
          <Skeleton shape="box" height="5.5rem" />
        </>
      )}
      {course && areLocked && (
        <EmptyState icon="lock" title={t('courses.materials.locked')} text={t('courses.materials.locked.text')} />
      )}
      {course && !areLocked && <Documents documents={course.documents} />}
    </div>
  )
}
