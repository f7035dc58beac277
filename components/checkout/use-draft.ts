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
    const early = withShown(readDraft(firstQuoteId))
    if (early) setDraft((typed) => (typed === EMPTY ? early : typed))
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

// What was typed and ticked before the page came to life stands in the fields, and nobody was told. It is newer.
function withShown(kept: CheckoutDraft | null): CheckoutDraft | null {
  const email = field('email')?.value ?? ''
  const hasRead = field('terms')?.checked ?? false
  const deviceChecked = field('device')?.checked ?? false
  const names = [...document.querySelectorAll<HTMLInputElement>('[id^=traveller-]')].map(({ value }) => value)
  if (email === '' && !hasRead && !deviceChecked && names.every((name) => name === '')) return kept
  const before = kept ?? EMPTY

  return {
    email: email || before.email,
    travellers: names.map((name, index) => name || (before.travellers[index] ?? '')),
    agreed: {
      hasRead: hasRead || before.agreed.hasRead,
      deviceChecked: deviceChecked || before.agreed.deviceChecked,
    },
  }
}

function field(id: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`input#${id}`)
}
