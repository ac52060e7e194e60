import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import { orOvertaken } from '#studio/platform/writing/overtaken.ts'
import { saveOver } from '#studio/platform/writing/use-writing.ts'
import { type AnnouncementDraft, fieldsFrom, isSaved } from './announcement-draft.ts'
import { announcementQuery, recipientsQuery } from './data.ts'

const readNow = (id: number) => queryClient.fetchQuery({ ...announcementQuery(id), staleTime: 0 })

/** Saves a draft and answers its revision. Throws Overtaken with what somebody else has saved. */
export const saveAnnouncement = (id: number, written: AnnouncementDraft): Promise<number> =>
  saveOver(written, {
    send: async ({ fields, revision }) => {
      const body = { ...fieldsFrom(fields), revision }
      return (await request('PUT /studio/announcements/:id', { params: { id }, body })).data.revision
    },
    readNow: () => readNow(id),
    isSaved,
  })

/** How many people would get what is stored of an announcement now. */
export const countRecipients = async (id: number): Promise<number> =>
  (await queryClient.fetchQuery({ ...recipientsQuery(id), staleTime: 0 })).recipients

/** Sends the revision of an announcement that its author sees to as many people as they have seen. */
export const sendAnnouncement = (id: number, body: { revision: number; recipients: number }) =>
  orOvertaken(request('PUT /studio/announcements/:id/sending', { params: { id }, body }), () => readNow(id))
