import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { avatarFailureText } from '#kit/features/profile/AvatarField.tsx'
import { CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import { DevicesScreen } from './DevicesScreen.tsx'

const session = {
  id: 1,
  isCurrent: false,
  app_type: 'web',
  user_agent: null,
  impersonator: null,
  seen_at: Date.UTC(2026, 11, 1, 20, 30) / 1000,
}

vi.mock('./data.ts', () => ({ useSessions: () => ({ data: [session] }) }))
vi.mock('#web/features/accounts/data.ts', () => ({ useUser: () => ({ timezone: 'Asia/Tokyo' }) }))
vi.mock('#web/platform/page-title.ts', () => ({ usePageTitle: () => {} }))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({}))

const messages = await loadCopy('en')

test('devices were last seen at times of the profile’s zone', () => {
  const shown = renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <DevicesScreen />
    </CopyProvider>,
  )
  expect(shown).toContain('2 December 2026')
  expect(shown).toContain('05:30')
})

test('what is no photo is refused as an avatar in words of its own', () => {
  const t = createCopy('en', messages)
  expect(avatarFailureText(t, { code: 'not_photo_or_video' })).toBe(t('profile.avatar.notPhoto'))
  expect(avatarFailureText(t, { code: 'file_broken' })).toBe(t('media.failure.broken'))
})
