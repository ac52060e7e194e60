import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import { isOvertaken, Overtaken } from '#studio/features/courses/draft/overtaken.ts'
import { type AnnouncementDraft, fieldsFrom, isSaved } from './announcement-draft.ts'
import { announcementQuery, recipientsQuery } from './data.ts'

const readNow = (id: number) => queryClient.fetchQuery({ ...announcementQuery(id), staleTime: 0 })

/** Saves a draft and answers its revision. What the draft has sent before is known as its own, when only the answer was lost. */
export async function saveAnnouncement(id: number, draft: AnnouncementDraft): Promise<number> {
  try {
    const body = { ...fieldsFrom(draft.fields), revision: draft.revision }
    return (await request('PUT /studio/announcements/:id', { params: { id }, body })).data.revision
  } catch (error) {
    if (!isOvertaken(error)) throw error
    const now = await readNow(id)
    if (!draft.sent.some(fields => isSaved({ fields }, now))) throw new Overtaken(now)
    return saveAnnouncement(id, { ...draft, revision: now.revision })
  }
}

/** How many people would get what is stored of an announcement now. */
export const countRecipients = async (id: number): Promise<number> =>
  (await queryClient.fetchQuery({ ...recipientsQuery(id), staleTime: 0 })).recipients

/** Sends the revision of an announcement that its author sees to as many people as they have seen. */
export async function sendAnnouncement(id: number, body: { revision: number; recipients: number }) {
  try {
    return (await request('PUT /studio/announcements/:id/sending', { params: { id }, body })).data
  } catch (error) {
    throw isOvertaken(error) ? new Overtaken(await readNow(id)) : error
  }
}
