import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { LearnerWire } from '#shared/features/learners/contract.ts'
import { ChosenAnswers } from './ChosenAnswers.tsx'

const learner: LearnerWire = {
  id: 7,
  name: 'Anna',
  avatar: null,
  timezone: 'UTC',
  seen_at: null,
  answers: [],
  places: [],
}

test('a card tells what its learner chose on joining, and nothing where nothing was chosen [STF-19]', async () => {
  const messages = await loadCopy('en')
  const shown = (answers: LearnerWire['answers']) =>
    renderToStaticMarkup(
      <CopyProvider language="en" messages={messages}>
        <ChosenAnswers learner={{ ...learner, answers }} />
      </CopyProvider>,
    )
  const page = shown([{ question: 'How much do you know already?', answer: 'I know the basics' }])
  expect(page).toContain('aria-label="What the learner chose on joining"')
  expect(page).toContain('How much do you know already?')
  expect(page).toContain('I know the basics')
  expect(shown([])).toBe('')
})
