'use client'

import { useEffect, useRef, useState } from 'react'
import { type CheckoutDraft, forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'

const EMPTY: CheckoutDraft = { email: '', travellers: [], agreed: { hasRead: false, deviceChecked: false } }

/** What the buyer has typed and ticked, kept over a reload and a visit to the payment page. It follows a new offer. */
export function useDraft(checkoutId: string) {
  const [draft, setDraft] = useState(EMPTY)
  const keptUnder = useRef(checkoutId)
  const [firstId] = useState(checkoutId)

  useEffect(() => {
    const early = withShown(readDraft(firstId))
    if (early) setDraft((typed) => (typed === EMPTY ? early : typed))
  }, [firstId])

  useEffect(() => {
    if (draft === EMPTY) return
    if (keptUnder.current !== checkoutId) forgetDraft(keptUnder.current)
    keptUnder.current = checkoutId
    keepDraft(checkoutId, draft)
  }, [checkoutId, draft])

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
  const names = [...document.querySelectorAll<HTMLInputElement>('[id^=traveller-]')]
  if (email === '' && !hasRead && !deviceChecked && names.every(({ value }) => value === '')) return kept
  const before = kept ?? EMPTY

  return {
    email: email || before.email,
    travellers: names.reduce((lines, field) => {
      const [line, place] = [Number(field.dataset.line), Number(field.dataset.place)]

      return field.value === '' ? lines : withName(lines, { line, place, name: field.value })
    }, before.travellers),
    agreed: {
      hasRead: hasRead || before.agreed.hasRead,
      deviceChecked: deviceChecked || before.agreed.deviceChecked,
    },
  }
}

/** Returns the names with one of them put in its place. */
export function withName(
  names: string[][],
  { line, place, name }: { line: number; place: number; name: string },
): string[][] {
  return padded(names, line, []).map((own, at) =>
    at === line ? padded(own, place, '').map((former, index) => (index === place ? name : former)) : own,
  )
}

function padded<Item>(items: Item[], last: number, empty: Item): Item[] {
  return Array.from({ length: Math.max(items.length, last + 1) }, (_, index) => items[index] ?? empty)
}

function field(id: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`input#${id}`)
}
