import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { WholeFileWire } from '#shared/features/library/contract.ts'
import { Uses } from './Uses.tsx'
import '#studio/app/features.ts'

const user = { role: 'admin' }
vi.mock('#studio/features/accounts/session.ts', async original => ({
  ...(await original<object>()),
  useUser: () => user,
}))

const shown = async (file: Pick<WholeFileWire, 'uses' | 'showing' | 'is_used'>) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <Router ssrPath="/admin/library/7">
        <Uses file={file as WholeFileWire} />
      </Router>
    </CopyProvider>,
  )

test('a file’s page names the articles and banners that show it, with the way there for who may go', async () => {
  const showing: WholeFileWire['showing'] = [
    { kind: 'article', id: 5, title: 'Pouring' },
    { kind: 'banner', id: 6, title: 'A week of tea' },
  ]
  const file = { uses: [], showing, is_used: true }
  user.role = 'admin'
  const whole = await shown(file)
  expect(whole).toMatch(/Article<\/span><a [^>]*href="\/admin\/articles\/5"[^>]*><bdi>Pouring/)
  expect(whole).toMatch(/Banner<\/span><a [^>]*href="\/admin\/banners"[^>]*><bdi>A week of tea/)
  user.role = 'author'
  const named = await shown(file)
  expect(named).toContain('<bdi>Pouring</bdi>')
  expect(named).not.toContain('<a ')
  expect(whole + named).not.toContain('Nothing uses this file')
  expect(await shown({ uses: [], showing: [], is_used: false })).toContain('Nothing uses this file')
})
