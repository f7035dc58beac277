import { useRef, useState } from 'react'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { type CheckedCard, checkSimCard } from '#lib/esims/client/sim-cards.ts'

/** A card number on its way to an answer. What was answered stays until another number is asked for. */
export function useCheck(locale: Locale) {
  const [card, setCard] = useState<CheckedCard | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const isBusy = useRef(false)

  const ask = async (number: string) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsAsking(true)
    setFailure(null)
    setCard(null)
    try {
      setCard(await checkSimCard(number, locale))
    } catch (thrown) {
      setFailure(toFailure(thrown))
    } finally {
      isBusy.current = false
      setIsAsking(false)
    }
  }

  return { card, failure, isAsking, ask: (number: string) => void ask(number), forget: () => setCard(null) }
}

export type Check = ReturnType<typeof useCheck>
