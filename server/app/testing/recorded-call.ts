import { insertUpload } from './chat-people.ts'
import type { Enrolment } from './course-fixture.ts'
import { addPupil, insertHomeworkCourse, type Pupil } from './homework-people.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'

export const pageOf = (name: string) => `${name.padEnd(12, '0')}.0`

/** A call that goes on now, with what its two people do about recording it. */
export async function recordedCall(app: TestApp, startsAt: number, terms: Enrolment = {}) {
  app.clock.set(startsAt)
  const pupil: Pupil = await addPupil(app, await insertHomeworkCourse(app), {
    startsOn: '2027-02-01',
    endsOn: '2027-04-30',
    ...terms,
  })
  const learner = pupil.client
  const expert = await app.signIn({ role: 'expert' })
  const people = { learnerId: learner.userId, expertId: expert.userId, streamId: pupil.streamId }
  const id = await insertConsultation(app.db, { ...people, startsAt })
  const params = { id }
  const read = (who: TestClient) => who.call('GET /online-consultation/:id/recordings', { params })
  /** Asks, or agrees to `to`. */
  const agree = (who: TestClient, page: string, to?: number) =>
    who.call('POST /online-consultation/:id/recordings', {
      params,
      body: { page: pageOf(page), ...(to !== undefined && { recording_id: to }) },
    })
  return {
    id,
    pupil,
    learner,
    expert,
    read,
    agree,
    stop: (who: TestClient, recordingId: number) =>
      who.call('POST /online-consultation/:id/recordings/:recordingId/stop', { params: { id, recordingId } }),
    say: (who: TestClient, page: string, kind: 'here' | 'still' | 'leaving') =>
      who.call('POST /online-consultation/:id/call/signals', {
        params,
        body: { from: pageOf(page), to: '', kind, text: '' },
      }),
    handIn: (who: TestClient, recordingId: number, file: number, beganAt = app.clock.now) =>
      who.call('POST /online-consultation/:id/recordings/:recordingId/part', {
        params: { id, recordingId },
        body: { began_at: beganAt, file_ids: [file] },
      }),
    /** The recording runs; answers its id. */
    async begin(): Promise<number> {
      const asked = await agree(learner, 'phone')
      const recordingId = asked.data.recordings[0]?.id ?? 0
      await agree(expert, 'desk', recordingId)
      return recordingId
    },
    /** What somebody's browser recorded, as it has arrived. */
    async clipOf(who: TestClient, status = 'DONE'): Promise<number> {
      const file = await insertUpload(app, who.userId, { type: 1, name: 'call.webm', status })
      await app.db.query({ text: 'update media set key = $1 where id = $2', values: [newFileKey(), file] })
      return file
    },
  }
}

export type RecordedCall = Awaited<ReturnType<typeof recordedCall>>
