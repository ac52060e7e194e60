import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { settings } from '#kit/request/connection.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { pauseDownload, removeDownload, removeItem, resumeDownload, retryDownload } from './actions.ts'
import { coursesOf, type DownloadedCourse, type DownloadedItem } from './courses-of.ts'
import { DownloadChoices } from './DownloadChoices.tsx'
import type { StoredFile } from './device/stored-file.ts'
import styles from './Downloads.module.css'
import { canDownload, followDevice, refreshDevice, useDevice } from './on-device.ts'
import { usedBytes } from './progress-of.ts'
import { LastSynced } from './LastSynced.tsx'
import { stateWords } from './state-words.ts'
import { forgetDownloads } from './sync.ts'

/** `/user/downloads`: what is on this device by course, the room it takes, and what comes by itself. */
export function DownloadsScreen() {
  const t = useCopy()
  usePageTitle(t('downloads.title'))
  const { files } = useDevice()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (canDownload()) readDownloads().catch(() => setFailed(true))
  }, [])
  const handleRetry = () =>
    void readDownloads().then(
      () => setFailed(false),
      () => {},
    )
  if (hasFailed && !files) return <ErrorState isPage title={t('downloads.unread')} onRetry={handleRetry} />
  return (
    <div className={page.column} aria-busy={!files && canDownload()}>
      <header>
        <h1>{t('downloads.title')}</h1>
        <LastSynced />
      </header>
      {!canDownload() && (
        <EmptyState icon="download" title={t('downloads.unsupported')} text={t('downloads.unsupported.text')} />
      )}
      {canDownload() && !files && <Skeleton height="10rem" />}
      {files && <Downloaded files={files} />}
    </div>
  )
}

function readDownloads(): Promise<void> {
  followDevice()
  return refreshDevice()
}

function Downloaded({ files }: { files: readonly StoredFile[] }) {
  const t = useCopy()
  const { settings: own } = useDevice()
  const used = usedBytes(files)
  const budget = own?.budget ?? 0
  const sizes = { used: formatBytes(used, t.language), budget: formatBytes(budget, t.language) }
  const left = formatBytes(Math.max(0, budget - used), t.language)
  const removeAll = async () => {
    const question = { title: t('downloads.removeAll.ask'), text: t('downloads.remove.text'), danger: true }
    if (settings.userId !== null && (await confirm({ ...question, yes: t('downloads.remove') })))
      await forgetDownloads(settings.userId)
  }
  return (
    <>
      <section className={styles.room} aria-label={t('downloads.space')}>
        <ProgressBar
          percent={(100 * used) / (budget || 1)}
          label={t('downloads.space')}
          valueText={t('downloads.used', sizes)}
        />
        <p>{t('downloads.used', sizes)}</p>
        <p className={styles.muted}>{t('downloads.room', { left })}</p>
      </section>
      {files.length === 0 && (
        <EmptyState
          icon="download"
          title={t('downloads.empty')}
          text={t('downloads.empty.text')}
          action={<LinkButton href={pathTo('courses')}>{t('shell.title.courses')}</LinkButton>}
        />
      )}
      {coursesOf(files).map(course => (
        <Course key={course.streamId} course={course} />
      ))}
      {files.length > 0 && (
        <Button look="secondary" icon="close" className={styles.removeAll} onClick={() => void removeAll()}>
          {t('downloads.removeAll')}
        </Button>
      )}
      {own && <DownloadChoices settings={own} />}
    </>
  )
}

function Course({ course }: { course: DownloadedCourse }) {
  const t = useCopy()
  const { streamId, title, loading, items } = course
  const target = { streamId }
  const remove = async () => {
    const question = { title: t('downloads.remove.ask', { title }), text: t('downloads.remove.text'), danger: true }
    if (await confirm({ ...question, yes: t('downloads.remove') })) await removeDownload(target)
  }
  const { state } = loading
  return (
    <Card as="section" aria-labelledby={`downloads-${streamId}`} className={styles.course}>
      <header className={styles.head}>
        <div>
          <h2 id={`downloads-${streamId}`}>{title}</h2>
          <p className={styles.muted} role="status">
            {stateWords(t, loading)}
          </p>
        </div>
        <div className={styles.actions}>
          {(state === 'loading' || state === 'pending') && (
            <IconButton
              icon="pause"
              label={t('downloads.pause.of', { title })}
              onClick={() => void pauseDownload(target)}
            />
          )}
          {state === 'paused' && (
            <IconButton
              icon="play"
              label={t('downloads.resume.of', { title })}
              onClick={() => void resumeDownload(target)}
            />
          )}
          {state === 'fail' && (
            <IconButton
              icon="refresh"
              label={t('downloads.again.of', { title })}
              onClick={() => void retryDownload(target)}
            />
          )}
          <IconButton icon="close" label={t('downloads.remove.of', { title })} onClick={() => void remove()} />
        </div>
      </header>
      <ul className={styles.items}>
        {items.map(item => (
          <Item key={item.files[0]?.key} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function Item({ item: { files, title, loading } }: { item: DownloadedItem }) {
  const t = useCopy()
  return (
    <li className={styles.item} data-state={loading.state}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.muted}>{stateWords(t, loading)}</p>
      </div>
      <IconButton icon="close" label={t('downloads.remove.of', { title })} onClick={() => void removeItem(files)} />
    </li>
  )
}
