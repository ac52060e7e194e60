import { useSubmit } from '#kit/form/use-submit.ts'

type MessagePlan = {
  /** Why the message cannot be sent as it is. */
  problem: () => string | undefined
  send: () => Promise<unknown>
  /** Why sending failed. */
  explain: (error: unknown) => string
}

/** All that goes wrong with a message is said at its text. */
export function useMessageSubmit({ problem, send, explain }: MessagePlan) {
  const atText = (text: string) => ({ text: [text] })
  return useSubmit({
    check: () => {
      const found = problem()
      return found === undefined ? undefined : atText(found)
    },
    send,
    failed: '',
    explain: error => ({ errors: atText(explain(error)) }),
  })
}
