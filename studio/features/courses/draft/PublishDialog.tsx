import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { emptyDays } from '#shared/features/courses/draft.ts'
import type { DraftProblemWire } from '#shared/features/courses/draft-fields.ts'
import { refreshCourses } from '../data.ts'
import { Effects } from '../Effects.tsx'
import styles from './Draft.module.css'
import type { Parts } from './draft-edits.ts'
import { draftQuery } from './order-writing.ts'
import { partName } from './part-names.ts'
import { bareParts, partsInOrder, treeOf } from './tree/draft-tree.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

type Props = {
  courseId: number
  onClose: () => void
  onOpen: (part: string) => void
  onPublished: () => void
}

/** What publishing would do now: never from a memory. */
const effectsQuery = (id: number) => ({
  ...callQuery('GET /studio/courses/:id/draft/effects', { params: { id } }),
  gcTime: 0,
  staleTime: 0,
})

const lookEveryMs = 5000

/** Whether all that keeps a draft from being published goes away by itself. */
const isOnlyConverting = (problems: readonly DraftProblemWire[]) =>
  problems.length > 0 && problems.every(({ reason }) => reason === 'is_being_converted')

/** Shows what publishing the draft would do, or what is missing, and does just that. */
export function PublishDialog({ courseId, onClose, onOpen, onPublished }: Props) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...effectsQuery(courseId),
    refetchOnWindowFocus: false,
    // Films that are being converted are waited for.
    refetchInterval: ({ state }) => isOnlyConverting(state.data?.problems ?? []) && lookEveryMs,
  })
  // What was written last is saved by the time the dialog opens: the parts are read here, not handed over from before.
  const { data: draft } = useQuery(draftQuery(courseId))
  const { run, isBusy, failure } = useSubmit({
    send: async (seal: string) => {
      const { data: published } = await request('POST /studio/courses/:id/draft/publication', {
        params: { id: courseId },
        body: { seal },
      })
      await refreshCourses()
      toast(t('courses.bringBack.done', { version: published.version }), { tone: 'success' })
      onPublished()
    },
    failed: t('courses.bringBack.failed'),
    // The effects may have become others: then these are to be read.
    onRefused: () => void refetch(),
  })
  const footer = data?.effects && (
    <Button disabled={isFetching} busy={isBusy} onClick={() => void run(data.seal)}>
      {t('courses.draft.publish.submit')}
    </Button>
  )
  return (
    <Dialog title={t('courses.draft.publish.title')} footer={footer} onClose={onClose}>
      <div className={styles.fields}>
        {failure.notice && (
          <Notice tone="danger" title={failure.notice.title}>
            {failure.notice.text}
          </Notice>
        )}
        {data?.effects ? (
          <>
            <p>{t('courses.draft.publish.text')}</p>
            <EmptyDays parts={draft?.parts ?? []} onOpen={onOpen} />
            <BareParts parts={draft?.parts ?? []} onOpen={onOpen} />
            <Effects effects={data.effects} />
          </>
        ) : data ? (
          <Problems problems={data.problems} parts={draft?.parts ?? []} onOpen={onOpen} />
        ) : error ? (
          <ErrorState busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy>
            <Skeleton height="8rem" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The days in which learners would find nothing; they may be meant to be so. */
function EmptyDays({ parts, onOpen }: Pick<ProblemsProps, 'parts' | 'onOpen'>) {
  const t = useCopy()
  const days = emptyDays(parts)
  if (days.length === 0) return null
  const rows = treeOf(parts)
  const numberOf = (id: string) => rows.get(id)?.dayNumber ?? 0
  return (
    <Notice title={t('courses.emptyDays', { count: days.length })}>
      <p>{t('courses.emptyDays.text')}</p>
      <ul className={styles.problems}>
        {days.map(day => (
          <li key={day.id}>
            <button type="button" className={styles.problem} onClick={() => onOpen(day.id)}>
              <span className={styles.muted}>{t('courses.tree.day', { number: numberOf(day.id) })}</span>{' '}
              <bdi>{partName(day, t)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Lessons and homework of which learners would see the title alone, as where the upload of a film has failed. */
function BareParts({ parts, onOpen }: Pick<ProblemsProps, 'parts' | 'onOpen'>) {
  const t = useCopy()
  const bare = bareParts(parts)
  if (bare.length === 0) return null
  return (
    <Notice title={t('courses.bareParts', { count: bare.length })}>
      <p>{t('courses.bareParts.text')}</p>
      <ul className={styles.problems}>
        {bare.map(part => (
          <li key={part.id}>
            <button type="button" className={styles.problem} onClick={() => onOpen(part.id)}>
              <bdi>{partName(part, t)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ProblemsProps = { problems: readonly DraftProblemWire[]; parts: Parts; onOpen: (part: string) => void }

function Problems({ problems, parts, onOpen }: ProblemsProps) {
  const t = useCopy()
  const order = partsInOrder(parts).map(({ id }) => id)
  const text = isOnlyConverting(problems) ? 'courses.problems.converting' : 'courses.problems.text'
  return (
    <>
      <p>{t(text, { count: problems.length })}</p>
      <ul className={styles.problems}>
        {problems
          .toSorted((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
          .map(({ part, field, reason }) => {
            const found = parts.find(({ id }) => id === part)
            const [, language] = /\.([a-z]{2,3}(?:-\w+)*)$/.exec(field) ?? []
            const language_ = language
              ? new Intl.DisplayNames(tagOf(t.language), { type: 'language' }).of(language)
              : undefined
            return (
              <li key={`${part} ${field}`}>
                <button type="button" className={styles.problem} onClick={() => onOpen(part)}>
                  <strong>
                    <bdi>{partName(found, t)}</bdi>
                  </strong>
                  <span>
                    {t(`courses.problem.${reason}`)}
                    {language_ && ` (${language_})`}
                  </span>
                </button>
              </li>
            )
          })}
      </ul>
    </>
  )
}
