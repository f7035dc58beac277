import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import { failureText } from '#components/ui/admin/known-label.ts'
import type { Tone } from '#components/ui/notice.tsx'
import { isLostAnswer, mayReadAgain, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

/** What came of an action, in words. `isOpen`: it was not done, and may be tried again. */
export type Message = { tone: Tone; text: ReactNode; isOpen?: boolean }

export type WithProof = <Result>(work: () => Promise<Result>) => Promise<Result>

export type ActionOptions<Input, Answer> = {
  /** `onceKey` is the same until an answer came: sent again after a lost one, it is the same action. */
  send: (input: Input, onceKey: string) => Promise<Answer>
  /** The texts of the room: its group `failed` has what it alone says about a refusal, by reason or code. */
  roomTexts?: unknown
  /** Says what an answer means; `null` where the page shows it. */
  tell?: (answer: Answer, input: Input) => Message | string | null
  onDone?: (answer: Answer, input: Input) => void
  /** Whether the page is read again after an answer. */
  isRead?: boolean
  withProof?: WithProof
}

export type Action<Input> = {
  /** Sends once at a time. Tells whether it was done. */
  run: (input: Input) => Promise<boolean>
  isSending: boolean
  message: Message | null
  failure: RequestFailure | null
  clear: () => void
}

const IDLE = { isSending: false, message: null, failure: null }

/** Something that is sent to the store: once at a time, by one key until an answer came, and told in words. */
export function useAction<Input = void, Answer = unknown>({
  send,
  roomTexts,
  tell,
  onDone,
  isRead = true,
  withProof = (work) => work(),
}: ActionOptions<Input, Answer>): Action<Input> {
  const t = useTranslations('action')
  const router = useRouter()
  const [state, setState] = useState<Omit<Action<Input>, 'run' | 'clear'>>(IDLE)
  const isOut = useRef(false)
  const onceKey = useRef('')

  async function run(input: Input): Promise<boolean> {
    if (isOut.current) return false
    isOut.current = true
    onceKey.current ||= randomKey()
    setState({ ...IDLE, isSending: true })
    try {
      const answer = await withProof(() => send(input, onceKey.current))
      onceKey.current = ''
      const told = tell ? tell(answer, input) : t('done')
      setState({ ...IDLE, message: typeof told === 'string' ? { tone: 'good', text: told } : told })
      onDone?.(answer, input)
      if (isRead) router.refresh()

      return true
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (!isLostAnswer(failure)) onceKey.current = ''
      // Whoever leaves the question for the password has changed their mind.
      const isLeft = failure.details.reason === 'declined'
      setState(
        isLeft ? IDLE : { ...IDLE, failure, message: { tone: 'bad', text: failureText([roomTexts, t], failure) } },
      )
      if (mayReadAgain(failure)) router.refresh()

      return false
    } finally {
      isOut.current = false
    }
  }

  // What is on its way stays so: pressed again, it would do nothing and say nothing.
  return { ...state, run, clear: () => setState({ ...IDLE, isSending: isOut.current }) }
}
