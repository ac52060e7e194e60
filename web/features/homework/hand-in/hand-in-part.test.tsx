import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import { longestText } from '#shared/features/chat/rules.ts'
import { placeholderStatus, type UserHomework } from '#shared/features/homework/forms.ts'
import type { HomeworkDetail } from '../data.ts'
import { emptyDraft, type HomeworkDraft } from './draft.ts'
import { HandInPart } from './HandInPart.tsx'
import { type HandIn, handInCall } from './hand-ins.ts'

let draft: HomeworkDraft
let chats: { id: number; closedReason: string | undefined }[]

vi.mock('#kit/form/draft.ts', () => ({ useDraft: () => ({ value: draft, change: () => {} }) }))
vi.mock('#kit/outbox/outbox.ts', () => ({}))
vi.mock('#kit/features/chat/expert-chat.ts', () => ({}))
vi.mock('#kit/features/media/uploads/browser-uploads.ts', () => ({}))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({
  useUploads: (ids: string[]) =>
    ids.map(id => ({ id, name: `${id}.jpg`, type: 'image/jpeg', bytes: 10, state: 'DONE' })),
}))
vi.mock('#web/features/chat/data.ts', () => ({ useChats: () => ({ data: chats }) }))
vi.mock('../homework-times.ts', () => ({ useTimeZone: () => 'UTC', momentWords: () => 'Monday' }))

const messages = await loadCopy('en')
const t = createCopy('en', messages)
const task: HomeworkDetail['task'] = {
  id: 4,
  homeworkId: 4,
  courseId: 1,
  stageId: 1,
  stageDayId: undefined,
  targetType: 'stage_day_homework',
  title: 'Squats',
  text: '',
  isRequired: false,
  isDemoAccessible: false,
  answerWith: 'exercise',
  isSelfieRequired: false,
  createdAt: 0,
  updatedAt: 0,
  points: 0,
}

beforeEach(() => {
  draft = { ...emptyDraft, text: 'Half a thought', exerciseId: 8, uploads: ['towel'], selfie: 'me' }
  chats = [{ id: 3, closedReason: undefined }]
})

function show(change: Partial<UserHomework>, handIn?: HandIn) {
  const status = { ...placeholderStatus(task, 2, 0, 0), isPlaceholder: false, ...change }
  const detail = { status, task, attempts: [], exercises: [{ id: 8, title: 'Plank' }] }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <CopyProvider language="en" messages={messages}>
        <HandInPart detail={detail} handIn={handIn} chatId={3} />
      </CopyProvider>
    </QueryClientProvider>,
  )
}

test.each(['NOT_UPLOADED', 'FAIL'] as const)(
  'a draft to a homework that is only locked (%s) is shown as it is with the reason, and nothing there deletes it',
  status => {
    const shown = show({ status, isLocked: true, lockReason: 'stream' })
    const words = [t('homework.lock.stream'), 'Half a thought', 'towel.jpg', 'me.jpg', 'Plank', t('homework.form.kept')]
    for (const word of words) expect(shown).toContain(word)
    expect(shown).not.toMatch(/<(button|textarea|input)/)
    draft = emptyDraft
    expect(show({ status, isLocked: true, lockReason: 'stream' })).toBe('')
  },
)

test('a draft to a homework that another device handed in has the choice between the two, and an open one its form', () => {
  expect(show({ status: 'UPLOADED' })).toContain(t('homework.conflict.keep'))
  const shown = show({})
  expect(shown).toContain(t('homework.form.send'))
  expect(shown).not.toContain(t('homework.conflict.keep'))
})

const refused = (text: string): HandIn => ({
  write: {
    id: 1,
    key: 'k',
    call: handInCall,
    input: { params: { streamId: 2, statusId: 5 }, body: { message: text, exercise_id: 8 } },
    at: 0,
    uploads: [],
    state: 'refused',
    refusal: { status: 409, code: 'homework_passed', message: '' },
  },
  state: 'refused',
  text,
  exerciseId: 8,
  uploads: [],
})

test('a version goes to the chat only while that is open and takes the whole of it', () => {
  const way = t('homework.conflict.message')
  expect(show({ status: 'DONE' }, refused('Mine'))).toContain(way)
  expect(show({ status: 'DONE' }, refused('m'.repeat(longestText)))).not.toContain(way)
  chats = [{ id: 3, closedReason: 'expired' }]
  expect(show({ status: 'DONE' }, refused('Mine'))).not.toContain(way)
  chats = []
  expect(show({ status: 'DONE' }, refused('Mine'))).not.toContain(way)
})
