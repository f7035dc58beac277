'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import admin from '#messages/ar/admin.json'
import bulk from '#messages/ar/admin-bulk.json'

const WORDS = { admin, 'admin-bulk': bulk }

export function ArabicWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
