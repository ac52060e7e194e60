import { read } from '#kit/request/early-reads.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { countSentBack } from '#shared/features/streams/choice-rules.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { homeworks: '/homework', homework: '/homework/:streamId/:homeworkId' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Homework: the list, and one with its attempts. */
export const homework = declareFeature(addresses, {
  copy: 'talk',
  moved: { '/tasks': '/homework' },
  sections: { task: '/tasks' },
  badge: {
    section: 'task',
    read: read('GET /user-course-streams', { expand: ['progress', 'freeze'] }),
    count: (streams: UserStreamWire[]) =>
      countSentBack(streams.map(({ status, progress }) => ({ status, sentBack: progress?.homework_sent_back ?? 0 }))),
  },
  live: () => import('./live.ts'),
  screens: {
    homeworks: {
      screen: () => import('./list/HomeworksScreen.tsx'),
      data: () => [read('GET /homework', { expand: ['scores'] })],
      section: 'task',
      title: 'shell.title.homeworks',
    },
    homework: {
      screen: () => import('./HomeworkScreen.tsx'),
      data: ({ streamId }) => [
        read('GET /user-course-streams/:streamId/user-homework', { params: { streamId }, expand: ['scores'] }),
      ],
      section: 'task',
      title: 'shell.title.homework',
      parent: 'homeworks',
    },
  },
  menu: [
    {
      at: { general: 30, sections: 30 },
      label: 'shell.title.homeworks',
      icon: 'homework',
      address: 'homeworks',
      section: 'task',
    },
  ],
})
