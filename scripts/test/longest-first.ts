import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, mostly waiting for processes of its own. */
const longest = [
  'scripts/start.test.ts',
  'server/features/media/convert/convert-video.test.ts',
  'bench/bench.test.ts',
  'server/app/demo/demo-school.test.ts',
  'server/app/tests/faults.test.ts',
  'server/platform/database/embedded/embedded-postgres.test.ts',
  'bench/faults/chat-outbox.test.ts',
  'server/app/tests/message-faults.test.ts',
  'server/app/tests/hostile-input.test.ts',
]

/** Begins with what takes longest, so that no processor is idle at the end, and keeps files together that share a worker. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const rank = longest.findIndex(file => moduleId.endsWith(`/${file}`))
      return rank >= 0 ? rank : longest.length + (project.name === 'server' ? 0 : 1)
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
