import Type from 'typebox'
import { expect, test } from 'vitest'
import { room, roomName } from './live-rooms.ts'

test('a room is named by its kind and its id', () => {
  expect(roomName(room('chat', Type.Integer(), 'the learner and the staff'), 12)).toBe('chat:12')
  expect(room('user', Type.Integer(), 'the person')).toMatchObject({ kind: 'user', entry: 'the person' })
})
