import { expect, test } from 'vitest'
import { positionFault } from './catalogue.ts'

const fields = { texts: { en: { title: 'Tea', description: '' } }, category_id: null, picture: null }

test('a catalogue entry has a title and shows either a service or a course', () => {
  expect(positionFault({ ...fields, service_id: 1, course_id: null })).toBeUndefined()
  expect(positionFault({ ...fields, service_id: null, course_id: 2 })).toBeUndefined()
  const ofWhat = { code: 'position_of_what', field: 'service_id' }
  expect(positionFault({ ...fields, service_id: null, course_id: null })).toEqual(ofWhat)
  expect(positionFault({ ...fields, service_id: 1, course_id: 2 })).toEqual(ofWhat)
  const nameless = { ru: { title: ' ', description: 'Чай' } }
  expect(positionFault({ ...fields, texts: nameless, service_id: 1, course_id: null })).toEqual({
    code: 'title_needed',
    field: 'texts.ru.title',
  })
})
