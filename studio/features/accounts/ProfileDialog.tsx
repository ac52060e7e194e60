import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { changeLanguage, isLanguage, languageNames } from '#kit/copy/language.ts'
import { site } from '#kit/features/brands/site.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import styles from './ProfileDialog.module.css'
import { SecondFactorPart } from './SecondFactorPart.tsx'
import { keepUser, useUser } from './session.ts'

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** In the own profile, before the password. */
    ownProfile: object
  }
}

/** The own account of a member of staff: name, language, time zone, password and second factor. */
export function openProfile(): Promise<unknown> {
  return openDialog(close => <ProfileDialog onClose={() => close()} />)
}

function ProfileDialog({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog title={t('accounts.profile.title')} onClose={onClose}>
      <div className={styles.forms}>
        <ProfileForm onSaved={onClose} />
        <Slot name="ownProfile" />
        <PasswordForm />
        <SecondFactorPart />
      </div>
    </Dialog>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function ProfileForm({ onSaved }: { onSaved: () => void }) {
  const t = useCopy()
  const user = useUser()
  const [name, setName] = useState(user.firstName)
  const [lastName, setLastName] = useState(user.lastName)
  const [language, setLanguage] = useState<string>(t.language)
  const [timezone, setTimezone] = useState(user.timezone)
  const offered = site().site.domain.languages.flatMap(({ code }) => (isLanguage(code) ? [code] : []))
  const { form, failure, errorOf, isBusy, handleSubmit } = useSubmit({
    failed: t('accounts.profile.failed'),
    async send() {
      const code = isLanguage(language) ? language : t.language
      const body = { name, last_name: lastName, language_code: code, timezone }
      keepUser((await request('POST /user', { body, isMultipart: true })).data)
      toast(t('accounts.profile.saved'), { tone: 'success' })
      onSaved()
      if (code !== t.language) await changeLanguage(code, () => Promise.resolve(true))
    },
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextField
        label={t('accounts.profile.firstName')}
        value={name}
        autoComplete="given-name"
        error={errorOf('name')}
        data-autofocus
        onChange={event => setName(event.target.value)}
      />
      <TextField
        label={t('accounts.profile.lastName')}
        value={lastName}
        autoComplete="family-name"
        error={errorOf('last_name')}
        onChange={event => setLastName(event.target.value)}
      />
      <SelectField
        label={t('accounts.profile.language')}
        value={language}
        onChange={event => setLanguage(event.target.value)}
      >
        {offered.map(code => (
          <option key={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('accounts.profile.timezone')}
        hint={t('accounts.profile.timezone.hint')}
        value={timezone}
        error={errorOf('timezone')}
        onChange={event => setTimezone(event.target.value)}
      >
        {[...new Set([...zones, 'UTC', user.timezone])].map(zone => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isBusy}>
        {t('accounts.profile.save')}
      </Button>
    </form>
  )
}
