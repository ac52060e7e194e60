import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { HomeworkMark } from './DayMarks.tsx'

const messages = await loadCopy('en')

type Homework = StreamStatusRecord['homeworks'][number]

function markOf(homework: Partial<Homework>, stream: Partial<UserStream> = {}): string {
  const known = { id: 1, target_id: 7, target_type: 'course_stage_homework', status: 'NOT_UPLOADED', is_locked: true }
  const markup = renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <HomeworkMark
        homeworkId={7}
        stream={{ status: 'open', isDemo: false, courseFullAccess: false, ...stream } as UserStream}
        status={{ homeworks: [{ ...known, ...homework }] } as StreamStatusRecord}
      />
    </CopyProvider>,
  )
  return markup.replace(/<[^>]*>/g, '')
}

test('a locked homework is left out of a demo only for those who have a demo [STR-10]', () => {
  expect(markOf({})).toBe('Homework locked')
  expect(markOf({}, { isDemo: true })).toBe('Homework: not part of the demo')
  expect(markOf({}, { isDemo: true, courseFullAccess: true })).toBe('Homework locked')
  expect(markOf({}, { isDemo: true, status: 'ended' })).toBe('Homework locked')
  expect(markOf({ is_locked: false })).toBe('Homework')
})

test('what was handed in keeps its mark once the course has closed [STR-10]', () => {
  expect(markOf({ status: 'DONE' }, { status: 'ended' })).toBe('Homework approved')
  expect(markOf({ status: 'FAIL' })).toBe('Homework sent back')
})
