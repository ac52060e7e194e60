import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { type AnswerOf, request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { positionFault } from '#shared/features/billing/catalogue/catalogue.ts'
import type { EditedPositionWire, PositionFieldsWire } from '#shared/features/billing/catalogue/catalogue-wire.ts'
import { isSoldToAnybody } from '#shared/features/billing/selling/selling.ts'
import { PictureField } from '#studio/features/brands/fields/ValueFields.tsx'
import { coursesQuery } from '#studio/features/courses/data.ts'
import { Loaded } from '#studio/platform/Loaded.tsx'
import styles from '#studio/platform/Screen.module.css'
import { servicesQuery } from '../data.ts'
import { TextsFields, textFields } from '../TextsFields.tsx'
import { positionQuery, refreshPositions } from './data.ts'

type Closing = { onClose: () => void }
type Part = {
  draft: PositionFieldsWire
  change: (changes: Partial<PositionFieldsWire>, ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

const newPosition: PositionFieldsWire = {
  texts: {},
  service_id: null,
  course_id: null,
  category_id: null,
  picture: null,
}

/** Adds a position to the catalogue. */
export function NewPositionDialog({ onClose }: Closing) {
  const t = useCopy()
  return (
    <Dialog title={t('shop.catalogue.add')} onClose={onClose}>
      <PositionForm onClose={onClose} />
    </Dialog>
  )
}

/** Changes a position of the catalogue, as it is stored now. */
export function PositionDialog({ id, title, onClose }: Closing & { id: number; title: string }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={positionQuery(id)}>{position => <PositionForm position={position} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function PositionForm({ position, onClose }: Closing & { position?: EditedPositionWire }) {
  const t = useCopy()
  const [opened] = useState(position)
  const [draft, setDraft] = useState<PositionFieldsWire>(opened ?? newPosition)
  const idempotencyKey = useKeyOf(JSON.stringify(draft))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => {
      const fault = positionFault(draft)
      return fault && { [fault.field]: [t(`shop.fault.${fault.code}`)] }
    },
    send: async () => {
      const { texts, service_id, course_id, category_id, picture } = draft
      const body = { texts, service_id, course_id, category_id, picture }
      if (opened)
        await request('PUT /studio/catalog-positions/:id', {
          params: { id: opened.id },
          body: { ...body, revision: opened.revision },
        })
      else await request('POST /studio/catalog-positions', { body, idempotencyKey })
      await refreshPositions()
      onClose()
      toast(t(opened ? 'shop.catalogue.changed' : 'shop.catalogue.added'), { tone: 'success' })
    },
    failed: t('shop.catalogue.failed'),
  })
  const part: Part = {
    draft,
    errorOf,
    change: (changes, ...fields) => {
      setDraft({ ...draft, ...changes })
      for (const field of fields) forgive(field)
    },
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <SoldField {...part} />
      <PlaceFields {...part} />
      <TextsFields
        texts={draft.texts}
        errorOf={errorOf}
        onChange={(language, text) => part.change({ texts: { ...draft.texts, [language]: text } }, ...textFields)}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {t(opened ? 'shop.catalogue.save' : 'shop.catalogue.add')}
      </Button>
    </form>
  )
}

/** The product or course that a position leads to, once what there is has been read. */
function SoldField(part: Part) {
  const lists = [useQuery(servicesQuery()), useQuery(coursesQuery())] as const
  const [{ data: services }, { data: courses }] = lists
  if (services && courses) return <SoldChoice {...part} services={services} courses={courses} />
  const missing = lists.filter(({ data }) => !data)
  if (missing.some(({ error }) => error))
    return (
      <ErrorState
        busy={missing.some(({ isFetching }) => isFetching)}
        onRetry={() => missing.forEach(list => void list.refetch())}
      />
    )
  return (
    <div aria-busy>
      <Skeleton height="5rem" />
    </div>
  )
}

type Lists = {
  services: AnswerOf<'GET /studio/services'>
  courses: AnswerOf<'GET /studio/courses'>
}

function SoldChoice({ draft, change, errorOf, services, courses }: Part & Lists) {
  const t = useCopy()
  const { service_id: serviceId, course_id: courseId } = draft
  const offered = services.filter(one => isSoldToAnybody(one) || one.id === serviceId)
  const taught = courses.filter(course => (course.version > 0 && !course.is_archived) || course.id === courseId)
  return (
    <SelectField
      label={t('shop.catalogue.sells')}
      hint={t('shop.catalogue.sells.hint')}
      value={serviceId !== null ? `service ${serviceId}` : courseId !== null ? `course ${courseId}` : ''}
      error={errorOf('service_id') ?? errorOf('course_id')}
      data-autofocus
      onChange={event => {
        const [what, id] = event.target.value.split(' ')
        const chosen = {
          service_id: what === 'service' ? Number(id) : null,
          course_id: what === 'course' ? Number(id) : null,
        }
        change(chosen, 'service_id', 'course_id')
      }}
    >
      <option value="">{t('shop.catalogue.sells.choose')}</option>
      <optgroup label={t('shop.services')}>
        {offered.map(({ id, title }) => (
          <option key={id} value={`service ${id}`}>
            {title}
          </option>
        ))}
      </optgroup>
      <optgroup label={t('shop.catalogue.courses')}>
        {taught.map(({ id, title }) => (
          <option key={id} value={`course ${id}`}>
            {title}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

/** Its category and picture. */
function PlaceFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const { categories } = site().config.catalogue
  return (
    <>
      <SelectField
        label={t('shop.catalogue.category')}
        hint={t('shop.catalogue.category.hint')}
        value={draft.category_id ?? ''}
        error={errorOf('category_id')}
        onChange={event =>
          change({ category_id: event.target.value === '' ? null : Number(event.target.value) }, 'category_id')
        }
      >
        <option value="">{t('shop.catalogue.category.none')}</option>
        {categories.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <PictureField
        label={t('shop.catalogue.picture')}
        error={errorOf('picture')}
        isRemovable
        value={draft.picture}
        onChange={picture => change({ picture }, 'picture')}
      />
      <p className={styles.muted}>{t('shop.catalogue.picture.hint')}</p>
    </>
  )
}
