import { useCallback, useState } from 'react'
import { type RequestFailure, toFailure } from '#lib/core/client/request.ts'

type Sent<Answer> = { isSending?: boolean; isDone?: boolean; answer?: Answer; failure?: RequestFailure }

/** Something that a page of the shop sends, and what came of it. `onDone` is what a yes leads to. */
export function useSending<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  onDone?: () => void,
) {
  const [sent, setSent] = useState<Sent<Answer>>({})

  async function run(input: Input) {
    setSent({ isSending: true })
    try {
      const answer = await send(input)
      setSent({ isDone: true, answer })
      onDone?.()
    } catch (thrown) {
      setSent({ failure: toFailure(thrown) })
    }
  }

  const clear = useCallback(() => setSent({}), [])
  const { isSending = false, isDone = false, answer, failure } = sent

  return { run, isSending, isDone, answer, failure, clear }
}
