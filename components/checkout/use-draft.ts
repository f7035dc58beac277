'use client'

import { useEffect, useRef, useState } from 'react'
import { type CheckoutDraft, forgetDraft, keepDraft, readDraft } from '#lib/client/checkout-draft.ts'

const EMPTY: CheckoutDraft = { email: '', travellers: [], agreed: { hasRead: false, deviceChecked: false } }

/** What the buyer has typed and ticked, kept over a reload and a visit to the payment page. It follows a new offer. */
export function useDraft(quoteId: string) {
  const [draft, setDraft] = useState(EMPTY)
  const keptUnder = useRef(quoteId)
  const [firstQuoteId] = useState(quoteId)

  useEffect(() => {
    const kept = readDraft(firstQuoteId)
    // What was typed before the page came to life is newer.
    if (kept) setDraft((typed) => (typed === EMPTY ? kept : typed))
  }, [firstQuoteId])

  useEffect(() => {
    if (draft === EMPTY) return
    if (keptUnder.current !== quoteId) forgetDraft(keptUnder.current)
    keptUnder.current = quoteId
    keepDraft(quoteId, draft)
  }, [quoteId, draft])

  return {
    draft,
    change: (changes: Partial<CheckoutDraft>) => setDraft((typed) => ({ ...typed, ...changes })),
  }
}
