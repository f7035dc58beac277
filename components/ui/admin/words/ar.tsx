'use client'

import type { ReactNode } from 'react'
import { AddWords } from '#components/ui/admin/words/add-words.tsx'
import { isolateValues } from '#lib/core/i18n/direction.ts'
import action from '#messages/ar/action.json'
import admin from '#messages/ar/admin.json'
import bulk from '#messages/ar/admin-bulk.json'

const WORDS = isolateValues('ar', { action, admin, 'admin-bulk': bulk })

export function ArabicWords({ children }: { children: ReactNode }) {
  return <AddWords words={WORDS}>{children}</AddWords>
}
