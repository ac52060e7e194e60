import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { isSoldToAnybody } from '#shared/features/billing/selling/selling.ts'
import type { ClubFieldsWire, EditedClubWire } from '#shared/features/clubs/contract.ts'
import { servicesQuery } from '#studio/features/billing/data.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import styles from '#studio/platform/Screen.module.css'
import { Loaded } from '#studio/platform/Loaded.tsx'
import { clubFaults, fieldsFromDraft, slugFrom } from './club-draft.ts'
import { clubQuery, refreshClubs } from './data.ts'

type Closing = { onClose: () => void }
type Part = {
  draft: ClubFieldsWire
  change: (changes: Partial<ClubFieldsWire>, field: string) => void
  errorOf: (field: string) => string | undefined
}

const newClub: ClubFieldsWire = {
  titles: {},
  slug: '',
  chat_only: false,
  is_hidden: false,
  course_ids: [],
  service_ids: [],
  faq_url: null,
  custom_url: null,
  telegram_chat_url: null,
  have_subscription_landing_url: null,
  no_have_subscription_landing_url: null,
}

/** Adds a club. */
export function NewClubDialog({ onClose }: Closing) {
  const t = useCopy()
  return (
    <Dialog title={t('clubs.add')} onClose={onClose}>
      <ClubForm onClose={onClose} />
    </Dialog>
  )
}

/** Changes a club, as it is stored now. */
export function ClubDialog({ id, title, onClose }: Closing & { id: number; title: string }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={clubQuery(id)}>{club => <ClubForm club={club} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function ClubForm({ club, onClose }: Closing & { club?: EditedClubWire }) {
  const t = useCopy()
  const [opened] = useState(club)
  const [draft, setDraft] = useState<ClubFieldsWire>(opened ?? newClub)
  const idempotencyKey = useKeyOf(JSON.stringify(draft))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => {
      const faults = clubFaults(draft)
      return (
        faults &&
        Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, [t(`clubs.fault.${fault}`)]]))
      )
    },
    send: async () => {
      const body = fieldsFromDraft(draft)
      if (opened)
        await request('PUT /studio/clubs/:id', {
          params: { id: opened.id },
          body: { ...body, revision: opened.revision },
        })
      else await request('POST /studio/clubs', { body, idempotencyKey })
      await refreshClubs()
      onClose()
      toast(t(opened ? 'clubs.changed' : 'clubs.added'), { tone: 'success' })
    },
    failed: t('clubs.failed'),
  })
  const part: Part = {
    draft,
    errorOf,
    change: (changes, field) => {
      setDraft({ ...draft, ...changes })
      forgive(field)
    },
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <NameFields {...part} isNew={!opened} />
      <OpenedBy {...part} />
      <AddressFields {...part} />
      <Checkbox
        label={t('clubs.chatOnly')}
        hint={t('clubs.chatOnly.hint')}
        checked={draft.chat_only}
        onChange={event => part.change({ chat_only: event.target.checked }, 'chat_only')}
      />
      <Checkbox
        label={t('clubs.hidden')}
        checked={draft.is_hidden}
        onChange={event => part.change({ is_hidden: event.target.checked }, 'is_hidden')}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {t(opened ? 'clubs.save' : 'clubs.add')}
      </Button>
    </form>
  )
}

/** Its titles, and its name in addresses; of a new club that follows from the first title until it is typed. */
function NameFields({ draft, change, errorOf, isNew }: Part & { isNew: boolean }) {
  const t = useCopy()
  const [isOwnSlug, setOwnSlug] = useState(!isNew)
  return (
    <>
      {supportedLanguages.map((language, index) => (
        <TextField
          key={language}
          label={t(`clubs.title.${language}`)}
          lang={language}
          dir="auto"
          value={draft.titles[language] ?? ''}
          maxLength={100}
          error={index === 0 ? errorOf('titles') : undefined}
          data-autofocus={index === 0 || undefined}
          onChange={event => {
            const titles = { ...draft.titles, [language]: event.target.value }
            change(isOwnSlug ? { titles } : { titles, slug: slugFrom(titles) }, 'titles')
          }}
        />
      ))}
      <TextField
        label={t('clubs.slug')}
        hint={t('clubs.slug.hint')}
        value={draft.slug}
        maxLength={60}
        error={errorOf('slug')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => {
          setOwnSlug(true)
          change({ slug: event.target.value }, 'slug')
        }}
      />
    </>
  )
}

/** Which products open it, and to whose learners it is recommended. */
function OpenedBy({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const { data: services = [] } = useQuery(servicesQuery())
  const { data: courses = [] } = useQuery(coursesQuery())
  return (
    <>
      <Choice
        label={t('clubs.services')}
        note={t('clubs.services.note')}
        error={errorOf('service_ids')}
        offered={services.filter(one => draft.service_ids.includes(one.id) || isSoldToAnybody(one))}
        chosen={draft.service_ids}
        onChange={service_ids => change({ service_ids }, 'service_ids')}
      />
      <Choice
        label={t('clubs.courses')}
        note={t('clubs.courses.note')}
        error={errorOf('course_ids')}
        offered={courses}
        chosen={draft.course_ids}
        onChange={course_ids => change({ course_ids }, 'course_ids')}
      />
    </>
  )
}

type ChoiceProps = {
  label: string
  note: string
  error: string | undefined
  offered: readonly { id: number; title: string }[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

/** Any of several things. */
function Choice({ label, note, error, offered, chosen, onChange }: ChoiceProps) {
  return (
    <FieldGroup label={label} note={note} error={error}>
      {offered.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={<span dir="auto">{title}</span>}
          checked={chosen.includes(id)}
          onChange={event => onChange(event.target.checked ? [...chosen, id] : chosen.filter(one => one !== id))}
        />
      ))}
    </FieldGroup>
  )
}

const addresses = [
  'custom_url',
  'telegram_chat_url',
  'faq_url',
  'have_subscription_landing_url',
  'no_have_subscription_landing_url',
] as const

function AddressFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  return addresses.map(name => (
    <TextField
      key={name}
      type="url"
      label={t(`clubs.address.${name}`)}
      value={draft[name] ?? ''}
      maxLength={500}
      error={errorOf(name)}
      placeholder="https://"
      onChange={event => change({ [name]: event.target.value }, name)}
    />
  ))
}
