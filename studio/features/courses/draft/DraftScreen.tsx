import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { DraftWire } from '#shared/features/courses/draft-fields.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { refreshCourses } from '../data.ts'
import styles from './Draft.module.css'
import { DraftTree } from './tree/DraftTree.tsx'
import { OrderConflict } from './tree/OrderConflict.tsx'
import { rootOf } from './draft-edits.ts'
import { endWriting, writingOf } from './draft-writing.ts'
import { draftQuery } from './order-writing.ts'
import { PartPanel } from './PartPanel.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { useAuthors } from './use-authors.ts'
import { wantTitle } from './wanted-title.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** What else can be done with a draft that has been saved. */
    draftTools: { courseId: number }
  }
}

/**
 * Where the focus goes in the tree: to the open part where one has left it, to the open part, to the course, or, while the open part
 * is folded away, to where one was last.
 */
const treeRows = [
  '[role=treeitem][data-open][tabindex="0"]',
  '[role=treeitem][data-open]',
  'button[aria-current]',
  '[role=treeitem][tabindex="0"]',
]

/** Looks for what other authors change. */
const lookEveryMs = 15_000

/** `/admin/courses/:courseId/draft?part=`: what is being written of a course, as a tree and one part of it. */
export function DraftScreen({ courseId }: { courseId: number }) {
  const t = useCopy()
  const { isBusy, isWaiting, conflict } = useOrders(courseId)
  const { data, error, refetch, isFetching } = useQuery({
    ...draftQuery(courseId),
    // What is shown then is not what the server has.
    enabled: ({ state }) => state.data === undefined || (!conflict && !isWaiting),
    refetchOnMount: 'always',
    refetchInterval: isBusy ? false : lookEveryMs,
  })
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) writingOf(courseId).orders.resume()
  }, [courseId, isLoaded])
  usePageTitle(data ? t('courses.draft.of', { title: data.title }) : '')
  if (error instanceof RequestError && error.status === 404) return <NoDraft courseId={courseId} />
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy>
        <HeadingSkeleton />
        <Skeleton height="24rem" />
      </div>
    )
  return <Draft courseId={courseId} draft={data} />
}

const useOrders = (courseId: number) => {
  const { orders } = writingOf(courseId)
  return useSyncExternalStore(orders.state.subscribe, orders.state.read)
}

const useHistory = (courseId: number) => {
  const { history } = writingOf(courseId)
  return useSyncExternalStore(history.subscribe, history.read)
}

function NoDraft({ courseId }: { courseId: number }) {
  const t = useCopy()
  return (
    <EmptyState
      isPage
      icon="book"
      title={t('courses.draft.none.title')}
      text={t('courses.draft.none.text')}
      action={<LinkButton href={pathTo('course', { courseId })}>{t('courses.draft.toCourse')}</LinkButton>}
    />
  )
}

function Draft({ courseId, draft }: { courseId: number; draft: DraftWire }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('part')
  const { isWaiting } = useOrders(courseId)
  const root = rootOf(draft.parts)
  const found = draft.parts.find(({ id, is_removed }) => id === asked && !is_removed)
  // A place is written as the lesson that it shows.
  const known = found?.kind === 'place' ? draft.parts.find(({ id }) => id === found.content.lesson) : found
  const open = (part?: string) => navigate(pathTo('draft', { courseId }, { part }), { replace: true })
  const shown = known ?? root
  const others = useAuthors(courseId, shown?.id ?? null)
  const panes = useRef<HTMLDivElement>(null)
  const toTree = () => {
    const rows = treeRows.map(row => panes.current?.querySelector<HTMLElement>(row))
    rows.find(row => row)?.focus()
  }
  useShortcuts('courses.tree', [
    { keys: ['Enter'], label: 'courses.keys.title', run: () => wantTitle(courseId, shown?.id) },
    { keys: ['Escape'], label: 'courses.keys.tree', inFields: true, run: toTree },
  ])
  return (
    <div className={styles.screen} data-open={known ? true : undefined}>
      <DraftHead courseId={courseId} draft={draft} onOpen={open} />
      <p role="status" className={styles.hint}>
        {others.length > 0 &&
          t('courses.authors.here', {
            names: listOf(
              others.map(({ name }) => name),
              t,
            ),
          })}
      </p>
      {draft.base !== draft.version && (
        <Notice tone="warn" title={t('courses.draft.overtaken.title', { version: draft.version })}>
          {t('courses.draft.overtaken.text', { base: draft.base })}
        </Notice>
      )}
      {isWaiting && <Notice tone="warn" live title={t('courses.saving.offline')} />}
      <OrderConflict courseId={courseId} mine={draft.parts} />
      <div ref={panes} className={styles.panes}>
        <DraftTree courseId={courseId} parts={draft.parts} open={shown?.id} others={others} onOpen={open} />
        <section className={styles.panel} aria-label={t('courses.draft.part')}>
          <div className={styles.toTree}>
            <Button look="ghost" icon="chevron-left" onClick={() => open()}>
              {t('courses.draft.toTree')}
            </Button>
          </div>
          {shown && root && <PartPanel key={shown.id} courseId={courseId} parts={draft.parts} part={shown} />}
        </section>
      </div>
    </div>
  )
}

const listOf = (names: readonly string[], t: Copy) => new Intl.ListFormat(tagOf(t.language)).format(names)

type HeadProps = { courseId: number; draft: DraftWire; onOpen: (part: string) => void }

function DraftHead({ courseId, draft, onOpen }: HeadProps) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { undo, redo } = useHistory(courseId)
  const writing = writingOf(courseId)
  const goBack = (way: 'undo' | 'redo') =>
    void writing[way]().catch(() => toast(t('courses.draft.notDone'), { tone: 'danger' }))
  const publish = async () => {
    if (!(await writing.saveAll())) {
      if (writing.orders.state.read().conflict) return toast(t('courses.order.first'), { tone: 'danger' })
      const part = writing.unsavedPart()
      if (part) onOpen(part)
      return toast(t('courses.draft.unsaved'), { tone: 'danger' })
    }
    await openDialog<void>(close => (
      <PublishDialog
        courseId={courseId}
        onClose={() => close()}
        onOpen={part => {
          close()
          onOpen(part)
        }}
        onPublished={() => {
          close()
          endWriting(courseId)
          navigate(pathTo('course', { courseId }))
        }}
      />
    ))
  }
  return (
    <header className={styles.head}>
      <div className={styles.back}>
        <BackLink href={pathTo('course', { courseId })} title={t('courses.draft.toCourse')} />
      </div>
      <h1 dir="auto">{t('courses.draft.of', { title: draft.title })}</h1>
      <div className={styles.actions}>
        <IconButton
          icon="back"
          label={t('courses.draft.undo')}
          disabled={!undo.length}
          onClick={() => goBack('undo')}
        />
        <IconButton
          icon="back"
          className={styles.redo}
          label={t('courses.draft.redo')}
          disabled={!redo.length}
          onClick={() => goBack('redo')}
        />
        <Discard courseId={courseId} draft={draft} />
        <Slot name="draftTools" courseId={courseId} />
        <Button onClick={() => void publish()}>{t('courses.draft.publish')}</Button>
      </div>
    </header>
  )
}

function Discard({ courseId, draft: { revision, version } }: { courseId: number; draft: DraftWire }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('POST /studio/courses/:id/draft/discard', { params: { id: courseId }, body: { revision } })
      endWriting(courseId)
      await refreshCourses()
      navigate(version > 0 ? pathTo('course', { courseId }) : pathTo('courses'))
    },
    failed: t('courses.draft.notDone'),
    hasToast: true,
  })
  const ask = async () => {
    const question = {
      title: t('courses.draft.discard.title'),
      text: t(version > 0 ? 'courses.draft.discard.text' : 'courses.draft.discard.whole'),
      yes: t('courses.draft.discard'),
      no: t('courses.draft.discard.keep'),
      danger: true,
    }
    if (await confirm(question)) await run()
  }
  return (
    <Button look="ghost" busy={isBusy} onClick={() => void ask()}>
      {t('courses.draft.discard')}
    </Button>
  )
}
