'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import admin from '#messages/de/admin.json'
import hands from '#messages/de/admin-hands.json'

const WORDS = { admin, 'admin-hands': hands }

export function GermanWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
