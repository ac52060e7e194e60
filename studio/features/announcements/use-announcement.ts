import { useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { useDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { draftFault, sendingFault } from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire, EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import { withSent } from '#studio/features/courses/draft/unanswered.ts'
import { unlessOvertaken } from '#studio/features/courses/draft/overtaken.ts'
import { draftFrom, draftOf, fieldsFrom, isSaved } from './announcement-draft.ts'
import { announcementQuery, refreshAnnouncements } from './data.ts'
import { countRecipients, saveAnnouncement, sendAnnouncement } from './save-announcement.ts'

const languageOf = (field: string) => (['en', 'ru', 'es'] as const).find(code => field.startsWith(`texts.${code}.`))

/** What is written of an announcement, kept on this device until it is saved; what somebody else has saved meanwhile is `theirs`. */
function useWriting(stored: EditedAnnouncementWire) {
  const [theirs, setTheirs] = useState<EditedAnnouncementWire>()
  const { value: written, change } = useDraft({
    subject: `announcement ${stored.id}`,
    place: 'device',
    read: draftFrom,
    isEmpty: draft => !draft || isSaved(draft, stored),
  })
  const value = written ?? draftOf(stored)
  const keepBoth = (other: EditedAnnouncementWire) => {
    change((now = value) => now)
    setTheirs(other)
  }

  /** Saves what is written and answers its revision; undefined when somebody else was faster. */
  async function save(): Promise<number | undefined> {
    if (isSaved(value, stored)) return stored.revision
    const draft = { ...value, sent: withSent(value.sent, value.fields) }
    change(draft)
    const revision = await unlessOvertaken(saveAnnouncement(stored.id, draft), keepBoth)
    if (revision === undefined) return undefined
    const saved = { ...stored, ...fieldsFrom(value.fields), revision }
    queryClient.setQueryData(announcementQuery(stored.id).queryKey, saved)
    await refreshAnnouncements()
    // What was typed meanwhile is left to be saved.
    change(now => (now && !isSaved(now, saved) ? { ...now, revision, sent: [] } : undefined))
    return revision
  }

  return {
    value,
    theirs,
    save,
    send: (revision: number, recipients: number) =>
      unlessOvertaken(sendAnnouncement(stored.id, { revision, recipients }), keepBoth),
    put: (changes: Partial<AnnouncementFieldsWire>) =>
      change((before = draftOf(stored)) => ({ ...before, fields: { ...before.fields, ...changes } })),
    /** Settles a conflict: with what is written here, which can be saved then, or with what the other one has saved. */
    settle: (by: 'mine' | 'theirs') => {
      if (!theirs) return
      change(by === 'theirs' ? undefined : { ...value, revision: theirs.revision, sent: [] })
      setTheirs(undefined)
    },
  }
}

const isCountChanged = (error: unknown) => error instanceof RequestError && error.code === 'recipients_changed'

/** Asks whether so many people shall get it, which is asked again when they have become others. */
async function sendTo(t: Copy, id: number, send: (recipients: number) => Promise<unknown>): Promise<boolean> {
  const count = await countRecipients(id)
  const answers = { yes: t('announcements.send.yes', { count }), no: t('ui.cancel') }
  const question = { title: t('announcements.send.ask', { count }), text: t('announcements.send.text'), ...answers }
  // That it would reach nobody is for the server to say, at its field.
  if (count > 0 && !(await confirm(question))) return false
  try {
    return (await send(count)) !== undefined
  } catch (error) {
    if (isCountChanged(error)) return sendTo(t, id, send)
    throw error
  }
}

/** Writing, saving and sending an announcement. */
export function useAnnouncement(stored: EditedAnnouncementWire) {
  const t = useCopy()
  const [language, setLanguage] = useState<Language>(t.language)
  const { value, save, send, put, ...conflict } = useWriting(stored)
  /** Turns to the language in which something is wrong. */
  const showFault = (fields: object = {}) => {
    const wrong = Object.keys(fields).map(languageOf).find(Boolean)
    if (wrong) setLanguage(wrong)
  }
  const submission = useSubmit({
    check: (act: 'save' | 'send') => {
      const fields = fieldsFrom(value.fields)
      const fault = act === 'send' ? sendingFault(fields, Date.now() / 1000) : draftFault(fields)
      const wrong = fault && { [fault.field]: [t(`announcements.fault.${fault.code}`)] }
      showFault(wrong)
      return wrong
    },
    send: async (act: 'save' | 'send') => {
      const revision = await save()
      if (revision === undefined) return
      if (act === 'send' && !(await sendTo(t, stored.id, recipients => send(revision, recipients)))) return
      await refreshAnnouncements()
      toast(t(act === 'send' ? 'announcements.sent' : 'announcements.saved'), { tone: 'success' })
    },
    failed: (act: 'save' | 'send') => t(act === 'send' ? 'announcements.send.failed' : 'announcements.failed'),
    onRefused: (_, failure) => showFault(failure.errors),
  })

  return {
    ...submission,
    ...conflict,
    fields: value.fields,
    isSaved: isSaved(value, stored),
    language,
    setLanguage,
    change: (changes: Partial<AnnouncementFieldsWire>, ...settled: string[]) => {
      put(changes)
      for (const field of settled) submission.forgive(field)
    },
  }
}
export type AnnouncementWriting = ReturnType<typeof useAnnouncement>
