'use client'

import { useEffect, useRef, useState } from 'react'
import { type CheckoutDraft, forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'
import { isPhoneChecked } from '#lib/esims/client/known-phone.ts'

const EMPTY: CheckoutDraft = {
  email: '',
  travellers: [],
  agreed: { hasRead: false, deviceChecked: false },
  invoice: null,
  remind: false,
  gift: null,
  method: null,
}

/** What the buyer has typed and ticked, kept over a reload and a visit to the payment page. It follows a new offer. */
export function useDraft(checkoutId: string, knownEmail: string) {
  const [empty] = useState({ ...EMPTY, email: knownEmail })
  const [draft, setDraft] = useState(empty)
  const keptUnder = useRef(checkoutId)
  const [firstId] = useState(checkoutId)

  useEffect(() => {
    const kept = readDraft(firstId) ?? draftBefore(empty)
    if (kept) setDraft((typed) => (typed === empty ? kept : typed))
  }, [firstId, empty])

  useEffect(() => {
    if (draft === empty) return
    if (keptUnder.current !== checkoutId) forgetDraft(keptUnder.current)
    keptUnder.current = checkoutId
    keepDraft(checkoutId, draft)
  }, [checkoutId, draft, empty])

  return {
    draft,
    change: (changes: Partial<CheckoutDraft>) => setDraft((typed) => ({ ...typed, ...changes })),
  }
}

/** What the plan's page was told about the phone already. */
function draftBefore(empty: CheckoutDraft): CheckoutDraft | null {
  return isPhoneChecked() ? { ...empty, agreed: { hasRead: false, deviceChecked: true } } : null
}
