import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { ModeratedMessageWire } from '#shared/features/clubchat/wire.ts'
import { Moderated } from './Moderated.tsx'

const moderated = (change: Partial<ModeratedMessageWire['message']> = {}): ModeratedMessageWire => ({
  message: {
    id: 3,
    club_id: 7,
    number: 2,
    author: { id: 5, name: 'Rex', avatar: null },
    message: 'Rubbish <b>here</b>',
    client_key: null,
    reply_to: null,
    mentions: [],
    files: [],
    is_hidden: false,
    created_at: 1_780_000_000,
    updated_at: 1_780_000_000,
    ...change,
  },
  reports: [{ name: '', reason: 'Rude', created_at: 1_780_000_100 }],
  muted_until: 4_000_000_000,
})

async function html(one: ModeratedMessageWire): Promise<string> {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={new QueryClient()}>
        <Moderated clubId={7} {...one} />
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('a reported message is shown whole, with its reports, to be hidden or left, and its author to be muted', async () => {
  const shown = await html(moderated())
  expect(shown).toContain('Rubbish &lt;b&gt;here&lt;/b&gt;')
  expect(shown).toMatch(/Rude.*No name/)
  expect(shown).toContain('Writing paused until')
  expect(shown).toContain('aria-label="Hide the message by Rex"')
  expect(shown).toContain('aria-label="Leave the message by Rex"')
  expect(shown).not.toContain('Restore')
  expect(shown).toContain('aria-label="Pause writing: Rex"')
})

test('a hidden message can only be restored; of somebody erased nobody is muted', async () => {
  const shown = await html(moderated({ is_hidden: true, author: null }))
  expect(shown).toMatch(/>Restore</)
  expect(shown).not.toMatch(/>(Hide|Leave it|Pause writing)</)
})
