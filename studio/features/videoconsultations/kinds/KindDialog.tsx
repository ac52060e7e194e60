import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { StaffKindWire } from '#shared/features/videoconsultations/wire.ts'
import { servicesQuery } from '#studio/features/billing/data.ts'
import { TextsFields } from '#studio/features/billing/TextsFields.tsx'
import { coursesQuery } from '#studio/features/courses/data.ts'
import { refreshKinds, useExperts } from '../data.ts'
import styles from '../hours/Hours.module.css'
import {
  draftOfKind,
  fieldsOfKind,
  type KindDraft,
  kindFaults,
  newKind,
  type NumberName,
  numberNames,
} from './kind-draft.ts'

type Part = {
  draft: KindDraft
  change: (changes: Partial<KindDraft>, ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

/** Adds a kind of consultations, or changes one for those who book it from now on. */
export function KindDialog({ kind, onClose }: { kind?: StaffKindWire; onClose: () => void }) {
  const t = useCopy()
  const [opened] = useState(kind)
  const [draft, setDraft] = useState(() => (opened ? draftOfKind(opened) : newKind))
  const idempotencyKey = useKeyOf(JSON.stringify(draft))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () =>
      Object.fromEntries(
        Object.entries(kindFaults(draft)).map(([field, fault]) => [
          field,
          [
            typeof fault === 'string'
              ? t(`video.kinds.fault.${fault}`)
              : t('video.kinds.fault.number', { least: fault[0], most: fault[1] }),
          ],
        ]),
      ),
    send: async () => {
      const body = fieldsOfKind(draft)
      if (opened) {
        const params = { id: opened.id }
        await request('PUT /studio/video-kinds/:id', { params, body: { ...body, revision: opened.revision } })
      } else await request('POST /studio/video-kinds', { body, idempotencyKey })
      await refreshKinds()
      onClose()
      toast(t('video.kinds.saved'), { tone: 'success' })
    },
    failed: t('video.kinds.failed'),
    onRefused: () => void refreshKinds(),
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
    <Dialog title={t(opened ? 'video.kinds.change' : 'video.kinds.add')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextsFields
          texts={draft.texts}
          errorOf={field => errorOf(field) ?? (field === 'texts.en.title' ? errorOf('texts') : undefined)}
          onChange={(language, text) =>
            part.change({ texts: { ...draft.texts, [language]: text } }, 'texts', 'texts.en.title')
          }
        />
        <Experts {...part} />
        <Times {...part} />
        <Pay {...part} />
        <Checkbox
          label={t('video.kinds.confirmation')}
          checked={draft.needs_confirmation}
          onChange={event => part.change({ needs_confirmation: event.target.checked })}
        />
        <Checkbox
          label={t('video.kinds.isShown')}
          checked={draft.is_shown}
          onChange={event => part.change({ is_shown: event.target.checked })}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('video.save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Who holds it, and whose learners book it. */
function Experts({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const experts = useExperts()
  const { data: courses = [] } = useQuery(coursesQuery())
  const { expert_ids: chosen } = draft
  return (
    <>
      <FieldGroup label={t('video.kinds.experts')} error={errorOf('expert_ids')}>
        {experts.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<span dir="auto">{name}</span>}
            checked={chosen.includes(id)}
            onChange={event =>
              change(
                { expert_ids: event.target.checked ? [...chosen, id] : chosen.filter(one => one !== id) },
                'expert_ids',
              )
            }
          />
        ))}
      </FieldGroup>
      <SelectField
        label={t('video.kinds.course')}
        value={draft.course_id ?? ''}
        error={errorOf('course_id')}
        onChange={event => change({ course_id: Number(event.target.value) || null }, 'course_id')}
      >
        <option value="">{t('video.kinds.course.all')}</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function Times({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const field = (name: NumberName) => (
    <TextField
      key={name}
      label={t(`video.kinds.${name}`)}
      value={draft.numbers[name]}
      error={errorOf(name)}
      inputMode="numeric"
      autoComplete="off"
      onChange={event => change({ numbers: { ...draft.numbers, [name]: event.target.value } }, name)}
    />
  )
  return <div className={styles.pair}>{numberNames.map(field)}</div>
}

/** How it is paid for; without any way it is free. */
function Pay({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const { data: services = [] } = useQuery(servicesQuery())
  const offered = services.filter(({ id, is_archived: isGone }) => !isGone || id === draft.service_id)
  return (
    <>
      <Checkbox
        label={t('video.kinds.quota')}
        hint={t('video.kinds.pay.hint')}
        checked={draft.takes_quota}
        onChange={event => change({ takes_quota: event.target.checked })}
      />
      <TextField
        label={t('video.kinds.points')}
        hint={t('video.kinds.points.hint')}
        value={draft.points}
        error={errorOf('points')}
        inputMode="numeric"
        autoComplete="off"
        onChange={event => change({ points: event.target.value }, 'points')}
      />
      <SelectField
        label={t('video.kinds.service')}
        hint={t('video.kinds.service.hint')}
        value={draft.service_id ?? ''}
        error={errorOf('service_id')}
        onChange={event => change({ service_id: Number(event.target.value) || null }, 'service_id')}
      >
        <option value="">{t('video.kinds.service.none')}</option>
        {offered.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
    </>
  )
}
