import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { changeLanguage, languageNames } from '#kit/copy/language.ts'
import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'
import { type Input, request } from '#kit/request/request.ts'
import { confirm } from '#kit/ui/QuestionDialog.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { normalizeEmail } from '#shared/features/accounts/email.ts'
import type { User } from '#shared/features/accounts/forms.ts'
import { takeReturnUrl } from '#web/features/accounts/session.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { keepUserAnswer } from './data.ts'
import { changesOf, formProblems, type ProfileField, type ProfileValues, valuesOf } from './profile-form.ts'

type ProfileBody = Input<'POST /user'>['body']

/** Leaving with something unsaved is told, with the way back; what was typed waits there. */
function useLeaving(isUnsaved: boolean): void {
  const t = useCopy()
  const [path, navigate] = useLocation()
  // By the time this screen goes, the address is another one.
  const [here] = useState(path)
  const tell = useEffectEvent(() => {
    if (!isUnsaved || !hasDraft()) return
    toast(t('profile.unsaved.left'), { action: { label: t('profile.unsaved.back'), onPress: () => navigate(here) } })
  })
  useEffect(() => () => tell(), [])
}

/** Asks whether the page is to speak the language that the account now has. */
async function followLanguage(next: ProfileValues['language_code'], t: ReturnType<typeof useCopy>): Promise<void> {
  if (next === t.language || !site().site.domain.languages.some(({ code }) => code === next)) return
  const text = t('brands.language.reload', { language: languageNames[next] })
  await changeLanguage(next, () => confirm({ title: t('brands.language.change'), text })).catch((error: Error) => {
    if (error.message !== 'Cancel') throw error
  })
}

/** The profile's form: what is known, what was typed over it, and its way to the server. */
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
      const problems = formProblems(values, changes, isForced, Date.now())
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
  /** What a control of the form takes: its value, its handler, what is wrong with it. */
  const field = <Name extends ProfileField>(name: Name) => ({
    name,
    value: values[name],
    error: submission.errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  return { ...submission, values, field, change, isUnsaved, discard: clear, needsPassword, password, setPassword }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

const nameOf = () => `draft ${settings.userId} profile`

/** What was typed and not saved, as it was stored; whatever is no text is left out. */
export function typedFrom(stored: string | null): Partial<ProfileValues> {
  try {
    const fields = Object.entries(JSON.parse(stored ?? '{}') as Record<string, unknown>)
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

function store(typed: Partial<ProfileValues>) {
  try {
    if (Object.keys(typed).length === 0) localStorage.removeItem(nameOf())
    else localStorage.setItem(nameOf(), JSON.stringify(typed))
  } catch {
    // Without storage the draft lives as long as the screen.
  }
}

/** Whether this device keeps something that was typed and not saved. */
const hasDraft = (): boolean => localStorage.getItem(nameOf()) !== null

/** What is typed into the profile; it survives a reload and a lost session until it is saved or discarded. Never for passwords. */
function useProfileDraft() {
  const [typed, setTyped] = useState(() => typedFrom(localStorage.getItem(nameOf())))
  const change = (field: ProfileField, value: string) => {
    const next = { ...typed, [field]: value }
    store(next)
    setTyped(next)
  }
  const clear = () => {
    store({})
    setTyped({})
  }
  return { typed, change, clear }
}
