import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { changeLanguage, languageNames } from '#kit/copy/language.ts'
import { site } from '#kit/features/brands/site.ts'
import { type Input, request } from '#kit/request/request.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { takeReturnUrl } from '#web/features/accounts/session.ts'
import { keptDraft, useDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { keepUserAnswer } from './data.ts'
import { changesOf, formProblems, type ProfileField, type ProfileValues, valuesOf } from './profile-form.ts'

type ProfileBody = Input<'POST /user'>['body']

/** Warns a person who leaves with unsaved changes, with a link back to them. */
function useLeaving(isUnsaved: boolean): void {
  const t = useCopy()
  const [path, navigate] = useLocation()
  // When this screen unmounts, the address has changed already.
  const [here] = useState(path)
  const tell = useEffectEvent(() => {
    if (!isUnsaved || !hasDraft()) return
    toast(t('profile.unsaved.left'), { action: { label: t('profile.unsaved.back'), onPress: () => navigate(here) } })
  })
  useEffect(() => () => tell(), [])
}

/** Offers to switch the page to the account's new language. */
async function followLanguage(next: ProfileValues['language_code'], t: ReturnType<typeof useCopy>): Promise<void> {
  if (next === t.language || !site().site.domain.languages.some(({ code }) => code === next)) return
  const text = t('brands.language.reload', { language: languageNames[next] })
  await changeLanguage(next, () => confirm({ title: t('brands.language.change'), text })).catch((error: Error) => {
    if (error.message !== 'Cancel') throw error
  })
}

export function useProfileForm(user: User, isForced: boolean) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { typed, change, clear } = useProfileDraft()
  const [password, setPassword] = useState('')
  const known = valuesOf(user)
  const values = { ...known, ...typed }
  const changes = changesOf(known, typed)
  const isUnsaved = Object.keys(changes).length > 0
  const needsPassword = user.email !== undefined && normalizeEmail(values.email) !== user.email
  useLeaving(isUnsaved)

  const submission = useSubmit({
    failed: t('profile.failed'),
    check: () => {
      const problems = formProblems(values, changes, isForced, {
        now: Date.now(),
        emailRules: site().config.emailRules,
      })
      return Object.fromEntries(problems.map(({ field, code }) => [field, [t(`profile.error.${code}`)]]))
    },
    async send() {
      const body: ProfileBody = { ...changes }
      if (isForced) body.name = values.name
      if (needsPassword) body.current_password = password
      const { data } = await request('POST /user', { body, isMultipart: true })
      clear()
      setPassword('')
      keepUserAnswer(data)
      toast(t('profile.saved'), { tone: 'success' })
      if (changes.language_code) await followLanguage(changes.language_code, t)
      if (isForced && !data.is_require_update_profile) navigate(takeReturnUrl() ?? site().config.homePage)
      return false
    },
  })
  /** The props of a field's control. */
  const field = <Name extends ProfileField>(name: Name) => ({
    name,
    value: values[name],
    error: submission.errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  return { ...submission, values, field, change, isUnsaved, discard: clear, needsPassword, password, setPassword }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

/** Reads the stored unsaved input; anything that is not text is dropped. */
export function typedFrom(stored: unknown): Partial<ProfileValues> {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
}

const hasDraft = () => keptDraft('profile', 'device') !== undefined

/** What is typed into the profile; it survives a reload and a lost session until it is saved or discarded. Never for passwords. */
function useProfileDraft() {
  const { value: typed, change } = useDraft<Partial<ProfileValues>>({
    subject: 'profile',
    place: 'device',
    read: typedFrom,
    isEmpty: values => Object.keys(values).length === 0,
  })
  return {
    typed,
    change: (field: ProfileField, value: string) => change(before => ({ ...before, [field]: value })),
    clear: () => change({}),
  }
}
