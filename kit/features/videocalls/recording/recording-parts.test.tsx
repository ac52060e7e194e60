import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { RecordButton, RecordingNews } from './RecordingParts.tsx'
import type { CallRecording } from './use-recording.ts'

const messages = await loadCopy('en')
const still: CallRecording = {
  stage: 'off',
  canAgree: false,
  hindrance: undefined,
  keptUntil: null,
  agree: async () => {},
  stop: async () => {},
}

function shown(changed: Partial<CallRecording>): string {
  const recording = { ...still, ...changed }
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <RecordButton recording={recording} name="Carla" />
      <RecordingNews recording={recording} name="Carla" />
    </CopyProvider>,
  )
}

test('recording is offered while it can be agreed to, and where it never can a press says why', () => {
  expect(shown({})).not.toContain('Record the call')
  expect(shown({ canAgree: true })).toContain('Record the call')
  expect(shown({ hindrance: 'school' })).toContain('Record the call')
})

test('who is asked is told what hinders it; a line that is being mended is nothing of the kind', () => {
  const asked = (changed: Partial<CallRecording>) => shown({ stage: 'asked', ...changed })
  expect(asked({ canAgree: true })).toContain('Agree to record')
  expect(asked({ hindrance: 'school' })).toContain('the school could not keep the recording')
  expect(asked({ hindrance: 'browser' })).toContain('This browser cannot record calls.')
  const mending = asked({})
  expect(mending).not.toContain('cannot')
  expect(mending).not.toContain('Agree to record')
  expect(mending).toContain('until the course ends')
})
