'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import action from '#messages/de/action.json'
import admin from '#messages/de/admin.json'
import bulk from '#messages/de/admin-bulk.json'

const WORDS = { action, admin, 'admin-bulk': bulk }

export function GermanWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
