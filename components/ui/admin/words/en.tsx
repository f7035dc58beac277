'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import admin from '#messages/en/admin.json'
import hands from '#messages/en/admin-hands.json'

const WORDS = { admin, 'admin-hands': hands }

export function EnglishWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
