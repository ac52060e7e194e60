import { useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import type { Language } from '#kit/copy/language.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { draftFault, sendingFault } from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire, EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import { useWriting } from '#studio/platform/writing/use-writing.ts'
import { draftFrom, draftOf, fieldsFrom, isSaved } from './announcement-draft.ts'
import { announcementQuery, refreshAnnouncements } from './data.ts'
import { countRecipients, saveAnnouncement, sendAnnouncement } from './save-announcement.ts'

const languageOf = (field: string) => (['en', 'ru', 'es'] as const).find(code => field.startsWith(`texts.${code}.`))

/** What is written of an announcement. */
const useAnnouncementWriting = (stored: EditedAnnouncementWire) =>
  useWriting({
    subject: `announcement ${stored.id}`,
    stored,
    draftOf,
    draftFrom,
    isSaved,
    save: draft => saveAnnouncement(stored.id, draft),
    show: async ({ fields }, revision) => {
      const saved = { ...stored, ...fieldsFrom(fields), revision }
      queryClient.setQueryData(announcementQuery(stored.id).queryKey, saved)
      await refreshAnnouncements()
      return saved
    },
  })

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
  const { value, save, unlessOvertaken, put, ...writing } = useAnnouncementWriting(stored)
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
      const send = (recipients: number) => unlessOvertaken(sendAnnouncement(stored.id, { revision, recipients }))
      if (act === 'send' && !(await sendTo(t, stored.id, send))) return
      await refreshAnnouncements()
      toast(t(act === 'send' ? 'announcements.sent' : 'announcements.saved'), { tone: 'success' })
    },
    failed: (act: 'save' | 'send') => t(act === 'send' ? 'announcements.send.failed' : 'announcements.failed'),
    onRefused: (_, failure) => showFault(failure.errors),
  })

  return {
    ...submission,
    ...writing,
    fields: value.fields,
    language,
    setLanguage,
    change: (changes: Partial<AnnouncementFieldsWire>, ...settled: string[]) => {
      put(before => ({ ...before, fields: { ...before.fields, ...changes } }))
      for (const field of settled) submission.forgive(field)
    },
  }
}
export type AnnouncementWriting = ReturnType<typeof useAnnouncement>
