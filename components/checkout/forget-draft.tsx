'use client'

import { useEffect } from 'react'
import { forgetDraft } from '#lib/client/checkout-draft.ts'

/** Forgets what was typed at the till, once the order that was made of it stands. Shows nothing. */
export function ForgetDraft({ quoteIds }: { quoteIds: string[] }) {
  useEffect(() => quoteIds.forEach(forgetDraft), [quoteIds])

  return null
}
