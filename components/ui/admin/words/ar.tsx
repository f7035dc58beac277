'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import admin from '#messages/ar/admin.json'
import hands from '#messages/ar/admin-hands.json'

const WORDS = { admin, 'admin-hands': hands }

export function ArabicWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
