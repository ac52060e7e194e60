import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { noMessages, withLatest } from '#kit/features/chat/known-messages.ts'
import type { ClubMessageWire } from '#shared/features/clubchat/wire.ts'
import { clubChat, messageFor } from './club-chat.ts'
import { ClubConversation } from './ClubConversation.tsx'

const drafts = vi.hoisted(() => new Map<string, unknown>())
const addWrite = vi.hoisted(() => vi.fn<(name: string, input: object, options: object) => Promise<object>>())
vi.mock('#kit/form/draft.ts', () => ({
  useDraft: ({ subject, read }: { subject: string; read: (kept: unknown) => unknown }) => ({
    value: read(drafts.get(subject)),
    change: () => {},
  }),
}))
vi.mock('#kit/outbox/outbox.ts', () => ({ addWrite, useWaitingWrites: () => [] }))
vi.mock('#kit/features/media/uploads/browser-uploads.ts', () => ({}))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({ useUploads: () => [] }))

const wire = (number: number, change: Partial<ClubMessageWire> = {}): ClubMessageWire => ({
  id: 100 + number,
  club_id: 7,
  number,
  author: { id: 2, name: 'Ann', avatar: '/ann.jpg' },
  message: `text ${number}`,
  client_key: null,
  reply_to: null,
  mentions: [],
  files: [],
  is_hidden: false,
  created_at: 1_780_000_000 + 1000 * number,
  updated_at: 1_780_000_000 + 1000 * number,
  ...change,
})
const chat = { id: 7, title: 'Tea', message_count: 4, read_number: 1, unread_count: 2, muted_until: null, live_seq: 3 }
const me = { id: 5, name: 'Eve', avatar: null }

beforeEach(() => {
  drafts.clear()
  vi.clearAllMocks()
})

async function html(wires: ClubMessageWire[], stopped?: string): Promise<string> {
  const client = new QueryClient()
  const known = withLatest(noMessages, wires.map(messageFor(5, () => 1)))
  client.setQueryData(['GET /clubs/:id/chat/messages', { conversation: 7 }], known)
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/clubs/7/chat">
          <ClubConversation chat={chat} userId={5} timeZone="UTC" isMember stopped={stopped} wayOut={null} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('messages show who wrote them, what they answer, and of hidden and erased ones only that they were there', async () => {
  const shown = await html([
    wire(1),
    wire(2, { author: me, reply_to: { id: 101, number: 1, name: 'Ann', message: 'text 1', absent: null } }),
    wire(3, { is_hidden: true, message: '' }),
    wire(4, { author: null, message: '' }),
  ])
  expect(shown).toContain('/ann.jpg')
  expect(shown).toMatch(/<blockquote.*<cite[^>]*>Ann<\/cite><p[^>]*>text 1<\/p><\/blockquote>/)
  expect(shown).toContain('Hidden by a moderator')
  expect(shown).toContain('Deleted along with its author’s account')
  expect(shown).toContain('Delivered')
  expect(shown).not.toContain('>Read<')
})

test('what others wrote is unread after the last number seen, one’s own never', () => {
  const of = messageFor(5, () => 1)
  const all = [wire(1), wire(2), wire(2, { author: me })].map(of)
  expect(all.map(({ isViewed, isOurs }) => [isViewed, isOurs])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})

test('who may not write any more keeps the text, with the reason at it', async () => {
  drafts.set('club chat 7', { text: 'Half a thought', uploads: [] })
  const shown = await html([wire(1)], 'You are no longer a member of this club')
  expect(shown).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>Half a thought<\/textarea>/)
  expect(shown).toMatch(/role="alert"[^>]*>You are no longer a member of this club</)
})

test('a message is sent with the one it answers and those whom it still names', async () => {
  const clear = vi.fn<() => void>()
  const aside = {
    replyTo: { id: 101, name: 'Ann', text: 'text 1' },
    mentions: [
      { id: 2, name: 'Ann' },
      { id: 3, name: 'Bob' },
    ],
    clear,
  }
  addWrite.mockResolvedValue({})
  await clubChat({ clubId: 7, userId: 5, readNumber: () => 0, aside: () => aside }).post('@Ann tea?', ['photo'], 0)
  expect(addWrite).toHaveBeenCalledWith(
    'POST /clubs/:id/chat/messages',
    { params: { id: 7 }, body: { message: '@Ann tea?', reply_to: 101, mention_ids: [2] } },
    { lane: 'club:7', uploads: ['photo'], keepsRefused: true },
  )
  expect(clear).toHaveBeenCalledOnce()
  const plain = { replyTo: undefined, mentions: [], clear }
  await clubChat({ clubId: 7, userId: 5, readNumber: () => 0, aside: () => plain }).post('Tea', [], 0)
  expect(addWrite.mock.lastCall?.[1]).toEqual({ params: { id: 7 }, body: { message: 'Tea' } })
})
