import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { isPasswordStrongEnough } from '#shared/features/accounts/password.ts'
import { beginSession } from '#studio/features/accounts/session.ts'
import { CurrencyField } from '#studio/features/billing/CurrencyField.tsx'
import { currencyOf, type SchoolDraft, useSchoolDraft } from './school-draft.ts'
import { LanguageFields, ZoneField } from './SchoolFields.tsx'
import styles from './Setup.module.css'

/** Asks for the school and its first administrator, who is then signed in. */
export function SchoolForm({ code }: { code: string }) {
  const t = useCopy()
  const { value: draft, change, forget } = useSchoolDraft(t.language)
  const [password, setPassword] = useState('')
  const { form, failure, errorOf, isBusy, handleSubmit } = useSetup(code, draft, password, forget)
  const field = (name: 'schoolName' | 'firstName' | 'lastName' | 'email', wire: string) => ({
    label: t(`setup.${name}`),
    name: wire,
    value: draft[name],
    error: errorOf(wire),
    onChange: (event: { target: { value: string } }) => change(before => ({ ...before, [name]: event.target.value })),
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      <fieldset className={styles.part}>
        <legend>{t('setup.school')}</legend>
        <TextField {...field('schoolName', 'school_name')} maxLength={60} autoComplete="organization" />
        <LanguageFields draft={draft} error={errorOf('languages')} onChange={change} />
        <ZoneField draft={draft} error={errorOf('timezone')} onChange={change} />
        <CurrencyField
          value={currencyOf(draft)}
          hint={t('setup.currency.hint')}
          error={errorOf('currency')}
          onChange={currency => change(before => ({ ...before, currency }))}
        />
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{t('setup.you')}</legend>
        <TextField {...field('firstName', 'first_name')} autoComplete="given-name" />
        <TextField {...field('lastName', 'last_name')} autoComplete="family-name" />
        <TextField
          {...field('email', 'email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('setup.email.hint')}
        />
        <PasswordField
          label={t('setup.password')}
          name="password"
          autoComplete="new-password"
          hint={t('setup.password.hint')}
          value={password}
          error={errorOf('password')}
          onChange={event => setPassword(event.target.value)}
        />
      </fieldset>
      <FailureNotice failure={failure} />
      <Button type="submit" wide busy={isBusy}>
        {t('setup.submit')}
      </Button>
    </form>
  )
}

/** What is missing is said before anything is sent; the server says the rest. */
function useSetup(code: string, draft: SchoolDraft, password: string, forget: () => void) {
  const t = useCopy()
  const { schoolName, firstName, lastName, email, languages, defaultLanguage, timezone } = draft
  const owner = { email: email.trim(), names: [firstName, lastName], brand: schoolName }
  return useSubmit({
    check: (): Record<string, string[]> => ({
      ...(!schoolName.trim() && { school_name: [t('setup.schoolName.missing')] }),
      ...(!firstName.trim() && { first_name: [t('setup.firstName.missing')] }),
      ...(!email.trim() && { email: [t('setup.email.missing')] }),
      ...(!isPasswordStrongEnough(password, owner) && { password: [t('setup.password.weak')] }),
    }),
    failed: t('setup.failed'),
    async send() {
      const named = { school_name: schoolName, languages, default_language: defaultLanguage }
      const school = { ...named, timezone, currency: currencyOf(draft) }
      const person = { first_name: firstName, last_name: lastName, email, password }
      const { data } = await request('POST /setup', { body: { code, ...school, ...person } })
      forget()
      beginSession(data.token)
      return true
    },
  })
}
