import { type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { segmentsLength } from '#shared/features/people/segments.ts'
import { roles, useAction } from './data.ts'
import styles from './People.module.css'

const requirements = [
  'is_require_update_password',
  'is_require_update_profile',
  'is_require_email_validate',
  'is_require_phone_validate',
] as const

const languages = [
  { id: 'en', label: 'English' },
  { id: 'ru', label: 'Русский' },
  { id: 'es', label: 'Español' },
] as const

const texts = ['first_name', 'last_name', 'email', 'timezone'] as const
const labels = {
  first_name: 'people.form.firstName',
  last_name: 'people.form.lastName',
  email: 'people.form.email',
  timezone: 'people.form.timezone',
} as const

type Change = Partial<
  Pick<PersonWire, (typeof requirements)[number] | 'first_name' | 'last_name' | 'timezone' | 'segments'>
> & {
  email?: string
  role?: PersonWire['role']
  language_code?: PersonWire['language_code']
}

/** Sends only what was changed. */
export function PersonForm({ person }: { person: PersonWire }) {
  const t = useCopy()
  const { run, isBusy, errorOf } = useAction()
  const [change, setChange] = useState<Change>({})
  const set = (more: Change) => setChange(before => ({ ...before, ...more }))
  const shown = { ...person, ...change }
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (Object.keys(change).length === 0) return toast(t('people.form.same'))
    const body = change
    if (!(await run(() => request('PATCH /studio/users/:id', { params: { id: person.id }, body })))) return undefined
    setChange({})
    return toast(t('people.form.saved'), { tone: 'success' })
  }
  const hint = t(person.email_validated ? 'people.form.email.validated' : 'people.form.email.open')
  return (
    <Card as="section">
      <form className={styles.form} noValidate onSubmit={event => void handleSubmit(event)}>
        <h2>{t('people.form.title')}</h2>
        {texts.map(name => (
          <TextField
            key={name}
            label={t(labels[name])}
            type={name === 'email' ? 'email' : 'text'}
            value={shown[name] ?? ''}
            error={errorOf(name)}
            hint={name === 'email' && person.email !== null ? hint : undefined}
            autoComplete="off"
            onChange={event => set({ [name]: event.target.value })}
          />
        ))}
        <OptionField
          label={t('people.form.role')}
          value={shown.role}
          error={errorOf('role')}
          options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
          onChoose={role => set({ role })}
        />
        <OptionField
          label={t('people.form.language')}
          value={shown.language_code}
          options={languages}
          onChoose={language => set({ language_code: language })}
        />
        <TextField
          label={t('people.form.segments')}
          hint={t('people.form.segments.hint')}
          // As it is typed; what is saved comes back without blanks and doubles.
          value={change.segments?.join(',') ?? person.segments.join(', ')}
          maxLength={segmentsLength}
          error={errorOf('segments')}
          autoComplete="off"
          onChange={event => set({ segments: event.target.value.split(',') })}
        />
        <fieldset>
          <legend>{t('people.form.demands')}</legend>
          {requirements.map(name => (
            <Checkbox
              key={name}
              label={t(`people.form.${name}`)}
              checked={shown[name]}
              onChange={event => set({ [name]: event.target.checked })}
            />
          ))}
        </fieldset>
        <Button type="submit" busy={isBusy}>
          {t('people.form.save')}
        </Button>
      </form>
    </Card>
  )
}

type OptionFieldProps<Id extends string> = {
  label: string
  /** Undefined until one is chosen; `none` then stands in its place. */
  value: Id | undefined
  none?: string
  options: readonly { id: Id; label: string }[]
  error?: string | undefined
  onChoose: (id: Id) => void
}

export function OptionField<Id extends string>({ options, onChoose, none, value, ...field }: OptionFieldProps<Id>) {
  return (
    <SelectField
      {...field}
      value={value ?? ''}
      onChange={event => {
        const chosen = options.find(option => option.id === event.target.value)
        if (chosen) onChoose(chosen.id)
      }}
    >
      {value === undefined && (
        <option value="" disabled>
          {none}
        </option>
      )}
      {options.map(option => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </SelectField>
  )
}
