import { useEffect, useState } from 'react'
import { type Finds, find } from '#lib/checkout/client/backoffice.ts'
import type { FailureCode } from '#lib/core/client/ask.ts'
import { toFailure } from '#lib/core/client/ask.ts'

const NOTHING: Finds = { orders: [], cards: [] }
const PAUSE_MS = 150
const SHORTEST = 4
// Every number has a digit and every address its sign: other words name an act or an area, and ask nobody.
const CAN_BE_FOUND = /[\d@]/

/** What a text finds, a moment after it was typed. `isAsking` until the answer to the newest text is there. */
export function useFinds(text: string): { finds: Finds; isAsking: boolean; failure: FailureCode | null } {
  const [answer, setAnswer] = useState<{ text: string; finds: Finds; failure: FailureCode | null }>({
    text: '',
    finds: NOTHING,
    failure: null,
  })
  const typed = text.trim()
  const wanted = typed.length >= SHORTEST && CAN_BE_FOUND.test(typed) ? typed : ''

  useEffect(() => {
    if (wanted === '') return
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      try {
        setAnswer({ text: wanted, finds: await find(wanted, ended.signal), failure: null })
      } catch (thrown) {
        if (!ended.signal.aborted) setAnswer({ text: wanted, finds: NOTHING, failure: toFailure(thrown).code })
      }
    }, PAUSE_MS)

    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [wanted])
  const isCurrent = answer.text === wanted

  return {
    finds: isCurrent && wanted !== '' ? answer.finds : NOTHING,
    isAsking: wanted !== '' && !isCurrent,
    failure: isCurrent && wanted !== '' ? answer.failure : null,
  }
}
