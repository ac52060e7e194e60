import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { TitleDialog } from '#studio/platform/fields/TitleDialog.tsx'
import { newAnnouncement } from './announcement-draft.ts'
import { refreshAnnouncements } from './data.ts'

/** Asks for the title of a new announcement and opens it as a draft. */
export function NewAnnouncementDialog({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const words = {
    add: t('announcements.add'),
    title: t('announcements.field.title'),
    needed: t('announcements.fault.title_needed'),
    failed: t('announcements.failed'),
  }
  const create = async (title: string, idempotencyKey: string) => {
    const body = newAnnouncement({ [t.language]: { title, body: '' } })
    const { data } = await request('POST /studio/announcements', { body, idempotencyKey })
    await refreshAnnouncements()
    return pathTo('announcement', { announcementId: data.id })
  }
  return <TitleDialog words={words} create={create} onClose={onClose} />
}
