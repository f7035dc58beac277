'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import action from '#messages/en/action.json'
import admin from '#messages/en/admin.json'
import bulk from '#messages/en/admin-bulk.json'

const WORDS = { action, admin, 'admin-bulk': bulk }

export function EnglishWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
