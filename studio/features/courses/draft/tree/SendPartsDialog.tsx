import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { coursesQuery } from '../../data.ts'
import styles from '../Draft.module.css'
import { copyTo, isUnchanged, takers, twinIds } from '../draft-copies.ts'
import { type Parts, remove } from '../draft-edits.ts'
import { writingOf } from '../draft-writing.ts'
import { draftQuery } from '../order-writing.ts'
import { partName } from '../part-names.ts'
import { treeOf } from './draft-tree.ts'

type Props = { courseId: number; parts: Parts; ids: readonly string[]; onClose: () => void }
type Target = { id: number; title: string }

/** Copies or moves parts of one kind to another course, as the last of a part that is chosen there. */
export function SendPartsDialog(props: Props) {
  const t = useCopy()
  const [target, setTarget] = useState<Target>()
  const title = t('courses.send.title', { count: props.ids.length })
  return target ? (
    <PlaceStep {...props} target={target} title={title} />
  ) : (
    <CourseStep {...props} title={title} onChosen={setTarget} />
  )
}

type CourseStepProps = Pick<Props, 'courseId' | 'onClose'> & { title: string; onChosen: (target: Target) => void }

function CourseStep({ courseId, title, onClose, onChosen }: CourseStepProps) {
  const t = useCopy()
  const form = useId()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch, isFetching } = useQuery(coursesQuery())
  const others = data?.filter(({ id, is_archived: isArchived }) => id !== courseId && !isArchived) ?? []
  const target = others.find(({ id }) => String(id) === chosen) ?? others[0]
  const submit = useSubmit({
    send: async () => {
      if (!target) return
      // A course that nobody is writing gets a draft; where there is one, nothing happens.
      await request('POST /studio/courses/:id/draft', { params: { id: target.id } })
      onChosen(target)
    },
    failed: t('courses.draft.notDone'),
  })
  const footer = target && (
    <Button type="submit" form={form} busy={submit.isBusy}>
      {t('courses.send.on')}
    </Button>
  )
  return (
    <Dialog title={title} footer={footer} onClose={onClose}>
      {!data && (error ? <ErrorState busy={isFetching} onRetry={() => void refetch()} /> : <Waiting />)}
      {data && !target && <p>{t('courses.send.noOther')}</p>}
      {target && (
        <form id={form} ref={submit.form} noValidate className={styles.fields} onSubmit={submit.handleSubmit}>
          <FailureNotice failure={submit.failure} />
          <SelectField
            label={t('courses.send.course')}
            hint={t('courses.send.course.hint')}
            value={String(target.id)}
            data-autofocus
            onChange={event => setChosen(event.target.value)}
          >
            {others.map(({ id, title: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </form>
      )}
    </Dialog>
  )
}

/** Something that would be copied is not saved. */
class Unsaved extends Error {}
/** What was copied has been changed by somebody else since. */
class Overtaken extends Error {}

type PlaceStepProps = Props & { target: Target; title: string }

function PlaceStep({ courseId, parts, ids, target, title, onClose }: PlaceStepProps) {
  const t = useCopy()
  const form = useId()
  const partsNow = () => queryClient.getQueryData(draftQuery(courseId).queryKey)?.parts ?? parts
  // Sent again, it is the same copy.
  const [twin] = useState(twinIds)
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch, isFetching } = useQuery({ ...draftQuery(target.id), refetchOnMount: 'always' })
  const kind = parts.find(({ id }) => id === ids[0])?.kind ?? 'day'
  const places = data ? takers(data.parts, kind) : []
  const holder = places.find(({ id }) => id === chosen)?.id ?? places.at(-1)?.id
  const { run, handleSubmit, ...submit } = useSubmit<[way?: 'copy' | 'move']>({
    send: async (way = 'copy') => {
      if (!data || holder === undefined) return
      if (!(await writingOf(courseId).saveAll())) throw new Unsaved()
      const now = partsNow()
      await writingOf(target.id).order(copyTo({ from: now, ids, to: data.parts, holder, twin }), 'now')
      if (way === 'move') {
        if (!isUnchanged(now, partsNow(), ids)) throw new Overtaken()
        await writingOf(courseId).order(remove(partsNow(), ids), 'now')
      }
      toast(t(`courses.send.${way}.done`, { count: ids.length, course: target.title }))
      onClose()
    },
    failed: t('courses.draft.notDone'),
    explain(error) {
      const text =
        error instanceof Unsaved
          ? t('courses.draft.unsaved')
          : error instanceof Overtaken && t('courses.draft.changedByOthers')
      return text ? { errors: {}, notice: { title: t('courses.draft.notDone'), text } } : undefined
    },
  })
  const footer = holder !== undefined && (
    <>
      <Button look="secondary" busy={submit.isBusy} onClick={() => void run('move')}>
        {t('courses.send.move')}
      </Button>
      <Button type="submit" form={form} busy={submit.isBusy}>
        {t('courses.send.copy')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} footer={footer || undefined} onClose={onClose}>
      {!data && (error ? <ErrorState busy={isFetching} onRetry={() => void refetch()} /> : <Waiting />)}
      {data && holder === undefined && (
        <Notice tone="warn" title={t('courses.send.noPlace', { course: target.title })}>
          {t(kind === 'day' ? 'courses.send.noStage' : 'courses.send.noDay')}
        </Notice>
      )}
      {data && holder !== undefined && (
        <form id={form} ref={submit.form} noValidate className={styles.fields} onSubmit={handleSubmit}>
          <FailureNotice failure={submit.failure} />
          <SelectField
            label={t('courses.send.place', { course: target.title })}
            hint={t('courses.send.place.hint')}
            value={holder}
            data-autofocus
            onChange={event => setChosen(event.target.value)}
          >
            {places.map(({ id }) => (
              <option key={id} value={id}>
                {placeName(data.parts, id, t)}
              </option>
            ))}
          </SelectField>
          <p className={styles.hint}>{t('courses.send.move.effect')}</p>
        </form>
      )}
    </Dialog>
  )
}

/** A part of the other course in the list of places: a day with its number. */
function placeName(parts: Parts, id: string, t: Copy): string {
  const item = treeOf(parts).get(id)
  if (item?.part.kind === 'course') return t('courses.tree.course')
  const number = item?.dayNumber === undefined ? '' : `${t('courses.tree.day', { number: item.dayNumber })} `
  return number + partName(item?.part, t)
}

function Waiting() {
  return (
    <div aria-busy>
      <Skeleton height="6rem" />
    </div>
  )
}
